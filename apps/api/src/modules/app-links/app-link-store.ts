import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Device } from '../../platform/device.ts'

const LINK_STATES = ['waiting', 'claimed', 'matched', 'refused'] as const

const ADD = `
  insert into app_link (code_hash, id_hash, intent_id, device_hash, number, created_at, expires_at, network_hash, over_ipv6)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`

const SELECT = `
  select l.id_hash, l.state, l.expires_at, a.state is distinct from 'active' as account_ended,
    i.state as intent_state, i.redirect_uri, i.expires_at as intent_expires_at, i.minimum_age is not null as for_adults
  from app_link l join intent i on i.id = l.intent_id left join account a on a.id = l.account_id`
const LINK = row({
  id_hash: bytes,
  state: oneOf(LINK_STATES),
  expires_at: timestamp,
  account_ended: bool,
  intent_state: text,
  redirect_uri: text,
  intent_expires_at: timestamp,
  for_adults: bool,
})

const CLAIM = `
  update app_link l set state = 'claimed', account_id = $2
  where code_hash = $1 and expires_at > $3
    and (state = 'waiting' or (state = 'claimed' and account_id = $2))
    and exists (select from intent i where i.id = l.intent_id and i.ended_at is null and i.expires_at > $3)
  returning intent_id, number, expires_at, network_hash, over_ipv6`
const CLAIMED = row({
  intent_id: text,
  number: int,
  expires_at: timestamp,
  network_hash: nullable(bytes),
  over_ipv6: nullable(bool),
})

/** The network is deleted with the choice of the number. */
const WITHOUT_NETWORK = 'network_hash = null, over_ipv6 = null'
const COMPARE = `
  update app_link set state = case when number = $3 then 'matched' else 'refused' end, ${WITHOUT_NETWORK}
  where code_hash = $1 and account_id = $2 and state = 'claimed' and expires_at > $4
  returning intent_id, state = 'matched' as matched`
const COMPARED = row({ intent_id: text, matched: bool })

/** A matched link can be refused even after its code expired: an identity check, or a top-up, takes longer than that. */
const REFUSE = `
  update app_link set state = 'refused', ${WITHOUT_NETWORK}
  where code_hash = $1 and account_id = $2 and (state = 'matched' or (state = 'claimed' and expires_at > $3))
  returning 1`

/** The network of the browser that shows the code. */
export type LinkNetwork = { hash: Buffer; isIpv6: boolean }

export type NewLink = {
  codeHash: Buffer
  idHash: Buffer
  intentId: string
  device: Device
  network: LinkNetwork | null
  number: number
  createdAt: Date
  expiresAt: Date
}

export type FollowedLink = {
  idHash: Buffer
  /** The app's progress. After `matched` the state of the intent tells the rest. */
  state: (typeof LINK_STATES)[number]
  expiresAt: Date
  /** The account that acted for this browser, by its app, has ended. */
  accountEnded: boolean
  /** `isForAdults`: the intent has a minimum age. */
  intent: { state: string; redirectUri: string; expiresAt: Date; isForAdults: boolean }
}

const readLink = async (db: Executor, where: string, values: unknown[]): Promise<FollowedLink[]> =>
  (await db.query(`${SELECT} ${where}`, values, LINK)).map((found) => ({
    idHash: found.id_hash,
    state: found.state,
    expiresAt: found.expires_at,
    accountEnded: found.account_ended,
    intent: {
      state: found.intent_state,
      redirectUri: found.redirect_uri,
      expiresAt: found.intent_expires_at,
      isForAdults: found.for_adults,
    },
  }))

export async function addLink(db: Executor, link: NewLink): Promise<void> {
  const { codeHash, idHash, intentId, device, network, number, createdAt, expiresAt } = link
  const from = [network?.hash ?? null, network?.isIpv6 ?? null]
  await db.query(ADD, [codeHash, idHash, intentId, device, number, createdAt, expiresAt, ...from])
}

export async function findLink(db: Executor, idHash: Buffer, device: Device): Promise<FollowedLink | undefined> {
  const [link] = await readLink(db, 'where l.id_hash = $1 and l.device_hash is not distinct from $2', [idHash, device])
  return link
}

/** Reads those links that still exist, in any order. */
export const findLinks = (db: Executor, idHashes: readonly Buffer[]): Promise<FollowedLink[]> =>
  readLink(db, 'where l.id_hash = any($1::bytea[])', [idHashes])

/**
 * One statement: one account claims a link, and may repeat the claim.
 * @returns undefined when the link is over or another account's
 */
export async function claimLink(db: Executor, codeHash: Buffer, accountId: string, now: Date) {
  const [claimed] = await db.query(CLAIM, [codeHash, accountId, now], CLAIMED)
  if (claimed === undefined) return undefined
  const { intent_id, number, expires_at, network_hash, over_ipv6 } = claimed
  const network: LinkNetwork | null =
    network_hash === null || over_ipv6 === null ? null : { hash: network_hash, isIpv6: over_ipv6 }
  return { intentId: intent_id, number, expiresAt: expires_at, network }
}

/** One statement: the number is compared once, and a wrong one ends the link. @returns undefined for a link without a choice */
export async function compareNumber(db: Executor, codeHash: Buffer, accountId: string, number: number, now: Date) {
  const [compared] = await db.query(COMPARE, [codeHash, accountId, number, now], COMPARED)
  return compared && { intentId: compared.intent_id, matched: compared.matched }
}

/** @returns false for a link that is over */
export const refuseLink = async (db: Executor, codeHash: Buffer, accountId: string, now: Date): Promise<boolean> =>
  (await db.query(REFUSE, [codeHash, accountId, now])).length > 0

export const sweepAppLinks = sweepOf({ keepMs: 3 * HOUR_MS, table: 'app_link', by: 'expires_at' })
