import type * as z from 'zod/mini'
import { type Language } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, row, storedLanguage, text, timestamp } from '../../platform/database/rows.ts'

export type Account = {
  id: string
  phoneIdx: Buffer
  phoneEnc: string
  pinEnc: string
  language: Language
  active: boolean
  /** The operator lets no one in. */
  locked: boolean
}

const SHAPE = {
  id: text,
  phone_idx: bytes,
  phone_enc: text,
  pin_enc: text,
  language: storedLanguage,
  active: bool,
  locked: bool,
}
const ACCOUNT = row(SHAPE)
const PROFILE = row({
  language: storedLanguage,
  data_collection_consent: bool,
  phone_idx: bytes,
  phone_enc: text,
})
const ID = row({ id: text })

const SELECT = `select id, phone_idx, phone_enc, pin_enc, language, state = 'active' as active, locked_at is not null as locked from account`

const HELD = `
  select id, erase_after from account where state = 'deactivated' and erase_after > $1 order by erase_after, id`

/** Nothing about the person is proven any more: the next visit begins with a check. */
const RESTORE = `
  update account set state = 'active', erase_after = null, adult = false, verified_on = null, kyc_status = '',
    current_check = null
  where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

const SET_PIN = 'update account set pin_enc = $2, pin_version = pin_version + 1 where id = $1'

const toAccount = ({
  id,
  phone_idx,
  phone_enc,
  pin_enc,
  language,
  active,
  locked,
}: z.output<typeof ACCOUNT>): Account => ({
  id,
  phoneIdx: phone_idx,
  phoneEnc: phone_enc,
  pinEnc: pin_enc,
  language,
  active,
  locked,
})

async function findOne(db: Executor, where: string, value: string | Buffer): Promise<Account | undefined> {
  const [found] = await db.query(`${SELECT} where ${where}`, [value], ACCOUNT)
  if (found === undefined) return undefined
  return toAccount(found)
}

export const findAccount = (db: Executor, id: string): Promise<Account | undefined> => findOne(db, 'id = $1', id)

/** The account of a number, unless it has ended. */
export async function findActiveAccount(db: Executor, phoneIdx: Buffer): Promise<Account | undefined> {
  const account = await findOne(db, 'phone_idx = $1', phoneIdx)
  return account?.active === true ? account : undefined
}

const HOLDER = `
  select id, phone_idx, phone_enc, pin_enc, language, state = 'active' as active, locked_at is not null as locked,
    exists (select 1 from account_device d where d.account_id = a.id and d.device_hash = $2) as known
  from account a where phone_idx = $1`
const FOUND_HOLDER = row({ ...SHAPE, known: bool })

/** The account of a number, unless it has ended, and whether it knows the browser. */
export async function findHolder(
  db: Executor,
  phoneIdx: Buffer,
  device: Buffer | null,
): Promise<{ account: Account | undefined; known: boolean }> {
  const [found] = await db.query(HOLDER, [phoneIdx, device], FOUND_HOLDER)
  if (found === undefined) return { account: undefined, known: false }
  const { known, ...account } = found
  return { account: account.active ? toAccount(account) : undefined, known }
}

/** Holds the account's row: a change of its PIN, its end and other sign-ins are waited for. */
export const holdAccount = async (tx: Executor, id: string): Promise<void> =>
  void (await tx.query('select 1 from account where id = $1 for no key update', [id]))

/** Holds the row of the number's account, also against a sign-in. */
export const holdNumber = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('select 1 from account where phone_idx = $1 for update', [phoneIdx]))

export async function findProfile(db: Executor, id: string) {
  const [found] = await db.query(
    'select language, data_collection_consent, phone_idx, phone_enc from account where id = $1',
    [id],
    PROFILE,
  )
  if (found === undefined) return undefined
  const { language, data_collection_consent, phone_idx, phone_enc } = found
  return { language, dataCollectionConsent: data_collection_consent, phoneIdx: phone_idx, phoneEnc: phone_enc }
}

export const updateLanguage = async (db: Executor, id: string, language: Language): Promise<void> =>
  void (await db.query('update account set language = $2 where id = $1', [id, language]))

/** Sets another PIN. */
export const updatePin = async (tx: Executor, id: string, pinEnc: string): Promise<void> =>
  void (await tx.query(SET_PIN, [id, pinEnc]))

/** The PIN was reset in a browser that the account did not know: its payments wait for a while. */
export const markUnknownReset = async (tx: Executor, id: string, now: Date): Promise<void> =>
  void (await tx.query('update account set unknown_reset_at = $2 where id = $1', [id, now]))

/** The ids of the accounts that wait for their erasure. */
export async function findDeactivated(db: Executor): Promise<string[]> {
  const found = await db.query(`select id from account where state = 'deactivated' order by erase_after`, [], ID)
  return found.map(({ id }) => id)
}

/** Accounts that ended under age after they had proven the opposite: the operator decides which of the two it was. */
export async function findHeld(db: Executor, now: Date): Promise<{ id: string; eraseAfter: Date }[]> {
  const held = await db.query(HELD, [now], row({ id: text, erase_after: timestamp }))
  return held.map(({ id, erase_after }) => ({ id, eraseAfter: erase_after }))
}

/** @returns false when the account is not held */
export const restoreHeld = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(RESTORE, [id, now])).length > 0
