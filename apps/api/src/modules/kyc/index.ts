export { createKyc, type Kyc } from './kyc.ts'
export { advances } from './transitions.ts'
