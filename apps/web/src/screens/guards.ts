import { SIGN_IN_START } from '@avouch/journey'
import { authState, pendingSignIn } from '#visit/auth-state.ts'
import { isPhone } from '#visit/device.ts'
import type { Redirect } from '#router/route.ts'
import { session } from '#api/session.ts'

export const beginSignIn = (): Redirect => ({ to: SIGN_IN_START, keepSearch: true })

/** Requires a session: without one no check can be forwarded to. */
export const requireCheck = (): Redirect | undefined => (session.isOpen() ? undefined : { to: '/' })

/** Requires another device: on a phone the check is made in this browser. */
export const requireOtherDevice = ({ mobile }: { mobile: boolean }): Redirect | undefined =>
  mobile || isPhone() ? { to: '/complete-process', keepSearch: true } : undefined

/** Requires a number for the new PIN: given, or sealed after a reload. */
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

/** Requires a sign-in that is open or can be resumed; otherwise its form must be sent again, and says why. */
export function requireOpenSignIn(): Redirect | undefined {
  const { type, pinId } = authState.get()
  if ((type !== undefined && pinId !== '') || pendingSignIn.identificationToken() !== undefined) return undefined
  const form = pendingSignIn.takeAfterReload()
  return form === undefined ? beginSignIn() : { to: form }
}
