export { createLimits, type Limits } from './limits.ts'
export { type LimitAction, RULES, type RuleName, type Rules } from './rules.ts'
export { createTally, type Tally } from './tally.ts'
