import type { Language } from '@avouch/contract'
import type { CodePurpose } from '../../modules/codes/ports.ts'
import type { ClaimedSms, SmsState, SmsStore } from '../../modules/sms/ports.ts'
import type { Executor } from '../database/database.ts'

type ClaimedRow = {
  id: string
  tries: number
  language: Language
  challenge_id: string
  purpose: CodePurpose
  generation: number
  phone_idx: Uint8Array
  phone_enc: string
}

/** A code that has been replaced or used meanwhile is not sent any more. */
const CLAIM = `
  update sms_message m set state = 'sending', tries = m.tries + 1, claimed_at = $2,
    doubts = m.doubts + (case when m.state = 'sending' then 1 else 0 end)
  from sms_challenge c
  where m.id = $1 and m.good_until > $2 and m.tries < $3
    and (m.state = 'waiting' or (m.state = 'sending' and m.claimed_at <= $5))
    and m.doubts + (case when m.state = 'sending' then 1 else 0 end) <= $4
    and c.id = m.challenge_id and c.state = 'live' and c.generation = m.generation
  returning m.id, m.tries, m.language, m.challenge_id, m.generation, c.purpose, c.phone_idx, c.phone_enc`

/** Whoever was given up for gone may still report that it was accepted, and nothing else. */
const SETTLE = `
  update sms_message set
    doubts = doubts + (case when $3 = 'unknown' then 1 else 0 end),
    state = case
      when $3 in ('accepted', 'refused') then $3
      when tries >= $4 or doubts + (case when $3 = 'unknown' then 1 else 0 end) > $5 then 'dead'
      else 'waiting' end
  where id = $1 and state <> 'accepted' and ((state = 'sending' and tries = $2) or $3 = 'accepted')
  returning state`

const DISCARD = `
  update sms_challenge c set state = 'dead' from sms_message m
  where m.id = $1 and m.state = 'refused' and c.id = m.challenge_id and c.state = 'live' and c.delivery = 'awaited'
    and not exists (select 1 from sms_message o where o.challenge_id = c.id and o.state = 'accepted')`

const STATE = `select state from sms_message where id = $1 and (good_until > $2 or state not in ('waiting', 'sending'))`

const toClaimed = (row: ClaimedRow): ClaimedSms => ({
  id: row.id,
  tries: row.tries,
  language: row.language,
  phoneIdx: Buffer.from(row.phone_idx),
  phoneEnc: row.phone_enc,
  code: {
    id: row.challenge_id,
    purpose: row.purpose,
    phoneIdx: Buffer.from(row.phone_idx),
    generation: row.generation,
  },
})

export function createSmsStore(db: Executor): SmsStore {
  const stateOf = async (id: string, now: Date) => (await db.query<{ state: SmsState }>(STATE, [id, now]))[0]?.state

  return {
    async claim(id, { maxTries, maxDoubts, abandonedBefore }, now) {
      const [row] = await db.query<ClaimedRow>(CLAIM, [id, now, maxTries, maxDoubts, abandonedBefore])
      return row && toClaimed(row)
    },

    async settle({ id, tries }, outcome, { maxTries, maxDoubts }) {
      const [row] = await db.query<{ state: SmsState }>(SETTLE, [id, tries, outcome, maxTries, maxDoubts])
      if (row?.state === 'refused') await db.query(DISCARD, [id])
      return row?.state ?? 'sending'
    },

    stateOf,

    async unsent(now) {
      const rows = await db.query<{ id: string }>(
        `select id from sms_message where state in ('waiting', 'sending') and good_until > $1 order by created_at`,
        [now],
      )
      return rows.map(({ id }) => id)
    },
  }
}
