import type { APIRequestContext } from '@playwright/test'
import type { Addresses } from './world.ts'

export type Hit = { fields: Readonly<Record<string, string>>; address: string; cookies: string; referrer: string }

/** Reads the tracker's hits from one address, the oldest first. */
export async function hitsFrom(request: APIRequestContext, { phone }: Addresses, address: string): Promise<Hit[]> {
  const answer = await request.get(`${phone}/tracker/api/hits`)
  const { hits } = (await answer.json()) as { hits: Hit[] }
  return hits.filter((hit) => hit.address === address).reverse()
}

/** Hits of one moment go their ways beside each other: none has to arrive before another. */
export const inAnyOrder = (said: readonly string[]): string[] => said.toSorted()

/** An event by its name, a page by its address. */
export const saidBy = ({ fields }: Hit): string => fields['e_a'] ?? new URL(fields['url'] ?? '').pathname
