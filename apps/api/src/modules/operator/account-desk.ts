import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { addJob } from '../../platform/database/job-desk.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { type AccountKey, createAccountDesk } from '../accounts/index.ts'
import type { AppendEvents } from '../audit/index.ts'
import { endChallenges } from '../codes/index.ts'
import { createCounters, type Rules } from '../limits/index.ts'
import { createNumbers } from '../numbers/index.ts'
import { createGuesses } from '../pins/index.ts'
import { revokeAll } from '../sessions/index.ts'
import { readNumber } from './caller.ts'

type Settings = { db: Database; clock: Clock; append: AppendEvents; keyring: Keyring; rules: Rules }
export type OperatorAccounts = ReturnType<typeof createOperatorAccounts>

const ID = /^usr_[A-Za-z0-9_-]{1,64}$/
export const isAccountId = (text: string): boolean => ID.test(text)

/** Visitors' accounts as the operator finds and changes them: by id, or by a number that no answer repeats. */
export function createOperatorAccounts({ keyring, rules, ...base }: Settings) {
  const { db, clock, append } = base
  const counters = createCounters({ rules, clock, mac: keyring.for('limits').mac })
  const { forgetBrowsers } = createGuesses({ db, append, rules, counters })
  const endSessions = async (tx: Executor, accountId: string) => {
    await revokeAll(tx, accountId)
    await endChallenges(tx, accountId)
  }
  const eraseSoon = async (tx: Executor) => void (await addJob(tx, 'accounts.erase'))
  const numbers = createNumbers({ db, keyring })
  return {
    ...createAccountDesk({ ...base, endSessions, forgetBrowsers, eraseSoon }),
    /** @returns undefined for what is neither an id nor a mobile number with its country's code */
    async keyOf(typed: string): Promise<AccountKey | undefined> {
      if (isAccountId(typed)) return { id: typed }
      const number = readNumber(typed)
      return number === undefined ? undefined : { phoneIdx: (await numbers.find(number)).phoneIdx }
    },
  }
}
