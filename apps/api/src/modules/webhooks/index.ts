import type { Background } from '../../platform/background.ts'
import { sweepAttempts, WEBHOOK_OUTBOX } from './delivery-store.ts'
import { webhookBacklog } from './event-store.ts'

export { deliveriesOf } from './delivery-log-store.ts'
export { DeliveryLog } from './delivery-log.ts'
export { DeliveryFeed, type FeedEvent } from './delivery-feed.ts'
export {
  type EventQuery,
  type EventState,
  eventExists,
  readAttempts,
  findEvent,
  readEvents,
  waitingReceivers,
} from './event-store.ts'
export { addEvents, type NewEvent, resend, resendFailed } from './events.ts'
export { Webhooks } from './webhooks.ts'

export const WEBHOOKS: Background = {
  outboxes: [WEBHOOK_OUTBOX],
  sweeps: { sweepAttempts },
  backlogs: [webhookBacklog],
}
