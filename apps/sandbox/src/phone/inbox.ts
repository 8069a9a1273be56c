import type { Journal } from '../journal.ts'
import { randomId } from '../webhook.ts'
import type { Delivery, Message } from './message.ts'

type Deps = { journal: Journal<Message>; clock: () => Date; onMessage: (message: Message) => void }

/** One inbox for each number. */
export function createInbox({ journal, clock, onMessage }: Deps) {
  const messages: Message[] = []
  const byKey = new Map<string, Message>()
  const apply = (message: Message) => {
    messages.push(message)
    byKey.set(message.idempotency_key, message)
  }
  for (const message of journal.past) apply(message)

  return {
    /** Stores a message. A key that was used before gives the message that was stored then. */
    deliver(delivery: Delivery): Message {
      const known = byKey.get(delivery.idempotency_key)
      if (known) return known
      const message = { id: randomId('sms_'), ...delivery, received_at: clock().toISOString() }
      journal.append(message)
      apply(message)
      onMessage(message)
      return message
    },
    /** Oldest first. */
    of: (number: string): Message[] => messages.filter(({ to }) => to === number),
    /** The numbers that have messages with their last one, latest first. */
    latest(): Message[] {
      const last = new Map<string, Message>()
      for (const message of messages) {
        last.delete(message.to)
        last.set(message.to, message)
      }
      return [...last.values()].reverse()
    },
    /** Changes with every message. */
    version: () => messages.at(-1)?.id ?? 'empty',
  }
}
export type Inbox = ReturnType<typeof createInbox>
