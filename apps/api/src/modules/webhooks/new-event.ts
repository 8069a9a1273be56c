import type { IntentEvent } from '@avouch/contract'

/** An event before it has its number in the provider's sequence. */
export type NewEvent = Omit<IntentEvent, 'sequence'>
