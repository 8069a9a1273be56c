import { type IntentStatus, type KycStatus, type Language, WALLET_CURRENCY } from '@avouch/contract'
import type { HeldRows } from './ports.ts'
import { balanceOf, entriesOf, findWallet, toWalletEntry } from '../wallet/index.ts'
import type { Executor } from '../../platform/database/database.ts'

type AccountRow = {
  id: string
  phone_idx: Uint8Array
  phone_enc: string
  language: Language
  data_collection_consent: boolean
  created_at: Date
  adult: boolean
  verified_on: string | null
  kept_since: Date | null
}
type CheckRow = { status: KycStatus; created_at: Date; reported_at: Date | null }
type IntentRow = {
  provider: string
  status: IntentStatus
  result: 'yes' | 'no' | null
  created_at: Date
  answered_at: Date | null
}
type BrowserRow = { known_since: Date; last_used_at: Date }
type SessionRow = { authenticated_at: Date; expires_at: Date; live: boolean }

const ACCOUNT = `
  select id, phone_idx, phone_enc, language, data_collection_consent, created_at, adult, verified_on::text, d.kept_since
  from account left join proof_document d on d.account_id = account.id where id = $1`
const CHECKS = 'select status, created_at, reported_at from identity_check where account_id = $1 order by created_at'
const INTENTS = `
  select p.name as provider, i.result, i.created_at, i.answered_at,
    case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end as status
  from intent i join provider p on p.id = i.provider_id where i.account_id = $1 order by i.created_at`
const SESSIONS = `
  select authenticated_at, expires_at, state = 'live' and idle_expires_at > $2 as live
  from session_family where account_id = $1 and scope = 'full' order by authenticated_at`
const BROWSERS = 'select known_since, last_used_at from account_device where account_id = $1 order by known_since'

/** As the wallet shows it to its holder. */
async function heldWallet(db: Executor, accountId: string): Promise<HeldRows['wallet']> {
  const wallet = await findWallet(db, accountId)
  if (wallet === undefined) return null
  const entries = await entriesOf(db, wallet, { before: undefined, limit: null })
  return { ...(await balanceOf(db, wallet)), currency: WALLET_CURRENCY, entries: entries.map(toWalletEntry) }
}

const text = (at: Date | null): string | null => at?.toISOString() ?? null

/** Every row that belongs to a person, as it is told to that person. */
export async function heldRows(db: Executor, id: string, now: Date): Promise<HeldRows | undefined> {
  const [account] = await db.query<AccountRow>(ACCOUNT, [id])
  if (account === undefined) return undefined
  const checks = await db.query<CheckRow>(CHECKS, [id])
  const intents = await db.query<IntentRow>(INTENTS, [id, now])
  const sessions = await db.query<SessionRow>(SESSIONS, [id, now])
  const browsers = await db.query<BrowserRow>(BROWSERS, [id])
  return {
    account: {
      user_id: account.id,
      phoneIdx: Buffer.from(account.phone_idx),
      phoneEnc: account.phone_enc,
      language: account.language,
      data_collection_consent: account.data_collection_consent,
      created_at: account.created_at.toISOString(),
      of_age: account.adult,
      verified_on: account.verified_on,
      document_hash_kept_since: text(account.kept_since),
    },
    identity_checks: checks.map(({ status, created_at, reported_at }) => ({
      status,
      begun_at: created_at.toISOString(),
      reported_at: text(reported_at),
    })),
    requests: intents.map(({ created_at, answered_at, ...request }) => ({
      ...request,
      created_at: created_at.toISOString(),
      answered_at: text(answered_at),
    })),
    wallet: await heldWallet(db, id),
    sessions: sessions.map(({ authenticated_at, expires_at, live }) => ({
      begun_at: authenticated_at.toISOString(),
      ends_at: expires_at.toISOString(),
      live,
    })),
    known_browsers: browsers.map(({ known_since, last_used_at }) => ({
      known_since: known_since.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  }
}
