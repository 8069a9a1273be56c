import { INTENT_KINDS, INTENT_STATUSES, PROOF_METHODS, RETURN_TABS, VENDOR_OUTCOMES } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import type { PagePosition } from './intent-pages.ts'
import { array, bigint, bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const SELECT = `
  select i.id, i.provider_id, p.name as provider_name, p.logo_file as provider_logo, i.live, i.kind, i.minimum_age, i.accept,
    i.max_proof_age_days, i.reference, i.redirect_uri, i.website_uri, i.return_tab, i.state, i.account_id, i.result, i.verdict,
    i.created_at, i.expires_at, i.opened_at, i.bound_at, i.answered_at, i.method, i.request_hash, i.test_status,
    y.amount, y.currency, y.description, y.refunded, y.receipt
  from intent i join provider p on p.id = i.provider_id left join payment y on y.intent_id = i.id`
const INTENT = row({
  id: text,
  provider_id: text,
  provider_name: text,
  provider_logo: nullable(text),
  live: bool,
  kind: oneOf(INTENT_KINDS),
  minimum_age: nullable(int),
  accept: array(oneOf(PROOF_METHODS)),
  max_proof_age_days: nullable(int),
  reference: nullable(text),
  redirect_uri: text,
  website_uri: nullable(text),
  return_tab: nullable(oneOf(RETURN_TABS)),
  state: oneOf(INTENT_STATUSES),
  account_id: nullable(text),
  result: nullable(oneOf(['yes', 'no'])),
  verdict: nullable(text),
  created_at: timestamp,
  expires_at: timestamp,
  opened_at: nullable(timestamp),
  bound_at: nullable(timestamp),
  answered_at: nullable(timestamp),
  method: nullable(oneOf(PROOF_METHODS)),
  request_hash: bytes,
  test_status: nullable(oneOf(VENDOR_OUTCOMES)),
  amount: nullable(bigint),
  currency: nullable(text),
  description: nullable(text),
  refunded: nullable(bigint),
  receipt: nullable(text),
})

const OWN = `
  where i.account_id = $1 and ($2::timestamptz is null or (i.bound_at, i.id) < ($2, $3))
  order by i.bound_at desc, i.id desc limit $4`

const PROOF = `
  select adult and state = 'active' as adult, kyc_status = 'UNDERAGED' or state <> 'active' as final,
    verified_on::text
  from account where id = $1`
const PROVEN = row({ adult: bool, final: bool, verified_on: nullable(text) })

/** The price, in minor units. */
export type PaymentTerms = { amount: number; currency: string; description: string }

type FoundIntent = ReturnType<typeof INTENT.parse>

function paymentOf({ amount, currency, description, refunded, receipt }: FoundIntent) {
  if (amount === null || currency === null || description === null || refunded === null) return null
  return { amount, currency, description, refunded, receipt }
}

const toIntent = (found: FoundIntent) => ({
  id: found.id,
  providerId: found.provider_id,
  providerName: found.provider_name,
  /** The file of its picture. */
  providerLogo: found.provider_logo,
  live: found.live,
  kind: found.kind,
  /** null: a payment for visitors of any age. */
  minimumAge: found.minimum_age,
  /** The methods by which it may be proven. */
  accept: found.accept,
  /** null: a proof of any age is accepted. */
  maxProofAgeDays: found.max_proof_age_days,
  reference: found.reference,
  redirectUri: found.redirect_uri,
  /** The address to which the website's OpenID Connect client has its visitors sent; null: the website asked by the API. */
  websiteUri: found.website_uri,
  /** null: the browser decides. */
  returnTab: found.return_tab,
  state: found.state,
  accountId: found.account_id,
  result: found.result,
  verdict: found.verdict,
  createdAt: found.created_at,
  expiresAt: found.expires_at,
  /** The first time that its visitor read it. */
  openedAt: found.opened_at,
  /** The time at which an account got it. */
  boundAt: found.bound_at,
  answeredAt: found.answered_at,
  /** The method of the answer; null: none was given, and for payments. */
  method: found.method,
  requestHash: found.request_hash,
  /** The choice of a test's visitor; null: none yet. */
  testStatus: found.test_status,
  /** null: a proof of age. */
  payment: paymentOf(found),
})
export type Intent = ReturnType<typeof toIntent>

const read = async (db: Executor, rest: string, values: unknown[]): Promise<Intent[]> =>
  (await db.query(`${SELECT} ${rest}`, values, INTENT)).map(toIntent)

export async function findIntent(db: Executor, id: string): Promise<Intent | undefined> {
  const [intent] = await read(db, 'where i.id = $1', [id])
  return intent
}

type Owner = { providerId: string; live: boolean }

/** Finds an intent of this provider and mode. */
export async function findOwnIntent(
  db: Executor,
  id: string,
  { providerId, live }: Owner,
): Promise<Intent | undefined> {
  const [intent] = await read(db, 'where i.id = $1 and i.provider_id = $2 and i.live = $3', [id, providerId, live])
  return intent
}

export async function findIntentByCode(db: Executor, mintidHash: Buffer): Promise<Intent | undefined> {
  const [intent] = await read(db, 'where i.mintid_hash = $1', [mintidHash])
  return intent
}

/** Finds the intent that was stored under an idempotency key. */
export async function findIntentByKey(db: Executor, key: string, { providerId, live }: Owner) {
  const where = 'where i.provider_id = $1 and i.live = $2 and i.idempotency_key = $3'
  const [intent] = await read(db, where, [providerId, live, key])
  return intent
}

/** Reads the intents of a page, the newest first. */
export const readIntents = (db: Executor, ids: readonly string[]): Promise<Intent[]> =>
  read(db, 'where i.id = any($1) order by i.created_at desc, i.id desc', [ids])

/** Reads a page of all that the account has, the newest first. `after`: the last one of the page before, by the time of its binding. */
export const readOwnIntents = (
  db: Executor,
  accountId: string,
  { after, limit }: { after: PagePosition | undefined; limit: number },
): Promise<Intent[]> => read(db, OWN, [accountId, after?.at ?? null, after?.id ?? null, limit])

/** Reads the intents that the account has bound and not answered. */
export const readBoundIntents = (db: Executor, accountId: string, now: Date): Promise<Intent[]> =>
  read(db, `where i.account_id = $1 and i.state in ('bound', 'reserved') and i.expires_at > $2`, [accountId, now])

/** The proof of an account. */
export type Proof = {
  adult: boolean
  /** The account can prove nothing any more: under age, or being erased. */
  final: boolean
  /** The day of the proof. */
  verifiedOn: string | null
}

export async function readProof(db: Executor, accountId: string): Promise<Proof | undefined> {
  const [proof] = await db.query(PROOF, [accountId], PROVEN)
  return proof && { adult: proof.adult, final: proof.final, verifiedOn: proof.verified_on }
}
