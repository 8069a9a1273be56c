export { createKyc, type Kyc, REVIEW_INTENT_LIFE_MS } from './kyc.ts'
export { createPollSchedule } from './poll-times.ts'
export { createReconciliation } from './reconciliation.ts'
export { advances } from './transitions.ts'
