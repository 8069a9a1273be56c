import { randomId } from '../webhook.ts'
import type { Delivery, Message } from './message.ts'

type Deps = { byKey: Map<string, Message>; clock: () => Date; onMessage: (message: Message) => void }

/** One inbox for each number. */
export function createInbox({ byKey, clock, onMessage }: Deps) {
  const messages = () => [...byKey.values()]
  return {
    /** Stores a message. A key that was used before gives the message that was stored then. */
    deliver(delivery: Delivery): Message {
      const known = byKey.get(delivery.idempotency_key)
      if (known) return known
      const message = { id: randomId('sms_'), ...delivery, received_at: clock().toISOString() }
      byKey.set(delivery.idempotency_key, message)
      onMessage(message)
      return message
    },
    /** Oldest first. */
    of: (number: string): Message[] => messages().filter(({ to }) => to === number),
    /** The last message of each number, latest first. */
    latest: (): Message[] =>
      [...Map.groupBy(messages().toReversed(), ({ to }) => to).values()].flatMap(([last]) => last ?? []),
    /** Changes with every message. */
    version: () => messages().at(-1)?.id ?? 'empty',
  }
}
export type Inbox = ReturnType<typeof createInbox>
