import { type Avouch, AvouchRefusal } from '@avouch/provider-sdk'
import * as z from 'zod'

/** The question at the product, as far as it is needed to send the visitor there. */
export const openIntent = z.nullable(z.object({ id: z.string(), url: z.url(), expiresAt: z.iso.datetime() }))

type Item = { visit: string; intent: z.infer<typeof openIntent> }

export const findByIntent = <I extends Item>(items: ReadonlyMap<string, I>, intentId: string) =>
  [...items.values()].find(({ intent }) => intent?.id === intentId)

/** @returns false when the visitor was quicker: it has its answer, or is over */
export async function takeBack(intents: Avouch['intents'], id: string): Promise<boolean> {
  try {
    await intents.cancel(id)
    return true
  } catch (error) {
    if (error instanceof AvouchRefusal && error.status === 409) return false
    throw error
  }
}

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
