export { type Avouch, type AvouchSettings, createAvouch } from './avouch.ts'
export { AvouchRefusal, AvouchUnavailable, InvalidVerdict, InvalidWebhook } from './errors.ts'
export type { Intent, IntentEvent, IntentFilter, IntentPage, IntentStatus, NewIntent, Verdict } from './types.ts'
export type { WebhookHeaders } from './webhooks.ts'
