import type { IntentEventType } from '@avouch/contract'
import { newId } from '../identifier.ts'
import type { Intent, NewEvent } from './ports.ts'

type Answer = { result: 'yes' | 'no'; verdict: string }

/** What the provider is told of an intent that ended. */
export function eventOf(intent: Intent, type: IntentEventType, now: Date, answer?: Answer): NewEvent {
  const { id: intent_id, reference, live } = intent
  const { result, verdict } = answer ?? { result: null, verdict: null }
  return {
    id: newId('evt'),
    type,
    timestamp: now.toISOString(),
    data: { intent_id, reference, live, result, verdict },
  }
}
