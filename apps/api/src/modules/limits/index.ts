export { createLimits, type Limits } from './limits.ts'
export { type LimitAction, type RuleName, type Rules, rulesWith } from './rules.ts'
export { createOtpAnomaly, type OtpAnomaly } from './otp-anomaly.ts'
export { sweepLimits } from './tally-store.ts'
