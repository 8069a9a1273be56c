import { MINUTE_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { REPORT_STATES, REPORT_WHYS, type Report } from './report-formats.ts'

const REPORTED = row({
  id: text,
  codeId: nullable(text),
  tries: int,
  gateway: int,
  phoneIdx: bytes,
  phoneEnc: text,
  report: nullable(oneOf(REPORT_STATES)),
  reportWhy: nullable(oneOf(REPORT_WHYS)),
  claimedAt: nullable(timestamp),
})
const FIND = `
  select id, code_id as "codeId", tries, gateway, phone_idx as "phoneIdx", phone_enc as "phoneEnc", report,
    report_why as "reportWhy", claimed_at as "claimedAt"
  from sms_message where report_refs @> array[$1::bytea] and report_refs <> '{}' for update`

/** A message by one of its references, locked. */
export const findReported = async (tx: Executor, ref: Buffer) => (await tx.query(FIND, [ref], REPORTED))[0]

export const writeReport = async (tx: Executor, id: string, { state, why }: Report, now: Date): Promise<void> =>
  void (await tx.query(`update sms_message set report = $2, report_why = $3, report_at = $4 where id = $1`, [
    id,
    state,
    why,
    now,
  ]))

export const addRef = async (tx: Executor, id: string, ref: Buffer): Promise<void> =>
  void (await tx.query('update sms_message set report_refs = report_refs || $2::bytea where id = $1', [id, ref]))

/** Until the end of the transaction a report and the answer that names its message don't pass each other unseen. */
export const lockRef = async (tx: Executor, ref: Buffer): Promise<void> =>
  void (await tx.query('select pg_advisory_xact_lock($1::bigint)', [ref.readBigInt64BE(0).toString()]))

const KEEP = `
  insert into sms_report_early (ref, state, why, at) values ($1, $2, $3, $4)
  on conflict (ref) do update set state = excluded.state, why = excluded.why, at = excluded.at
  where sms_report_early.state <> 'delivered' and excluded.state <> 'sent'`

export const keepEarly = async (tx: Executor, ref: Buffer, { state, why }: Report, now: Date): Promise<void> =>
  void (await tx.query(KEEP, [ref, state, why, now]))

const EARLY = row({ state: oneOf(REPORT_STATES), why: nullable(oneOf(REPORT_WHYS)) })
export const takeEarly = async (tx: Executor, ref: Buffer): Promise<Report | undefined> =>
  (await tx.query('delete from sms_report_early where ref = $1 returning state, why', [ref], EARLY))[0]

export const sweepEarlyReports = sweepOf({
  keepMs: 10 * MINUTE_MS,
  table: 'sms_report_early',
  where: 't.at <= $1',
})
