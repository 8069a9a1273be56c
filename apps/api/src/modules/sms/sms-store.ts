import type { Language } from '@avouch/contract'
import type { CodePurpose } from './code-seed.ts'
import type { ClaimedSms, SmsNotice, SmsState, SmsStore } from './ports.ts'
import type { SmsVerdict } from './sms-budget.ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'

type ClaimedRow = { id: string; tries: number; language: Language; phone_idx: Uint8Array; phone_enc: string }
type CodeRow = ClaimedRow & { challenge_id: string; purpose: CodePurpose; generation: number }
type NoticeRow = ClaimedRow & { notice: SmsNotice }

const TAKE = `
  update sms_message m set state = 'sending', tries = m.tries + 1, claimed_at = $2,
    doubts = m.doubts + (case when m.state = 'sending' then 1 else 0 end)`
const IS_FREE = `
  m.id = $1 and m.good_until > $2 and m.tries < $3
    and (m.state = 'waiting' or (m.state = 'sending' and m.claimed_at <= $5))
    and m.doubts + (case when m.state = 'sending' then 1 else 0 end) <= $4`

/** A code that has been replaced or used meanwhile is not sent any more. */
const CLAIM_CODE = `${TAKE}
  from sms_challenge c
  where ${IS_FREE}
    and c.id = m.challenge_id and c.state = 'live' and c.generation = m.generation
  returning m.id, m.tries, m.language, m.challenge_id, m.generation, c.purpose, c.phone_idx, c.phone_enc`

/** An account that has ended is told nothing more. */
const CLAIM_NOTICE = `${TAKE}
  from account a
  where ${IS_FREE}
    and a.id = m.account_id and a.state = 'active'
  returning m.id, m.tries, m.language, m.notice, a.phone_idx, a.phone_enc`

/** As it was before: nothing was sent. */
const POSTPONE = `update sms_message set state = 'waiting', tries = 0, claimed_at = null where id = $1`

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
  where m.id = $1 and m.state = 'refused' and c.id = m.challenge_id and c.state in ('live', 'cancelled') and c.delivery = 'awaited'
    and not exists (select 1 from sms_message o where o.challenge_id = c.id and o.state = 'accepted')`

const STATE = `select state from sms_message where id = $1 and (good_until > $2 or state not in ('waiting', 'sending'))`

const toClaimed = (row: ClaimedRow, about: ClaimedSms['about']): ClaimedSms => ({
  id: row.id,
  tries: row.tries,
  language: row.language,
  phoneIdx: Buffer.from(row.phone_idx),
  phoneEnc: row.phone_enc,
  about,
})

const seedOf = ({ challenge_id, purpose, phone_idx, generation }: CodeRow) => ({
  id: challenge_id,
  purpose,
  phoneIdx: Buffer.from(phone_idx),
  generation,
})

type Notice = Pick<ClaimedSms, 'phoneIdx' | 'phoneEnc'> & { notice: SmsNotice }
type Ports = {
  /** Whether the budget allows a notice; part of the transaction. */
  admitNotice: (tx: Executor, notice: Notice, now: Date) => Promise<SmsVerdict>
  enqueueLater: (tx: Executor, smsId: string, afterSeconds: number) => Promise<void>
}

export function createSmsStore(db: Database, { admitNotice, enqueueLater }: Ports): SmsStore {
  const claimNotice = (values: unknown[], now: Date) =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<NoticeRow>(CLAIM_NOTICE, values)
      if (row === undefined) return undefined
      const sms = toClaimed(row, { notice: row.notice })
      // What was allowed once is sent, also by the next process.
      const verdict = sms.tries > 1 ? undefined : await admitNotice(tx, { ...sms, notice: row.notice }, now)
      if (verdict === undefined || verdict.allowed) return sms
      await tx.query(POSTPONE, [row.id])
      await enqueueLater(tx, row.id, verdict.retryAfterSeconds)
      return 'postponed'
    })

  const stateOf = async (id: string, now: Date) => (await db.query<{ state: SmsState }>(STATE, [id, now]))[0]?.state

  return {
    async claim(id, { maxTries, maxDoubts, abandonedBefore }, now) {
      const values = [id, now, maxTries, maxDoubts, abandonedBefore]
      const [code] = await db.query<CodeRow>(CLAIM_CODE, values)
      if (code !== undefined) return toClaimed(code, { code: seedOf(code) })
      return claimNotice(values, now)
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
