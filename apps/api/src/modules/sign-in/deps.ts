import type { AccountDisclosure, PhoneBook, StoredNumber } from '../accounts/index.ts'
import type { AppendEvents, Report } from '../audit/index.ts'
import type { Codes } from '../codes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Counters, Limits } from '../limits/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Pins } from '../pins/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'

export type Deps = {
  db: Database
  clock: Clock
  phones: Pick<PhoneBook, 'seal'>
  numbers: Numbers
  pins: Pins
  codes: Codes
  sms: Pick<Sms, 'typedIn' | 'enqueue' | 'enqueueUnlessCode'>
  sessions: Sessions
  limits: Pick<Limits, 'wantedFor' | 'reached' | 'markOf' | 'isMarked'>
  counters: Pick<Counters, 'settle' | 'takeParts'>
  disclosure: AccountDisclosure
  /** Whether a number may not register for a while, because its holder was under age. */
  isStopped: (tx: Executor, number: StoredNumber, now: Date) => Promise<boolean>
  append: AppendEvents
  report: Report
}
