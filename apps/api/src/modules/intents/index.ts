export { createIntents, type Intents } from './intents.ts'
export { isYoungEnough, oldestProofDay } from './proof-age.ts'
export { STEPS } from './steps.ts'
