import { type AdminLimit, AppError } from '@avouch/contract'
import { type CallerLimits, type LimitState, RELEASABLE } from './caller-limits.ts'
import { type Caller, readCaller } from './caller.ts'

type Deps = { limits: CallerLimits }

const STATES = { free: 'free', 'harder captcha': 'harder_captcha', full: 'full' } as const

/** Whose address or number it is stays out. */
const shown = ({ rule, subject, used, allowed, state, nextAt, allAt }: LimitState): AdminLimit => ({
  rule,
  of: subject,
  used,
  allowed,
  state: STATES[state],
  next_at: nextAt?.toISOString() ?? null,
  all_at: allAt?.toISOString() ?? null,
})

/** @throws AppError invalid_request, without what was typed: it may be a number */
function callerIn(typed: string): Caller {
  const caller = readCaller(typed.trim())
  if (caller === undefined) throw new AppError('invalid_request')
  return caller
}

export const smsLimits = async ({ limits }: Deps): Promise<AdminLimit[]> => (await limits.sms()).map(shown)

/** @throws AppError invalid_request */
export const explainLimits = async ({ limits }: Deps, typed: string): Promise<AdminLimit[]> =>
  (await limits.explain(callerIn(typed))).map(shown)

/** @throws AppError invalid_request */
export async function releaseLimits({ limits }: Deps, typed: string, rule: string | null): Promise<AdminLimit[]> {
  if (rule !== null && !RELEASABLE.includes(rule)) throw new AppError('invalid_request')
  return (await limits.release(callerIn(typed), rule ?? undefined)).map(shown)
}
