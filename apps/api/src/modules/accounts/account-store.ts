import { type Language } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, nullable, row, storedLanguage, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'

/** The account of a number that has not ended, as a sign-in sees it. */
export type Holder = {
  id: string
  phoneIdx: Buffer
  phoneEnc: string
  pinEnc: string
  language: Language
  /** The operator lets no one in. */
  locked: boolean
  /** The account recognises the browser. */
  recognised: boolean
}

const FIND = (where: string) => `
  select id, phone_idx, phone_enc, pin_enc, language, locked_at is not null as locked,
    exists (select 1 from account_device d where d.account_id = a.id and d.device_hash = $2) as recognised
  from account a where ${where} and state = 'active'`
const FIND_BY_NUMBER = FIND('phone_idx = $1')
const FIND_BY_ID = FIND('id = $1')
const HOLDER = row({
  id: text,
  phone_idx: bytes,
  phone_enc: text,
  pin_enc: text,
  language: storedLanguage,
  locked: bool,
  recognised: bool,
})
const PROFILE = row({
  language: storedLanguage,
  data_collection_consent: bool,
  phone_idx: bytes,
  phone_enc: text,
  verified_on: nullable(text),
  document_kept: bool,
})
const ID = row({ id: text })

const HELD = `
  select id, erase_after from account where state = 'deactivated' and erase_after > $1 order by erase_after, id`

/** Reactivates a held account without its proof: the next visit begins with a check. */
const RESTORE = `
  update account set state = 'active', erase_after = null, adult = false, verified_on = null, kyc_status = '',
    current_check = null
  where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

async function findOne(db: Executor, statement: string, values: readonly unknown[]): Promise<Holder | undefined> {
  const [found] = await db.query(statement, values, HOLDER)
  if (found === undefined) return undefined
  const { id, phone_idx, phone_enc, pin_enc, language, locked, recognised } = found
  return { id, phoneIdx: phone_idx, phoneEnc: phone_enc, pinEnc: pin_enc, language, locked, recognised }
}

export const findHolder = (db: Executor, phoneIdx: Buffer, device: Device): Promise<Holder | undefined> =>
  findOne(db, FIND_BY_NUMBER, [phoneIdx, device])

export const findHolderById = (db: Executor, id: string, device: Device): Promise<Holder | undefined> =>
  findOne(db, FIND_BY_ID, [id, device])

/** Keeps an account from ending until the transaction does. @returns false when it has ended */
export const keepActive = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.query(`select 1 from account where id = $1 and state = 'active' for key share`, [id])).length > 0

/** Locks the row of the number's account; a sign-in waits for it too. */
export const lockNumber = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('select 1 from account where phone_idx = $1 for update', [phoneIdx]))

export async function findProfile(db: Executor, id: string) {
  const [found] = await db.query(
    `select language, data_collection_consent, phone_idx, phone_enc, case when adult then verified_on::text end as verified_on,
       exists (select from proof_document where account_id = account.id) as document_kept
     from account where id = $1`,
    [id],
    PROFILE,
  )
  if (found === undefined) return undefined
  const { data_collection_consent: dataCollectionConsent, phone_idx: phoneIdx, phone_enc: phoneEnc, ...rest } = found
  return { dataCollectionConsent, phoneIdx, phoneEnc, ...rest }
}

/** The consent can only be taken back. */
export type ProfileChange = { language?: Language | undefined; data_collection_consent?: false | undefined }

const UPDATE_PROFILE = `
  update account set language = coalesce($2, language), data_collection_consent = data_collection_consent and $3
  where id = $1 returning language, data_collection_consent`
const UPDATED = row({ language: storedLanguage, data_collection_consent: bool })

/** @returns the profile then; undefined when the account is gone */
export async function updateProfile(db: Executor, id: string, change: ProfileChange) {
  const { language = null, data_collection_consent = true } = change
  const [updated] = await db.query(UPDATE_PROFILE, [id, language, data_collection_consent], UPDATED)
  return updated
}

/** The PIN was reset in a browser that the account did not recognise: its payments wait for a while. */
export const markUnknownReset = async (tx: Executor, id: string, now: Date): Promise<void> =>
  void (await tx.query('update account set unknown_reset_at = $2 where id = $1', [id, now]))

/** An approval of the account waits for a person from now on. */
export const markAppeal = async (tx: Executor, id: string): Promise<void> =>
  void (await tx.query('update account set is_appeal = true where id = $1', [id]))

/** One condition with "or" would read every request, and one on the state of accounts alone would not use the index on `erase_after`. */
const ENDED = `
  select id from (
    select id, erase_after from account where erase_after <= $1
    union select a.id, a.erase_after from account a
      join intent i on i.account_id = a.id and i.ended_at is null and i.state in ('bound', 'reserved')
    where a.erase_after is not null) ended
  order by erase_after`

/** Deactivated accounts that are due for erasure, or have an open request of a provider. */
export async function findEnded(db: Executor, now: Date): Promise<string[]> {
  const found = await db.query(ENDED, [now], ID)
  return found.map(({ id }) => id)
}

/** SQL: accounts that are due for erasure, except those with an open payment. */
export const ERASE_DUE = `
  select a.id as key, a.erase_after as due from account a where a.erase_after is not null and a.erase_after <= $1
    and not exists (select from intent i where i.account_id = a.id and i.state = 'reserved')`

/** Accounts that ended under age after they had proven the opposite: the operator decides which of the two it was. */
export async function findHeld(db: Executor, now: Date): Promise<{ id: string; eraseAfter: Date }[]> {
  const held = await db.query(HELD, [now], row({ id: text, erase_after: timestamp }))
  return held.map(({ id, erase_after }) => ({ id, eraseAfter: erase_after }))
}

/** @returns false when the account is not held */
export const restoreHeld = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(RESTORE, [id, now])).length > 0

/** Numbers and PINs are bound to the keyed hash of the number. */
const BOUND = { id: 'id', owner: "encode(phone_idx, 'hex')" }
const COLUMNS = [
  { name: 'phone_enc', purpose: 'phone' },
  { name: 'pin_enc', purpose: 'pin' },
] as const

export const numbersAndPins: readonly SealedTable[] = [
  { ...BOUND, table: 'account', columns: COLUMNS },
  { ...BOUND, table: 'registration', columns: COLUMNS },
  { ...BOUND, table: 'sms_message', columns: [COLUMNS[0]] },
]
