import type { Executor } from '../../platform/database/database.ts'
import { array, bytes, int, nullable, row, text } from '../../platform/database/rows.ts'

const IN_USE = `
  select (select value from installation where name = 'number-key') as number_key,
    array(select w.phone_idx from unnest($1::bytea[]) w (phone_idx)
      where exists (select from account a where a.phone_idx = w.phone_idx)
        or exists (select from registration r where r.phone_idx = w.phone_idx)) as used`
const USED = row({ number_key: nullable(text), used: array(bytes) })

/** In this order everywhere: first the account, then what may become one. */
const HOLD_ACCOUNT = 'select id, phone_enc, pin_enc from account where phone_idx = $1 for update'
const HOLD_REGISTRATIONS = 'select id, phone_enc, pin_enc from registration where phone_idx = $1 order by id for update'
const HOLD_CHALLENGES = `
  select id, phone_enc from sms_challenge
  where (account_id = $1 or registration_id = any($2::text[])) and phone_idx = $3 order by id for update`
const SEALED = { id: text, phone_enc: text }
const WITH_PIN = row({ ...SEALED, pin_enc: text })

/** Of a number that has a row of this kind already, that one goes on. */
const DROP_UNKNOWN = `
  delete from registration r where r.phone_idx = $1 and r.kind = 'unknown'
    and exists (select from registration n where n.phone_idx = $2 and n.kind = 'unknown')`

const moving = (table: string, more: string) => `
  update ${table} t set phone_idx = $1, phone_enc = w.phone_enc${more}
  from unnest($2::text[], $3::text[], $4::text[]) w (id, phone_enc, pin_enc) where t.id = w.id`
const MOVE_ACCOUNT = moving('account', ', pin_enc = w.pin_enc, phone_guard = $5')
const MOVE_REGISTRATIONS = moving('registration', ', pin_enc = w.pin_enc, phone_guard = $5')
const MOVE_CHALLENGES = moving('sms_challenge', '')

const PAGE = (table: 'account' | 'registration') => `
  select id, phone_idx, phone_enc from ${table} where id > $1 and phone_enc <> '' order by id limit $2`
const NUMBER = row({ id: text, phone_idx: bytes, phone_enc: text })
const CLEAR = (table: 'account' | 'registration') => `
  with held as (select id from ${table} where phone_guard is not null order by id limit $1 for no key update)
  update ${table} t set phone_guard = null from held h where t.id = h.id returning t.id`
const GUARDS = `
  select ((select count(*) from account where phone_guard is not null)
    + (select count(*) from registration where phone_guard is not null))::int as n`

export type SealedNumber = { id: string; phoneEnc: string; pinEnc?: string }

/** Which of a number's hashes have rows, and the fingerprint of the key by which all numbers were indexed last. */
export async function indexesInUse(db: Executor, hashes: readonly Buffer[]) {
  const [found] = await db.query(IN_USE, [hashes], USED)
  return { numberKey: found?.number_key ?? undefined, used: found?.used ?? [] }
}

/** Everything of a number, held until the end of the transaction. */
export async function holdNumberRows(tx: Executor, phoneIdx: Buffer, to: Buffer) {
  const withPin = ({ id, phone_enc, pin_enc }: { id: string; phone_enc: string; pin_enc: string }): SealedNumber => ({
    id,
    phoneEnc: phone_enc,
    pinEnc: pin_enc,
  })
  const [account] = (await tx.query(HOLD_ACCOUNT, [phoneIdx], WITH_PIN)).map(withPin)
  await tx.query(DROP_UNKNOWN, [phoneIdx, to])
  const registrations = (await tx.query(HOLD_REGISTRATIONS, [phoneIdx], WITH_PIN)).map(withPin)
  const owners = [account?.id ?? null, registrations.map(({ id }) => id), phoneIdx]
  const challenges = await tx.query(HOLD_CHALLENGES, owners, row(SEALED))
  return { account, registrations, challenges: challenges.map(({ id, phone_enc }) => ({ id, phoneEnc: phone_enc })) }
}

type Moved = {
  to: Buffer
  guard: Buffer
  account: readonly SealedNumber[]
  registrations: readonly SealedNumber[]
  challenges: readonly SealedNumber[]
}

export async function moveRows(tx: Executor, { to, guard, account, registrations, challenges }: Moved): Promise<void> {
  const columns = (rows: readonly SealedNumber[]) => [
    to,
    rows.map(({ id }) => id),
    rows.map(({ phoneEnc }) => phoneEnc),
    rows.map(({ pinEnc }) => pinEnc ?? ''),
  ]
  if (account.length > 0) await tx.query(MOVE_ACCOUNT, [...columns(account), guard])
  if (registrations.length > 0) await tx.query(MOVE_REGISTRATIONS, [...columns(registrations), guard])
  if (challenges.length > 0) await tx.query(MOVE_CHALLENGES, columns(challenges))
}

/** Numbers of a table in the order of their ids. */
export async function numbersAfter(db: Executor, table: 'account' | 'registration', after: string, atMost: number) {
  const rows = await db.query(PAGE(table), [after, atMost], NUMBER)
  return rows.map(({ id, phone_idx, phone_enc }) => ({ id, phoneIdx: phone_idx, phoneEnc: phone_enc }))
}

/** Forgets hashes under the old key. @returns how many */
export const clearGuards = async (db: Executor, table: 'account' | 'registration', atMost: number): Promise<number> =>
  (await db.query(CLEAR(table), [atMost])).length

/** How many rows still have a hash under the old key. */
export const countGuards = async (db: Executor): Promise<number> =>
  (await db.query(GUARDS, [], row({ n: int })))[0]?.n ?? 0
