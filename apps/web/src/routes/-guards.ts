import { SIGN_IN_START } from '@avouch/journey'
import { redirect } from '@tanstack/react-router'
import { authState } from '#lib/auth-state.ts'
import { session } from '#lib/session.ts'

/** Pages of the identity check are for somebody who is signed in; everybody else begins at the sign-in, with the same query. */
export function requireSession(): void {
  if (!session.isOpen()) throw redirect({ to: SIGN_IN_START, search: true, replace: true })
}

/** A new PIN belongs to a number that was given; a reload has forgotten it. */
export function requireReset(): void {
  const { type, phoneNumber, pinChanged } = authState.get()
  if (pinChanged || (type === 'RESET_PIN' && phoneNumber !== '')) return
  throw redirect({ to: '/auth/forgot-pin', search: true, replace: true })
}

/** A code can only be confirmed while its sign-in is open; a reload has forgotten it. */
export function requireOpenSignIn(): void {
  const { type, pinId } = authState.get()
  if (type === undefined || pinId === '') throw redirect({ to: SIGN_IN_START, search: true, replace: true })
}
