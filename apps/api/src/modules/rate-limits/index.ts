export { CallLimits } from './call-limits.ts'
export { type Bucket, type Full, type Hits, hits, isFull, RateLimiter, refundHits, sweepLimits } from './limiter.ts'
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
