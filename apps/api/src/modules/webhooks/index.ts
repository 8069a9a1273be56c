export { createDeliveryDesk, type DeliveryDesk } from './delivery-desk.ts'
export type { EventState } from './event-store.ts'
export { type AddEvents, createOutbox, type NewEvent } from './outbox.ts'
export { createWebhooks, type Webhooks } from './webhooks.ts'
