import { HOUR_MS } from '@avouch/contract'
import { CLOSINGS_COUNT_MS } from './modules/codes/index.ts'
import { later } from './platform/clock.ts'
import type { Executor } from './platform/database/database.ts'
import { SWEEP_STOPS } from './modules/kyc/index.ts'

const ENDED_INTENT_MS = 90 * 24 * HOUR_MS
/** The event of a refund is later than that of the payment. */
const ENDED_INTENT = `e.intent_id = i.id and i.ended_at <= $1 and (i.state <> 'executed' or e.created_at <= $1)`
/** So long a payment can be refunded. */
const PAID_MS = 395 * 24 * HOUR_MS
const PAID = `
  delete from intent i where i.ended_at <= $1 and i.state = 'executed'
    and not exists (select 1 from webhook_event e where e.intent_id = i.id)`

/** What is over goes, each after its time. Counters of wrong PINs stay: they end with a right one, not with time. */
const EXPIRED: readonly { keepMs: number; statement: string }[] = [
  ...SWEEP_STOPS.map((statement) => ({ keepMs: 0, statement })),
  { keepMs: 0, statement: 'delete from tombstone where expires_at <= $1' },
  { keepMs: 0, statement: 'delete from registration where expires_at <= $1' },
  { keepMs: 0, statement: 'delete from recovery_token where expires_at <= $1' },
  { keepMs: 0, statement: 'delete from spent_captcha where expires_at <= $1' },
  { keepMs: 0, statement: 'delete from limit_counter where expires_at <= $1' },
  { keepMs: 0, statement: 'delete from number_guess where until <= $1' },
  { keepMs: CLOSINGS_COUNT_MS, statement: 'delete from code_throttle where until <= $1 and login_tries = 0' },
  { keepMs: 15 * 24 * HOUR_MS, statement: 'delete from tally where slot <= $1' },
  { keepMs: 3 * HOUR_MS, statement: 'delete from app_link where expires_at <= $1' },
  { keepMs: HOUR_MS, statement: 'delete from access_token where expires_at <= $1' },
  { keepMs: 24 * HOUR_MS, statement: 'delete from session_family where expires_at <= $1' },
  { keepMs: 24 * HOUR_MS, statement: 'delete from sms_challenge where expires_at <= $1' },
  { keepMs: 24 * HOUR_MS, statement: `delete from pin_throttle where class_key like 'nobody:%' and inflight_at <= $1` },
  { keepMs: 24 * HOUR_MS, statement: 'delete from sms_message where good_until <= $1' },
  { keepMs: 48 * HOUR_MS, statement: 'delete from sms_decision where decided_at <= $1' },
  { keepMs: 48 * HOUR_MS, statement: 'delete from sms_slot where slot <= $1' },
  { keepMs: 16 * 24 * HOUR_MS, statement: 'delete from sms_day where day <= $1::date' },
  { keepMs: 180 * 24 * HOUR_MS, statement: 'delete from device where created_at <= $1' },
  { keepMs: 30 * 24 * HOUR_MS, statement: 'delete from webhook_attempt where attempted_at <= $1' },
  { keepMs: ENDED_INTENT_MS, statement: `delete from webhook_event e using intent i where ${ENDED_INTENT}` },
  { keepMs: ENDED_INTENT_MS, statement: `delete from intent where ended_at <= $1 and state <> 'executed'` },
  { keepMs: PAID_MS, statement: PAID },
  { keepMs: 90 * 24 * HOUR_MS, statement: 'delete from vendor_event where received_at <= $1' },
]

/** Deletes what has expired. Repeating it, or running it twice at once, does no harm. */
export async function sweep(db: Executor, now: Date): Promise<void> {
  for (const { keepMs, statement } of EXPIRED) await db.query(statement, [later(now, -keepMs)])
}
