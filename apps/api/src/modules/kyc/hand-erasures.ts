import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Audit } from '../audit/index.ts'
import { nameAtVendor } from './providers/index.ts'
import { unseal } from './vendors.ts'

/** Vendors limit erasures to some a day. */
const LATE_MS = 7 * 24 * HOUR_MS
/** SQL: sessions that a person has to have erased: the vendor does it for no call, or has not done it for a week. */
const BY_HAND = 'check_id is null and erase_since is not null and (by_hand or erase_since <= $1)'

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $2::timestamptz - min(erase_since))::float8 as oldest
  from identity_session where ${BY_HAND}`

/** They may wait: for a person, which no process can do anything about. */
export const sessionBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [later(now, -LATE_MS), now], row(BACKLOG))).map((found) => ({
    ...backlogOf('vendor sessions to erase by hand', found),
    mayWait: true,
  }))

const LIST = `
  select id, provider, erase_since as since, kept_enc as "keptEnc" from identity_session where ${BY_HAND}
  order by erase_since, id`
const LISTED = row({ id: text, provider: text, since: timestamp, keptEnc: nullable(text) })

type Deps = { db: Database; clock: Clock; audit: Audit; keys: Keys }

/** Lists those sessions with what they are called at their vendor, whether or not the settings still name it. */
export const listHandErasures = ({ db, clock, audit, keys }: Deps) =>
  db.transaction(async (tx) => {
    const found = await tx.query(LIST, [later(clock(), -LATE_MS)], LISTED)
    if (found.length > 0) await audit.append(tx, { type: 'operator.erasures_listed', reason: String(found.length) })
    return found.map(({ id, provider, since, keptEnc }) => {
      const known = unseal(keys, { id, keptEnc })
      return { id, provider, since, theirs: known === undefined ? '-' : nameAtVendor(known) }
    })
  })

const END = `delete from identity_session where ${BY_HAND} and id = $2 returning provider`

/** Forgets a session that a person had erased. @returns false for another one */
export const endHandErasure = ({ db, clock, audit }: Omit<Deps, 'keys'>, id: string) =>
  db.transaction(async (tx) => {
    const [ended] = await tx.query(END, [later(clock(), -LATE_MS), id], row({ provider: text }))
    if (ended) await audit.append(tx, { type: 'operator.erasure_done', reason: `${id} ${ended.provider}` })
    return ended !== undefined
  })
