import type { AccountDisclosure, PhoneBook } from '../accounts/index.ts'
import type { AppendEvents } from '../audit/index.ts'
import type { Codes } from '../codes/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Counters } from '../limits/index.ts'
import type { Numbers } from '../numbers/index.ts'
import type { Pins } from '../pins/index.ts'
import type { Sms } from '../sms/index.ts'

export type Deps = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  phones: Pick<PhoneBook, 'seal'>
  numbers: Numbers
  pins: Pick<Pins, 'protect' | 'isSame' | 'refuseGuessable' | 'forgetGuesses'>
  codes: Pick<Codes, 'startOrResend' | 'deliveryOf' | 'check' | 'settlementOf' | 'cancel'>
  counters: Pick<Counters, 'settle'>
  sms: Pick<Sms, 'typedIn' | 'enqueue'>
  disclosure: AccountDisclosure
  append: AppendEvents
}
