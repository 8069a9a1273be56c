import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import { pause } from '../../platform/pause.ts'
import type { Audit } from '../audit/index.ts'
import type { GatewayNumber } from './gateways.ts'
import { insertMessage, type Recipient, SMS_OUTBOX, type SmsState, stateOf } from './outbox-store.ts'
import type { ReportState, ReportWhy } from './report-formats.ts'

const LIFE_MS = 5 * MINUTE_MS
const LOOK_EVERY_MS = 0.25 * SECOND_MS
export const TRIAL_MS = 120 * SECOND_MS

type Deps = { db: Database; clock: Clock; audit: Audit; reports: boolean }
type Trial = {
  state: SmsState | 'gone'
  why: ReportWhy | null
  /** Seconds from the beginning to each state that was seen. */
  seconds: Partial<Record<'accepted' | ReportState, number>>
}

/** Nothing comes after it: the gateway said no, or the network said its last word, or nobody reports. */
const isOver = ({ state, seconds }: Trial, reports: boolean): boolean =>
  state === 'refused' ||
  state === 'dead' ||
  state === 'gone' ||
  (state === 'accepted' && (!reports || seconds.delivered !== undefined || seconds.undelivered !== undefined))

/** Lets a running product send a fixed text by one gateway, and watches what becomes of it. */
export async function trySms(
  { db, clock, audit, reports }: Deps,
  to: Recipient,
  gateway: GatewayNumber,
): Promise<Trial> {
  const [id, begun] = [newId('trial'), clock()]
  await db.transaction(async (tx) => {
    const times = { goodUntil: later(begun, LIFE_MS), now: begun, dueAt: begun }
    await insertMessage(tx, to, { id, codeId: null, notice: 'trial', refunds: [], gateway, ...times })
    await audit.append(tx, { type: 'operator.sms_tried', reason: gateway === 2 ? 'second' : 'first' })
    await announce(tx, SMS_OUTBOX.name)
  })
  const trial: Trial = { state: 'waiting', why: null, seconds: {} }
  const from = performance.now()
  for (;;) {
    const passedMs = performance.now() - from
    const found = await stateOf(db, id, clock())
    const seconds = Math.round(passedMs / 100) / 10
    trial.state = found?.state ?? 'gone'
    trial.why = found?.reportWhy ?? null
    if (found?.state === 'accepted') trial.seconds.accepted ??= seconds
    if (found?.report) trial.seconds[found.report] ??= seconds
    if (isOver(trial, reports) || passedMs > TRIAL_MS) return trial
    await pause(LOOK_EVERY_MS, new AbortController().signal)
  }
}
