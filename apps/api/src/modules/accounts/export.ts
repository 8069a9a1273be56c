import { type HeldData, INTENT_STATUSES, KYC_STATUSES, WALLET_CURRENCY } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, nullable, oneOf, row, storedLanguage, text, timestamp } from '../../platform/database/rows.ts'
import { balanceOf, entriesOf, findWallet, toWalletEntry } from '../wallet/index.ts'

/** Keeps the newest `$4` times. Counts another export unless `$4` of them are after `$3`. */
const COUNT = `
  update account set exported_at = (exported_at || $2::timestamptz)[greatest(1, cardinality(exported_at) + 2 - $4::int):]
  where id = $1 and coalesce(exported_at[cardinality(exported_at) + 1 - $4::int] <= $3, true)
  returning exported_at[cardinality(exported_at) - 1] as before`
const COUNTED = row({ before: nullable(timestamp) })
const FIND_OLDEST = 'select exported_at[1] as oldest from account where id = $1'
const OLDEST = row({ oldest: nullable(timestamp) })

type Bound = { now: Date; since: Date; most: number }

/**
 * Counts an export if fewer than `most` were counted after `since`.
 * @returns the time of the export before this one; undefined at the limit
 */
export async function countExport(db: Executor, accountId: string, { now, since, most }: Bound) {
  const [counted] = await db.query(COUNT, [accountId, now, since, most], COUNTED)
  return counted
}

/** The oldest export that is still counted; undefined when the account is gone. */
export async function findOldestExport(db: Executor, accountId: string): Promise<Date | undefined> {
  const [found] = await db.query(FIND_OLDEST, [accountId], OLDEST)
  return found?.oldest ?? undefined
}

/** Everything that is held about a person, but for the number, which only the phone book can read, and the audit trail. */
export type HeldRows = Omit<HeldData, 'account' | 'security_events'> & {
  account: Omit<HeldData['account'], 'phone'> & { phoneIdx: Buffer; phoneEnc: string }
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const ACCOUNT = `
  select id, phone_idx, phone_enc, language, data_collection_consent, created_at, adult, is_appeal, account.verified_on::text,
    w.withdrawn_at, coalesce(d.kept_since, w.kept_since) as kept_since
  from account left join proof_document d on d.account_id = account.id
    left join proof_withdrawal w on w.account_id = account.id
  where id = $1`
const CHECKS = 'select status, created_at, reported_at from identity_check where account_id = $1 order by created_at'
const INTENTS = `
  select p.name as provider, i.result, i.created_at, i.answered_at,
    case when i.ended_at is null and i.expires_at <= $2 then 'expired' else i.state end as status
  from intent i join provider p on p.id = i.provider_id where i.account_id = $1 order by i.created_at`
const SESSIONS = `
  select authenticated_at, expires_at, state = 'live' and idle_expires_at > $2 as live, opened_by is not null as by_passkey
  from session_family where account_id = $1 and scope = 'full' order by authenticated_at`
const PASSKEYS = `
  select name, created_at, last_used_on::text, synced from passkey where account_id = $1 order by created_at, id`
const BROWSERS = 'select known_since, last_used_at from account_device where account_id = $1 order by known_since'

const ACCOUNT_ROW = row({
  id: text,
  phone_idx: bytes,
  phone_enc: text,
  language: storedLanguage,
  data_collection_consent: bool,
  created_at: timestamp,
  adult: bool,
  is_appeal: bool,
  verified_on: nullable(text),
  withdrawn_at: nullable(timestamp),
  kept_since: nullable(timestamp),
})
const CHECK_ROW = row({ status: oneOf(KYC_STATUSES), created_at: timestamp, reported_at: nullable(timestamp) })
const INTENT_ROW = row({
  provider: text,
  status: oneOf(INTENT_STATUSES),
  result: nullable(oneOf(['yes', 'no'])),
  created_at: timestamp,
  answered_at: nullable(timestamp),
})
const SESSION_ROW = row({ authenticated_at: timestamp, expires_at: timestamp, live: bool, by_passkey: bool })
const PASSKEY_ROW = row({ name: text, created_at: timestamp, last_used_on: nullable(text), synced: bool })
const BROWSER_ROW = row({ known_since: timestamp, last_used_at: timestamp })

/** Reads the wallet in the form in which its holder sees it. */
async function heldWallet(db: Executor, accountId: string): Promise<HeldRows['wallet']> {
  const wallet = await findWallet(db, accountId)
  if (wallet === undefined) return null
  const entries = await entriesOf(db, wallet, { before: undefined, limit: null })
  return { ...(await balanceOf(db, wallet)), currency: WALLET_CURRENCY, entries: entries.map(toWalletEntry) }
}

/** Every row that belongs to a person, as that person may read it. */
export async function readHeld(db: Executor, id: string, now: Date): Promise<HeldRows | undefined> {
  const [account] = await db.query(ACCOUNT, [id], ACCOUNT_ROW)
  if (account === undefined) return undefined
  const checks = await db.query(CHECKS, [id], CHECK_ROW)
  const intents = await db.query(INTENTS, [id, now], INTENT_ROW)
  const sessions = await db.query(SESSIONS, [id, now], SESSION_ROW)
  const passkeys = await db.query(PASSKEYS, [id], PASSKEY_ROW)
  const browsers = await db.query(BROWSERS, [id], BROWSER_ROW)
  return {
    account: {
      user_id: account.id,
      phoneIdx: account.phone_idx,
      phoneEnc: account.phone_enc,
      language: account.language,
      data_collection_consent: account.data_collection_consent,
      created_at: account.created_at.toISOString(),
      of_age: account.adult,
      appeal: account.is_appeal,
      verified_on: account.verified_on,
      proof_withdrawn_at: iso(account.withdrawn_at),
      document_hash_kept_since: iso(account.kept_since),
    },
    identity_checks: checks.map(({ status, created_at, reported_at }) => ({
      status,
      begun_at: created_at.toISOString(),
      reported_at: iso(reported_at),
    })),
    requests: intents.map(({ created_at, answered_at, ...request }) => ({
      ...request,
      created_at: created_at.toISOString(),
      answered_at: iso(answered_at),
    })),
    wallet: await heldWallet(db, id),
    sessions: sessions.map(({ authenticated_at, expires_at, live, by_passkey }) => ({
      begun_at: authenticated_at.toISOString(),
      ends_at: expires_at.toISOString(),
      live,
      by_passkey,
    })),
    passkeys: passkeys.map(({ created_at, ...passkey }) => ({ ...passkey, created_at: created_at.toISOString() })),
    known_browsers: browsers.map(({ known_since, last_used_at }) => ({
      known_since: known_since.toISOString(),
      last_used_at: last_used_at.toISOString(),
    })),
  }
}
