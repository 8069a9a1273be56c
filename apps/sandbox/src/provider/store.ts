import * as z from 'zod'
import type { Journal } from '../journal.ts'

/** The question at the product, as far as it is needed to send the visitor there. */
export const openIntent = z.nullable(z.object({ id: z.string(), url: z.url(), expiresAt: z.iso.datetime() }))

type Item = { visit: string; intent: z.infer<typeof openIntent> }
export type StoreRecord<I> = { type: 'item'; item: I } | { type: 'event'; id: string; item: I | null }

/** An item as it became, or an event that was processed together with what it changed. */
export const storeRecord = <I>(item: z.ZodType<I>): z.ZodType<StoreRecord<I>> =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('item'), item }),
    z.object({ type: z.literal('event'), id: z.string(), item: z.nullable(item) }),
  ])

/** What the cinema asked the product for, one item for each key, and the events already processed. */
export function createStore<I extends Item>(journal: Journal<StoreRecord<I>>, keyOf: (item: I) => string) {
  const items = new Map<string, I>()
  const seen = new Set<string>()

  function apply(record: StoreRecord<I>) {
    if (record.type === 'event') seen.add(record.id)
    if (!record.item) return
    // The newest change stands last.
    items.delete(keyOf(record.item))
    items.set(keyOf(record.item), record.item)
  }
  for (const record of journal.past) apply(record)

  function write(record: StoreRecord<I>) {
    journal.append(record)
    apply(record)
  }

  return {
    get: (key: string) => items.get(key),
    findByIntent: (intentId: string) => [...items.values()].find(({ intent }) => intent?.id === intentId),
    /** The visitor's item that changed last. */
    latest: (visit: string) => [...items.values()].findLast((item) => item.visit === visit),
    hasSeen: (eventId: string) => seen.has(eventId),
    save: (item: I) => write({ type: 'item', item }),
    /** One line for the event and its effect: a crash leaves both or neither. */
    saveEvent: (id: string, item: I | null) => write({ type: 'event', id, item }),
    /** Forgets for good: the journal no longer holds them either. */
    forget(matches: (item: I) => boolean) {
      for (const [key, item] of items) if (matches(item)) items.delete(key)
      journal.rewrite([
        ...[...seen].map((id) => ({ type: 'event' as const, id, item: null })),
        ...[...items.values()].map((item) => ({ type: 'item' as const, item })),
      ])
    },
  }
}
export type Store<I extends Item> = ReturnType<typeof createStore<I>>

const READ_EVERY_MS = 5_000

/** True for a key that was not let through in the last seconds: pages that wait ask the product no more often. */
export function createReadLimit(clock: () => Date) {
  const last = new Map<string, number>()
  return (key: string): boolean => {
    const now = clock().getTime()
    if (now - (last.get(key) ?? 0) < READ_EVERY_MS) return false
    last.set(key, now)
    return true
  }
}
