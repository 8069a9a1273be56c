import type { PinBlocklist } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PhoneBook, Pins } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { RateLimiter, TrustedNetworks } from '../rate-limits/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import type { Codes } from './code.ts'

/** Shared by sign-up, log-in, confirmation and reset. */
export type SignInDeps = {
  db: Database
  clock: Clock
  /** Derive the tokens that allow a change of the PIN. */
  keys: Pick<Keys, 'mac'>
  /** Seal what a browser keeps of a sign-in over a reload. */
  identification: Pick<Keys, 'seal' | 'open'>
  phones: PhoneBook
  pins: Pins
  blocklist: PinBlocklist
  codes: Codes
  sms: Sms
  sessions: Sessions
  limiter: RateLimiter
  networks: TrustedNetworks
  /** Tells if a number may not register for a while, because its holder was under age. */
  isStopped: (tx: Executor, number: { phoneIdx: Buffer; phoneEnc: string }, now: Date) => Promise<boolean>
  audit: Audit
}
