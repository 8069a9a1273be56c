export { type Avouch, type AvouchSettings, createAvouch } from './avouch.ts'
export { AvouchRefusal, AvouchUnavailable, InvalidVerdict, InvalidWebhook } from './errors.ts'
export type {
  Balance,
  Intent,
  IntentEvent,
  IntentFilter,
  IntentPage,
  IntentStatus,
  NewIntent,
  NewPayment,
  Receipt,
  Refund,
  Verdict,
} from './types.ts'
export type { WebhookBody, WebhookHeaders } from './request-parts.ts'
