import type { IntentStatus as IntentState } from '@avouch/contract'

export type IntentStep = 'bind' | 'answer' | 'answer_test' | 'reserve' | 'execute' | 'expire' | 'cancel'

/** Only payments are ever reserved. */
const OPEN: readonly IntentState[] = ['created', 'bound', 'reserved']
const UNCONFIRMED: readonly IntentState[] = ['created', 'bound']
const ANSWERED: readonly IntentState[] = ['confirmed', 'denied']

/** Every step that an intent can take, and nothing else. Statements take the states to start from out of this table. */
export const STEPS: Readonly<Record<IntentStep, { from: readonly IntentState[]; to: readonly IntentState[] }>> = {
  /** Once more by the same visitor it stays where it is. */
  bind: { from: UNCONFIRMED, to: ['bound'] },
  answer: { from: ['bound'], to: ANSWERED },
  /** The helper for test keys needs no visitor. */
  answer_test: { from: OPEN, to: [...ANSWERED, 'executed', 'cancelled'] },
  /** A payment is confirmed by its payer, and then executed. */
  reserve: { from: ['bound'], to: ['reserved'] },
  execute: { from: ['reserved'], to: ['executed'] },
  expire: { from: OPEN, to: ['expired'] },
  cancel: { from: OPEN, to: ['cancelled'] },
}

export const isOpen = (state: IntentState): boolean => OPEN.includes(state)
