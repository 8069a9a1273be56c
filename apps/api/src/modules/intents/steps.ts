import type { IntentStatus as IntentState } from '@avouch/contract'

export type IntentStep = 'bind' | 'answer' | 'present' | 'answer_test' | 'reserve' | 'execute' | 'expire' | 'cancel'

/** The states without an end; only payments are ever reserved. */
const OPEN: readonly IntentState[] = ['created', 'bound', 'reserved']
const UNCONFIRMED: readonly IntentState[] = ['created', 'bound']
const ANSWERED: readonly IntentState[] = ['confirmed', 'denied']

/** Every step of an intent: the states from which it is taken, which the SQL statements read here, and those it leads to. */
export const STEPS: Readonly<Record<IntentStep, { from: readonly IntentState[]; to: readonly IntentState[] }>> = {
  /** Repeated by the same visitor, it changes nothing. */
  bind: { from: UNCONFIRMED, to: ['bound'] },
  answer: { from: ['bound'], to: ANSWERED },
  /** A presentation needs no account; one that has the intent has to be the visitor's own. */
  present: { from: UNCONFIRMED, to: ANSWERED },
  /** The test helper needs no visitor. */
  answer_test: { from: OPEN, to: [...ANSWERED, 'executed', 'cancelled'] },
  /** A payment is confirmed by its payer, and then executed. */
  reserve: { from: ['bound'], to: ['reserved'] },
  execute: { from: ['reserved'], to: ['executed'] },
  expire: { from: OPEN, to: ['expired'] },
  cancel: { from: OPEN, to: ['cancelled'] },
}

export const isOpen = (state: IntentState): boolean => OPEN.includes(state)
