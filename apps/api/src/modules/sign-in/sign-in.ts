import type { AccountDisclosure, PhoneBook, StoredNumber } from '../accounts/index.ts'
import type { AppendEvents, Report } from '../audit/index.ts'
import type { Codes } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Limits } from '../limits/index.ts'
import type { Pins } from '../pins/index.ts'
import type { PreSession, Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { cancelCode, confirmCode, sendCode } from './confirmation.ts'
import { passwordGrant, preLogin } from './log-in.ts'
import { type SignUp, signUp } from './sign-up.ts'

export type Deps = {
  db: Database
  clock: Clock
  phones: PhoneBook
  pins: Pins
  codes: Codes
  sms: Pick<Sms, 'budget' | 'enqueue'>
  sessions: Sessions
  limits: Pick<Limits, 'attempt' | 'admitSignUpOf' | 'signedUp' | 'succeeded' | 'mark' | 'isMarked'>
  disclosure: AccountDisclosure
  /** Whether a number may not register for a while, because its holder was under age. */
  isStopped: (tx: Executor, number: StoredNumber, now: Date) => Promise<boolean>
  append: AppendEvents
  report: Report
}
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
})
