export { createIntents, type Intents } from './intents.ts'
export { transactionLabel } from './label.ts'
export { isYoungEnough, oldestProofDay } from './proof-age.ts'
export { STEPS } from './steps.ts'
