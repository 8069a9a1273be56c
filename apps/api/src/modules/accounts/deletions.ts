import { AppError, type Deletion, HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bool, oneOf, row, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { dueByHand } from './erasure.ts'

const LIFE_MS = 30 * 24 * HOUR_MS
/** A browser that lost the answer may repeat the call. */
const REPEAT_MS = MINUTE_MS

/** Marks the account, and writes what is expected to be left of it: checks at vendors, and money in the wallet. */
const BEGIN = `
  with begun as (update account set deletion_hash = $2 where id = $1 and state = 'active' returning id)
  insert into deletion (token_hash, begun_at, expires_at, vendor, money)
  select $2, $3, $4,
    case when exists (select from identity_check c where c.account_id = begun.id) then 'asked' else 'none' end,
    case when exists (
      select from wallet w join ledger_account l on l.id in (w.available_id, w.reserved_id)
      where w.account_id = begun.id and l.balance > 0) then 'returning' else 'none' end
  from begun returning 1`

/**
 * The account is found by the few that wait for their erasure. A process of the version before erases without a word here: then
 * `told` is false, and what was expected stays.
 */
const READ = `
  select d.expires_at, d.vendor, d.money, d.erased_at is not null as told,
    exists (select from account a where a.erase_after is not null and a.deletion_hash = d.token_hash) as erasing,
    exists (select from vendor_erasure v where v.deletion_hash = d.token_hash)
      or exists (select from identity_session s where s.deletion_hash = d.token_hash) as asked,
    exists (select from identity_session s where s.deletion_hash = d.token_hash and ${dueByHand('$2')}) as by_hand,
    exists (select from return_order r where r.deletion_hash = d.token_hash and r.state = 'pending') as returning
  from deletion d where d.token_hash = $1 and d.expires_at > $2`
const STATE = row({
  expires_at: timestamp,
  vendor: oneOf(['none', 'asked']),
  money: oneOf(['none', 'returning']),
  told: bool,
  erasing: bool,
  asked: bool,
  by_hand: bool,
  returning: bool,
})

/** Begins a deletion. Needs the lock of the account's row. @returns false when the account has ended */
export const beginDeletion = async (tx: Executor, accountId: string, hash: Buffer, now: Date): Promise<boolean> =>
  (await tx.query(BEGIN, [accountId, hash, now, later(now, LIFE_MS)])).length > 0

/** How far deletions are, for people who have no account any more. */
export class Deletions {
  readonly #db: Database
  readonly #clock: Clock
  readonly #keys: Keys

  constructor({ db, clock, keys }: { db: Database; clock: Clock; keys: Keys }) {
    this.#db = db
    this.#clock = clock
    this.#keys = keys
  }

  /** The token of the deletion that an access token begins: derived from it, so that a lost answer can be given again. */
  tokenFor(accessToken: string): string {
    return `avdl_${this.#keys.mac('deletion', accessToken).toString('base64url')}`
  }

  /** True for a minute after the deletion began. */
  async isJustBegun(token: string): Promise<boolean> {
    const statement = 'select 1 from deletion where token_hash = $1 and begun_at > $2'
    return (await this.#db.query(statement, [tokenHash(token), later(this.#clock(), -REPEAT_MS)])).length > 0
  }

  /** @throws AppError not_found */
  async read(token: string): Promise<Deletion> {
    const [found] = await this.#db.query(READ, [tokenHash(token), this.#clock()], STATE)
    if (found === undefined) throw new AppError('not_found')
    const { expires_at, vendor, money, told, erasing, asked, by_hand, returning } = found
    const atVendor = by_hand ? 'by_hand' : asked || !told ? 'asked' : 'erased'
    return {
      account: erasing ? 'erasing' : 'erased',
      vendor: vendor === 'none' ? vendor : atVendor,
      money: money === 'none' ? money : returning || !told ? 'returning' : 'returned',
      until: expires_at.toISOString(),
    }
  }
}

export const sweepDeletions = sweepOf({ keepMs: 0, table: 'deletion', by: 'expires_at' })
