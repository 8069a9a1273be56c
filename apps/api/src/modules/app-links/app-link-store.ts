import type { AppLinkStore, FollowedLink, LinkState } from './ports.ts'
import type { Executor } from '../../platform/database/database.ts'

const CREATE = `
  insert into app_link (code_hash, id_hash, intent_id, device_hash, number, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

const SELECT = `
  select l.id_hash, l.state, l.expires_at, a.state is distinct from 'active' as account_ended,
    i.state as intent_state, i.redirect_uri, i.expires_at as intent_expires_at, i.minimum_age is not null as for_adults
  from app_link l join intent i on i.id = l.intent_id left join account a on a.id = l.account_id`
const FOLLOW = `${SELECT} where l.id_hash = $1 and l.device_hash is not distinct from $2`
const FOLLOW_ALL = `${SELECT} where l.id_hash = any($1::bytea[])`

const CLAIM = `
  update app_link set state = 'claimed', account_id = $2
  where code_hash = $1 and expires_at > $3
    and (state = 'waiting' or (state = 'claimed' and account_id = $2))
  returning intent_id, number, expires_at`

const MATCH = `
  update app_link set state = case when number = $3 then 'matched' else 'refused' end
  where code_hash = $1 and account_id = $2 and state = 'claimed' and expires_at > $4
  returning intent_id, state`

/** Once the number was right there is no hurry any more: a check, or topping up, takes longer than the code lives. */
const REFUSE = `
  update app_link set state = 'refused'
  where code_hash = $1 and account_id = $2 and (state = 'matched' or (state = 'claimed' and expires_at > $3))
  returning 1`

type Row = {
  id_hash: Uint8Array
  state: LinkState
  expires_at: Date
  intent_state: string
  redirect_uri: string
  intent_expires_at: Date
  account_ended: boolean
  for_adults: boolean
}
const toLink = (row: Row): FollowedLink => ({
  state: row.state,
  expiresAt: row.expires_at,
  accountEnded: row.account_ended,
  intent: {
    state: row.intent_state,
    redirectUri: row.redirect_uri,
    expiresAt: row.intent_expires_at,
    isForAdults: row.for_adults,
  },
})

export function createAppLinkStore(db: Executor): AppLinkStore {
  return {
    async create({ codeHash, idHash, intentId, device, number, createdAt, expiresAt }) {
      await db.query(CREATE, [codeHash, idHash, intentId, device, number, createdAt, expiresAt])
    },

    async follow(idHash, device) {
      const [row] = await db.query<Row>(FOLLOW, [idHash, device])
      return row && toLink(row)
    },

    async followAll(idHashes) {
      const rows = await db.query<Row>(FOLLOW_ALL, [idHashes])
      return rows.map((row) => ({ idHash: Buffer.from(row.id_hash), link: toLink(row) }))
    },

    async claim(codeHash, accountId, now) {
      const values = [codeHash, accountId, now]
      const [row] = await db.query<{ intent_id: string; number: number; expires_at: Date }>(CLAIM, values)
      return row && { intentId: row.intent_id, number: row.number, expiresAt: row.expires_at }
    },

    async match(codeHash, accountId, number, now) {
      const values = [codeHash, accountId, number, now]
      const [row] = await db.query<{ intent_id: string; state: LinkState }>(MATCH, values)
      return row && { intentId: row.intent_id, matched: row.state === 'matched' }
    },

    refuse: async (codeHash, accountId, now) => (await db.query(REFUSE, [codeHash, accountId, now])).length > 0,
  }
}
