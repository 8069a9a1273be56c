import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { SmsNotice } from './message.ts'
import { type EnqueueSms, holdAccountOf, insertDaily, insertWarning } from './outbox-store.ts'

/** A warning is worth reading for a day. */
const WARNING_LIFE_MS = 24 * HOUR_MS
/** How long a daily notice is worth reading; the first is about what happens at this moment. */
const LIFE_MS = { account_exists: HOUR_MS, pin_right: WARNING_LIFE_MS }
const ONCE_IN_MS = 24 * HOUR_MS

type Warning = {
  accountId: string
  /** Names what happened: the same thing is reported once. */
  smsId: string
  notice: Extract<SmsNotice, 'pin_changed' | 'codes_wrong' | 'pin_closed'>
  now: Date
}

/** Stores an SMS that warns the holder of the number, in the transaction of what happened. */
export async function writeWarning(tx: Executor, { now, ...warning }: Warning, enqueue: EnqueueSms): Promise<void> {
  const isNew = await insertWarning(tx, { ...warning, now, goodUntil: later(now, WARNING_LIFE_MS) })
  if (isNew) await enqueue(tx, warning.smsId)
}

type Daily = { notice: keyof typeof LIFE_MS; phoneIdx: Buffer; smsId: string; now: Date }

/**
 * The number with an account was registered again, or its right PIN was typed in where the account knows no browser: its
 * holder gets one SMS, and no other of the kind in a day.
 */
export const writeDaily = (db: Database, { notice, phoneIdx, smsId, now }: Daily, enqueue: EnqueueSms): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await holdAccountOf(tx, phoneIdx)
    if (accountId === undefined) return
    const times = { now, goodUntil: later(now, LIFE_MS[notice]), lastBefore: later(now, -ONCE_IN_MS) }
    if (await insertDaily(tx, { accountId, smsId, notice, ...times })) await enqueue(tx, smsId)
  })
