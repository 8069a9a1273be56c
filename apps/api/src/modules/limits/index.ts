export type { Held } from './counter-store.ts'
export type { MemoryCounters } from './memory-counters.ts'
export {
  createLimitDesk,
  type CounterLabel,
  labelsOfAddress,
  labelsOfBrowser,
  type LimitDesk,
  type LimitState,
  moveCounts,
} from './limit-desk.ts'
export { earnersOf, type Terms, termsOf, waitFor, type Wanted } from './places.ts'
export { type Back, type Counters, createCounters, type Settlement, type WantedPart } from './counters.ts'
export type { Beside, Taken } from './take-store.ts'
export { createLimits, type Limits } from './limits.ts'
export { type LimitAction, RULE_NAMES, type RuleName, type Rules, rulesWith } from './rules.ts'
export { createOtpAnomaly, type OtpAnomaly } from './otp-anomaly.ts'
export { sweepCounters } from './sweep-store.ts'
