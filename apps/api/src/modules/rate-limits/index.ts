import type { Background } from '../../platform/background.ts'
import { sweepLimits } from './limiter.ts'
import { sweepRefusedCalls } from './refused-calls.ts'

export { CallLimits } from './call-limits.ts'
export { type Bucket, type Full, type Hits, hits, isFull, RateLimiter, refundHits } from './limiter.ts'
export {
  deleteRefusedCalls,
  refusalsMissingAt,
  type RefusedCall,
  RefusedCalls,
  refusedCallsOf,
  REFUSALS_KEPT_MS,
} from './refused-calls.ts'
export {
  effectOf,
  type LimitAction,
  type MoneySettings,
  REFILL_MS,
  type Pool,
  POOLS,
  RULE_NAMES,
  RULE_TABLE,
  type Rules,
  rulesWith,
  type CountedSubject,
} from './rules.ts'
export { TrustedNetworks } from './trusted-networks.ts'

export const RATE_LIMITS: Background = { sweeps: { sweepLimits, sweepRefusedCalls } }
