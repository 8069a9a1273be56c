import { SIGN_IN_START } from '@avouch/journey'
import { authState, pendingSignIn } from '#visit/auth-state.ts'
import { isPhone } from '#visit/device.ts'
import type { Redirect } from '#router/route.ts'
import { session } from '#api/session.ts'

export const beginSignIn = (): Redirect => ({ to: SIGN_IN_START, keepSearch: true })

/** Without a session there is no check to be forwarded to. */
export const requireCheck = (): Redirect | undefined => (session.isOpen() ? undefined : { to: '/' })

/** On a phone the check is made in this browser, and this window is the one that can be closed. */
export const requireOtherDevice = ({ mobile }: { mobile: boolean }): Redirect | undefined =>
  mobile || isPhone() ? { to: '/complete-process', keepSearch: true } : undefined

/** A new PIN belongs to a number that was given, or is sealed after a reload. */
export function requireReset(): Redirect | undefined {
  const { type, phoneNumber, recoverPinToken, pinChanged } = authState.get()
  const isKnown = phoneNumber !== '' || recoverPinToken !== ''
  if (
    pinChanged ||
    (type === 'RESET_PIN' && isKnown) ||
    pendingSignIn.identificationToken('/auth/forgot-pin') !== undefined
  )
    return undefined
  return { to: '/auth/forgot-pin', keepSearch: true }
}

/** A code can only be confirmed while its sign-in is open, or can be resumed; else its form is sent again, and says why. */
export function requireOpenSignIn(): Redirect | undefined {
  const { type, pinId } = authState.get()
  if ((type !== undefined && pinId !== '') || pendingSignIn.identificationToken() !== undefined) return undefined
  const form = pendingSignIn.takeAfterReload()
  return form === undefined ? beginSignIn() : { to: form }
}
