import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type AccountKey, AccountAdmin, type PhoneBook } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { revokeAll } from '../sessions/index.ts'
import { endSignIns } from '../sign-in/index.ts'
import { readNumber } from './caller.ts'

type Settings = { db: Database; clock: Clock; audit: Audit; phones: PhoneBook }

const ID = /^usr_[A-Za-z0-9_-]{1,64}$/
export const isAccountId = (text: string): boolean => ID.test(text)

/** Visitors' accounts as the operator finds and changes them: by id, or by a number that no answer repeats. */
export class OperatorAccounts extends AccountAdmin {
  readonly #phones: PhoneBook

  constructor({ phones, ...base }: Settings) {
    super({ ...base, endSessions: revokeAll, endSignIns })
    this.#phones = phones
  }

  /** @returns undefined for what is neither an id nor a mobile number with its country's code */
  keyOf(typed: string): AccountKey | undefined {
    if (isAccountId(typed)) return { id: typed }
    const number = readNumber(typed)
    return number === undefined ? undefined : { phoneIdx: this.#phones.index(number) }
  }
}
