import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type AccountKey, createAccountAdmin, type PhoneBook } from '../accounts/index.ts'
import type { AppendEvents } from '../audit/index.ts'
import { revokeAll } from '../sessions/index.ts'
import { endSignIns } from '../sign-in/index.ts'
import { readNumber } from './caller.ts'

type Settings = { db: Database; clock: Clock; append: AppendEvents; phones: Pick<PhoneBook, 'index'> }
export type OperatorAccounts = ReturnType<typeof createOperatorAccounts>

const ID = /^usr_[A-Za-z0-9_-]{1,64}$/
export const isAccountId = (text: string): boolean => ID.test(text)

/** Visitors' accounts as the operator finds and changes them: by id, or by a number that no answer repeats. */
export function createOperatorAccounts({ phones, ...base }: Settings) {
  return {
    ...createAccountAdmin({ ...base, endSessions: revokeAll, endSignIns }),
    /** @returns undefined for what is neither an id nor a mobile number with its country's code */
    keyOf(typed: string): AccountKey | undefined {
      if (isAccountId(typed)) return { id: typed }
      const number = readNumber(typed)
      return number === undefined ? undefined : { phoneIdx: phones.index(number) }
    },
  }
}
