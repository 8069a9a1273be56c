import { NUMBER_LIMITS, type NumberFinding, type NumberMoment, type SmsCause } from '@avouch/contract'
import type { RefusedCall } from '../rate-limits/index.ts'
import type { SentToNumber } from '../sms/index.ts'

/** Refusals that are no rate limit, by the reason that is noted. */
const OF_REASON: Readonly<Record<string, SmsCause>> = {
  too_soon: 'too_soon',
  gateway_down: 'gateway_failed',
  gateway_refused: 'number_refused',
  'sms.account': 'gateway_account',
  'sms.blocked': 'blocked',
}

const isOver = ({ state, goodUntil }: SentToNumber, now: Date) =>
  (state === 'waiting' || state === 'sending') && goodUntil <= now

/** Decides how an SMS ended: by the phone first, then by the network, then by the gateway. */
function causeOfSms(sms: SentToNumber, now: Date): SmsCause {
  const { state, report, why, isTypedIn } = sms
  if (isTypedIn || report === 'delivered') return 'delivered'
  if (report === 'undelivered') return why === 'account' ? 'gateway_account' : 'undelivered'
  if (state === 'accepted') return 'no_report'
  if (state === 'refused') return 'number_refused'
  return state === 'dead' || isOver(sms, now) ? 'gateway_failed' : 'sending'
}

const NO_MORE = { free_at: null, limit: null, why: null }

function findingOfSms(sms: SentToNumber, now: Date): NumberFinding {
  const code = causeOfSms(sms, now)
  const why = code === 'undelivered' && sms.why !== 'account' ? (sms.why ?? 'other') : null
  return { ...NO_MORE, code, at: sms.at.toISOString(), why }
}

function findingOfRefusal({ rule, at, freeAt }: RefusedCall): NumberFinding {
  const code = OF_REASON[rule] ?? (rule.startsWith('money.') ? 'money' : 'limit')
  const limit = code === 'limit' ? (NUMBER_LIMITS.find((one) => one === rule) ?? 'other') : null
  return { code, at: at.toISOString(), free_at: freeAt?.toISOString() ?? null, limit, why: null }
}

/** An SMS in the time line. */
export function momentOfSms(sms: SentToNumber, now: Date): NumberMoment {
  const { code, why } = findingOfSms(sms, now)
  return { at: sms.at.toISOString(), source: 'sms', what: code, detail: sms.notice === null ? why : 'notice' }
}

/** A refusal in the time line. */
export function momentOfRefusal(refused: RefusedCall): NumberMoment {
  const { code, limit } = findingOfRefusal(refused)
  return { at: refused.at.toISOString(), source: 'refusal', what: code, detail: limit }
}

type Facts = {
  lockedAt: Date | null
  isNumberBlocked: boolean
  sent: readonly SentToNumber[]
  refused: readonly RefusedCall[]
  now: Date
}

/** Lists what lasts, then the refusals since the newest SMS with a code, the newest first, then that SMS. */
export function findingsOf({ lockedAt, isNumberBlocked, sent, refused, now }: Facts): NumberFinding[] {
  const newest = sent.find(({ notice }) => notice === null)
  const found: NumberFinding[] = [
    ...(lockedAt === null ? [] : [{ ...NO_MORE, code: 'locked' as const, at: lockedAt.toISOString() }]),
    ...(isNumberBlocked ? [{ ...NO_MORE, code: 'blocked' as const, at: null }] : []),
    ...refused.filter(({ at }) => newest === undefined || at >= newest.at).map(findingOfRefusal),
    ...(newest === undefined ? [] : [findingOfSms(newest, now)]),
  ]
  const isFirst = ({ code, limit }: NumberFinding, i: number) =>
    found.findIndex((other) => other.code === code && other.limit === limit) === i
  return found.length === 0 ? [{ ...NO_MORE, code: 'nothing', at: null }] : found.filter(isFirst)
}
