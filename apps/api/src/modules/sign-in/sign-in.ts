import type { Client } from '../../platform/client.ts'
import type { PreSession } from '../sessions/index.ts'
import { cancelCode, confirmCode, deliveryOf, sendCode } from './confirmation.ts'
import { passwordGrant, preLogin } from './log-in.ts'
import { type SignUp, signUp } from './sign-up.ts'
import type { Deps } from './deps.ts'

export type SignIn = ReturnType<typeof createSignIn>

/** From a number and a PIN to a session: sign up, or the PIN, then the SMS code. */
export const createSignIn = (deps: Deps) => ({
  signUp: (given: SignUp, client: Client) => signUp(deps, given, client),
  preLogin: (phone: string, pin: string, client: Client) => preLogin(deps, phone, pin, client),
  passwordGrant: (username: string, password: string, client: Client) =>
    passwordGrant(deps, username, password, client),
  sendCode: (session: PreSession, pinId: string | undefined, client: Client) => sendCode(deps, session, pinId, client),
  confirmCode: (session: PreSession, pinId: string, code: string, client: Client) =>
    confirmCode(deps, session, pinId, code, client),
  cancelCode: (session: PreSession, pinId: string) => cancelCode(deps, session, pinId),
  deliveryOf: (session: PreSession, pinId: string) => deliveryOf(deps, session, pinId),
})
