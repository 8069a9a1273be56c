import type { IntentStatus as IntentState } from '@avouch/contract'

export type IntentStep = 'bind' | 'answer' | 'answer_test' | 'expire' | 'cancel'

const OPEN: readonly IntentState[] = ['created', 'bound']
const ANSWERED: readonly IntentState[] = ['confirmed', 'denied']

/** Every step that an intent can take, and nothing else. Statements take the states to start from out of this table. */
export const STEPS: Readonly<Record<IntentStep, { from: readonly IntentState[]; to: readonly IntentState[] }>> = {
  /** Once more by the same visitor it stays where it is. */
  bind: { from: OPEN, to: ['bound'] },
  answer: { from: ['bound'], to: ANSWERED },
  /** The helper for test keys needs no visitor. */
  answer_test: { from: OPEN, to: ANSWERED },
  expire: { from: OPEN, to: ['expired'] },
  cancel: { from: OPEN, to: ['cancelled'] },
}

export const isOpen = (state: IntentState): boolean => OPEN.includes(state)
