import { type Language } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { oneOf, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { newId } from '../../platform/identifier.ts'

/**
 * open: its holder learns everything. concealed: like an open one, but nothing tells whether the number had an account.
 * taken: the number has one, so nothing ever comes of this.
 */
const KINDS = ['open', 'concealed', 'taken'] as const
export type RegistrationKind = (typeof KINDS)[number]

export type Registration = {
  id: string
  kind: RegistrationKind
  phoneIdx: Buffer
  phoneGuard: Buffer | null
  phoneEnc: string
  pinEnc: string
  language: Language
  dataCollectionConsent: boolean
  createdAt: Date
  expiresAt: Date
}

/** A number as it is stored. */
export type StoredNumber = { phoneIdx: Buffer; phoneEnc: string }

const TRIM = `
  delete from registration where phone_idx = $1 and kind <> 'unknown' and (expires_at <= $2 or id not in (
    select id from registration where phone_idx = $1 and kind <> 'unknown' and expires_at > $2 order by created_at desc limit $3))`

const INSERT = `
  insert into registration
    (id, kind, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at, phone_guard)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

const OPEN = `
  select id, pin_enc, kind from registration
  where phone_idx = $1 and kind <> 'unknown' and expires_at > $2 order by created_at desc`

/** No number and no PIN: only what tries are counted by. */
const UPSERT_UNKNOWN = `
  insert into registration
    (id, kind, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at, expires_at)
  values ($1, 'unknown', $2, '', '', $3, false, $4, $5)
  on conflict (phone_idx) where kind = 'unknown' do update set expires_at = excluded.expires_at
  returning id`

/** Stores the registration; beyond `atMost` of a number, the oldest is deleted. The caller has locked the number. */
export async function insertRegistration(tx: Executor, registration: Registration, atMost: number): Promise<void> {
  const { id, kind, phoneIdx, phoneGuard, phoneEnc, pinEnc, language, dataCollectionConsent, createdAt, expiresAt } =
    registration
  await tx.query(TRIM, [phoneIdx, createdAt, atMost - 1])
  const values = [id, kind, phoneIdx, phoneEnc, pinEnc, language, dataCollectionConsent, createdAt, expiresAt]
  await tx.query(INSERT, [...values, phoneGuard])
}

/** Open registrations of a number, the newest first. */
export async function findRegistrations(
  db: Executor,
  phoneIdx: Buffer,
  now: Date,
): Promise<{ id: string; pinEnc: string; kind: RegistrationKind }[]> {
  const open = await db.query(OPEN, [phoneIdx, now], row({ id: text, pin_enc: text, kind: oneOf(KINDS) }))
  return open.map(({ id, pin_enc, kind }) => ({ id, pinEnc: pin_enc, kind }))
}

export const deleteRegistrations = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from registration where phone_idx = $1', [phoneIdx]))

/** The id that counts tries for a number without an account: always the same until it expires. */
export async function upsertUnknownNumber(
  db: Executor,
  { phoneIdx, language, now, expiresAt }: { phoneIdx: Buffer; language: Language; now: Date; expiresAt: Date },
): Promise<string> {
  const [kept] = await db.query(UPSERT_UNKNOWN, [newId('reg'), phoneIdx, language, now, expiresAt], row({ id: text }))
  if (kept === undefined) throw new Error('an upsert returned nothing')
  return kept.id
}

export const sweepRegistrations = sweepOf({ keepMs: 0, table: 'registration', where: 't.expires_at <= $1' })
