import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import { pause } from '../../platform/pause.ts'
import type { Audit } from '../audit/index.ts'
import type { GatewayNumber } from './fail-over.ts'
import { insertMessage, type Recipient, SMS_OUTBOX, stateOf } from './outbox-store.ts'

const LIFE_MS = 5 * MINUTE_MS
const LOOK_EVERY_MS = 0.25 * SECOND_MS
export const TRIAL_MS = 120 * SECOND_MS
/** Nothing comes after these; nor after `accepted`, where the gateway does not report. */
const LAST = ['refused', 'dead', 'delivered', 'undelivered']

type Deps = { db: Database; clock: Clock; audit: Audit; reports: boolean }

/**
 * Lets a running product send a fixed text by one gateway, and watches what becomes of it.
 * @returns its last state, and the seconds from the beginning to each one that was seen
 */
export async function trySms({ db, clock, audit, reports }: Deps, to: Recipient, gateway: GatewayNumber) {
  const [id, now] = [newId('trial'), clock()]
  await db.transaction(async (tx) => {
    const times = { goodUntil: later(now, LIFE_MS), now, dueAt: now }
    await insertMessage(tx, to, { id, codeId: null, notice: 'trial', refunds: [], gateway, ...times })
    await audit.append(tx, { type: 'operator.sms_tried', reason: gateway === 2 ? 'second' : 'first' })
    await announce(tx, SMS_OUTBOX.name)
  })
  const seconds: Record<string, number> = {}
  for (const from = performance.now(); ; ) {
    const passedMs = performance.now() - from
    const { state = 'dead', report = null, reportWhy: why = null } = (await stateOf(db, id, clock())) ?? {}
    for (const seen of [state, report ?? state]) seconds[seen] ??= Math.round(passedMs / 100) / 10
    const isOver = [state, report ?? ''].some((one) => LAST.includes(one)) || (state === 'accepted' && !reports)
    if (isOver || passedMs > TRIAL_MS) return { state, report, why, seconds }
    await pause(LOOK_EVERY_MS, new AbortController().signal)
  }
}
