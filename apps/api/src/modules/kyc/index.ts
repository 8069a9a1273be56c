export { createKyc, type Kyc, REVIEW_INTENT_LIFE_MS } from './kyc.ts'
export { advances } from './transitions.ts'
