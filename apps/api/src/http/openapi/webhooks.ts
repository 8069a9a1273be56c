import { INTENT_EVENTS, type IntentEventType } from '@avouch/contract'
import { exampleOf } from './examples.ts'
import { refTo } from './schemas.ts'

/** The occasion of each event. */
const SUMMARIES: Record<IntentEventType, string> = {
  'intent.confirmed': 'The visitor is of age: the verdict says yes.',
  'intent.denied': 'The answer is no: the verdict says so.',
  'intent.expired': 'The time ended without an answer.',
  'intent.cancelled': 'The intent was taken back, or the visitor withdrew.',
  'intent.left': 'The visitor went back without an answer. The intent is open, and an answer may still come.',
  'payment.executed': 'The payment is made: deliver.',
  'payment.refunded': 'A refund was made; there is one event for each.',
  'payment.expired': 'The time ended without a payment.',
  'payment.cancelled': 'The payment was taken back by you or by the payer.',
  'payment.left': 'The visitor went back without a payment. The intent is open, and may still be paid.',
}

const HEADERS = [
  ['webhook-id', 'The id of the event, the same in every delivery.'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970. Refuse it after five minutes.'],
  ['webhook-signature', 'HMAC-SHA-256 over id, timestamp and body (Standard Webhooks): one for each secret.'],
].map(([name, description]) => ({ name, in: 'header', required: true, description, schema: { type: 'string' } }))

const RESPONSES = {
  '2XX': { description: 'Received. Other answers, and none within ten seconds, are followed by another delivery.' },
  410: { description: 'The address is gone: it gets no more events.' },
}

const inWords = (type: string) => type.replaceAll(/[._]/g, ' ')

/** The events that a provider's server receives. */
export const webhooks = Object.fromEntries(
  INTENT_EVENTS.map((type) => [
    type,
    {
      post: {
        operationId: `on-${type}`,
        tags: ['Provider'],
        summary: inWords(type).replace(/^./, (first) => first.toUpperCase()),
        description: SUMMARIES[type],
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: refTo('IntentEvent'),
              example: { ...(exampleOf('IntentEvent') as object), type },
            },
          },
        },
        responses: RESPONSES,
      },
    },
  ]),
)
