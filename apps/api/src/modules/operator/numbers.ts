import type { NumberStory } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { type E164, findNumbered, nationalNumber, type PhoneBook } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { REFUSALS_KEPT_MS, refusalsMissingAt, refusedCallsOf } from '../rate-limits/index.ts'
import { isBlocked, type SmsLimits, smsOfNumber } from '../sms/index.ts'
import { isAccountId } from './account-admin.ts'
import { readNumber } from './caller.ts'
import { findingsOf, momentOfRefusal, momentOfSms } from './number-causes.ts'
import { firstRowOf, isPrefixShared } from './number-store.ts'

const MOST_OF_EACH = 50

type Deps = { db: Database; clock: Clock; audit: Audit; phones: PhoneBook; smsLimits: SmsLimits }
/** A number, or the account that has one. */
type Named = { id: string } | { number: E164 }
type Found = NonNullable<Awaited<ReturnType<typeof findNumbered>>>

/** Why a number got no SMS, for the person at the telephone. No answer has the number. */
export class Numbers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @param country of a national notation: without one the first home country @returns undefined for neither an id nor a mobile number */
  nameOf(typed: string, country?: string): Named | undefined {
    const text = typed.trim()
    if (isAccountId(text)) return { id: text }
    const national = (of = '') => nationalNumber(text, of.toUpperCase())
    const isNational = country !== undefined && !text.startsWith('+')
    const own = isNational ? national(country) : undefined
    const number = own ?? readNumber(text) ?? national(country ?? this.#deps.smsLimits.homeCountries[0])
    return number === undefined ? undefined : { number }
  }

  /** @returns undefined for the id of no active account */
  async numberOf(named: Named): Promise<E164 | undefined> {
    if ('number' in named) return named.number
    const account = await findNumbered(this.#deps.db, named)
    return account && this.#deps.phones.open(account.phoneEnc, account.phoneIdx)
  }

  /**
   * Reads the number's SMS, refusals and events. Nothing is older than its account: that was another holder's.
   * @returns undefined for the id of no active account
   */
  async read(named: Named): Promise<NumberStory | undefined> {
    const { db, clock, audit, phones, smsLimits } = this.#deps
    const now = clock()
    const key = 'id' in named ? named : { phoneIdx: phones.index(named.number) }
    const account = await findNumbered(db, key)
    const phoneIdx = 'phoneIdx' in key ? key.phoneIdx : account?.phoneIdx
    if (phoneIdx === undefined) return undefined
    const what = account === undefined ? { phoneIdx } : { accountId: account.id }
    await audit.append(db, { type: 'operator.number_read', ...what })
    const kept = later(now, -REFUSALS_KEPT_MS)
    const since = account !== undefined && account.since > kept ? account.since : kept
    const sent = await smsOfNumber(db, phoneIdx, since, MOST_OF_EACH)
    const refused = await refusedCallsOf(db, phoneIdx, since)
    const events = await audit.eventsOfNumber(phoneIdx, {
      accountId: account?.id,
      since: account?.since ?? now,
      sinceOfNobody: (await this.#sinceOfNobody(phoneIdx, account, since)) ?? later(now, 1),
      limit: MOST_OF_EACH,
    })
    const moments = [
      ...sent.map((sms) => momentOfSms(sms, now)),
      ...refused.map(momentOfRefusal),
      ...events.map(({ at, type, reason }) => ({
        at: at.toISOString(),
        source: 'event' as const,
        what: type,
        detail: reason,
      })),
    ]
    const number = account === undefined ? undefined : phones.open(account.phoneEnc, phoneIdx)
    const isNumberBlocked = isBlocked(smsLimits, number ?? ('number' in named ? named.number : ''))
    return {
      account: account?.id ?? null,
      findings: findingsOf({ lockedAt: account?.lockedAt ?? null, isNumberBlocked, sent, refused, now }),
      // Times of one form: their order is that of the texts.
      moments: moments.toSorted((one, other) => (one.at < other.at ? 1 : -1)),
      refusals_missing_at: (await refusalsMissingAt(db, kept))?.toISOString() ?? null,
    }
  }

  /** Events without an account are this number's if no other one begins like it, and since its first row that no erasure deleted. */
  async #sinceOfNobody(phoneIdx: Buffer, account: Found | undefined, since: Date): Promise<Date | undefined> {
    const { db } = this.#deps
    if (await isPrefixShared(db, phoneIdx)) return undefined
    return account === undefined ? firstRowOf(db, phoneIdx) : since
  }
}
