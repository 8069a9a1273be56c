export { DeliveryLog } from './delivery-log.ts'
export { DeliveryFeed, type FedEvent } from './delivery-feed.ts'
export {
  type EventQuery,
  type EventState,
  eventExists,
  readAttempts,
  readEvents,
  webhookBacklog,
} from './event-store.ts'
export { resend, resendFailed } from './resend.ts'
export { addEvents, type NewEvent } from './outbox.ts'
export { createWebhooks } from './webhooks.ts'
export { sweepAttempts, WEBHOOK_OUTBOX } from './delivery-store.ts'
