import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { AppendEvents, Report } from '../audit/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import type { Passwords } from './passwords.ts'

export type StaffDeps = {
  db: Database
  clock: Clock
  /** Index e-mails, seal e-mails, authenticators' secrets and enrolments. */
  keys: Keys
  passwords: Passwords
  limiter: Pick<RateLimiter, 'take' | 'refund' | 'tooMany'>
  append: AppendEvents
  report: Report
  productName: string
  publicUrl: string
  /** @throws AppError conflict while no one may make a project */
  refuseSignUp: (name: string, field: 'name' | 'project') => Promise<void>
  /** A new test project, as a part of the transaction. */
  addProject: (tx: Executor, name: string) => Promise<string>
}

/** However it is written: letters may be small or large. */
export const emailIndex = ({ keys }: Pick<StaffDeps, 'keys'>, email: string): Buffer =>
  keys.mac('email', email.trim().toLowerCase())
