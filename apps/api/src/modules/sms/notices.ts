import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { SmsNotice } from './message.ts'
import { type EnqueueSms, holdAccountOf, insertAccountExists, insertWarning } from './outbox-store.ts'

/** A warning is worth reading for a day. */
const WARNING_LIFE_MS = 24 * HOUR_MS
/** It is about what happens at this moment. */
const ACCOUNT_EXISTS_LIFE_MS = HOUR_MS
const ACCOUNT_EXISTS_ONCE_IN_MS = 24 * HOUR_MS

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

/** A number with an account was registered again: its holder gets one SMS, and no other in a day. */
export const writeAccountExists = (
  db: Database,
  { phoneIdx, now }: { phoneIdx: Buffer; now: Date },
  enqueue: EnqueueSms,
): Promise<void> =>
  db.transaction(async (tx) => {
    const accountId = await holdAccountOf(tx, phoneIdx)
    if (accountId === undefined) return
    const smsId = newId('sms')
    const times = {
      now,
      goodUntil: later(now, ACCOUNT_EXISTS_LIFE_MS),
      lastBefore: later(now, -ACCOUNT_EXISTS_ONCE_IN_MS),
    }
    if (await insertAccountExists(tx, { accountId, smsId, ...times })) await enqueue(tx, smsId)
  })
