import type { Background } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PhoneBook } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { Challenges } from './challenges.ts'
import { OwnPasskeys } from './own-passkeys.ts'
import { PasskeyLogIn } from './passkey-log-in.ts'
import { sweepChallenges } from './passkey-store.ts'

export { endDoubtfulPasskeys } from './passkey-store.ts'

export const PASSKEYS: Background = { sweeps: { sweepChallenges } }

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  keys: Keys
  phones: PhoneBook
  limiter: RateLimiter
  sessions: Sessions
  sms: Sms
  settings: { publicUrl: string; isPossible: boolean; productName: string; holdHours: number }
}
export type Passkeys = ReturnType<typeof createPasskeys>

/** Passkeys of accounts, and the log-in by one. They belong to the host of the product's address. */
export function createPasskeys({ keys, settings, ...deps }: Deps) {
  const { publicUrl, isPossible, ...own } = settings
  const site = isPossible ? { origin: publicUrl, rpId: new URL(publicUrl).hostname } : undefined
  const shared = { ...deps, site, challenges: new Challenges(keys.mac) }
  return { passkeyLogIn: new PasskeyLogIn(shared), ownPasskeys: new OwnPasskeys({ ...shared, ...own }) }
}
