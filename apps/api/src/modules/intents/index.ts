import type { Background } from '../../platform/background.ts'
import { COUNT_DUE, COUNT_TIMER, sweepCounts } from './day-counts.ts'
import { EXPIRE_DUE, sweepIntents } from './intent-change-store.ts'
import { EXPIRE_TIMER } from './intents.ts'

export { type Answers, isYoungEnough, oldestProofDay } from './answers.ts'
export type { Creation } from './creation.ts'
export type { MerchantCodes } from './merchant-codes.ts'
export type { OwnIntents } from './own-intents.ts'
export type { PresentedIntents } from './presented-intents.ts'
export type { ProviderIntents } from './provider-intents.ts'
export { CheckLog } from './check-log.ts'
export { Figures, readEnded } from './figures.ts'
export { eventOf } from './endings.ts'
export { addIntent, type NewIntent } from './intent-change-store.ts'
export { findIntent, findIntentByCode, type Intent } from './intent-store.ts'
export { createIntents, type Intents } from './intents.ts'
export { isOpen, STEPS } from './steps.ts'
export { bindIntent, type VisitorIntents } from './visitor-intents.ts'

export const INTENTS: Background = {
  timers: [
    { ...EXPIRE_TIMER, due: EXPIRE_DUE },
    { ...COUNT_TIMER, due: COUNT_DUE },
  ],
  sweeps: { sweepIntents, sweepCounts },
}
