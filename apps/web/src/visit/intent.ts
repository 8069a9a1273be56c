import type { KnownIntent } from '@avouch/contract'
import { useEffect, useSyncExternalStore } from 'react'
import { FRESH_MS, isPageFresh } from '#api/caches.ts'
import { inBackground } from '#api/report.ts'
import { createStore } from 'zustand'

/** Requests by their codes, as the page or the latest answer has them; null: it could not be read. */
const known = createStore<Readonly<Record<string, KnownIntent | null | undefined>>>(() => ({}))

/** Stores a request: the one that came with the page, or a fetched one. */
export const setIntent = (mintid: string, intent: KnownIntent | null | undefined): void =>
  known.setState({ [mintid]: intent })

/** Fetches through React Query's cache, which is loaded with the first call: most pages bring their request along. */
async function load(mintid: string, freshMs: number): Promise<void> {
  try {
    const { fetchIntent } = await import('./public-queries.ts')
    setIntent(mintid, await fetchIntent(mintid, freshMs))
  } catch {
    // No page needs it, and the next one asks again.
    if (known.getState()[mintid] === undefined) setIntent(mintid, null)
  }
}

/** Fetches the request again, and shows the old one until then. */
export const refetchIntent = (mintid: string): void => inBackground(load(mintid, 0))

/** Names the phrases that say why the code leads nowhere: nothing was paid, or nothing was passed on. */
function endOf({ intent, gone }: KnownIntent) {
  if (gone === 'incomplete') return { title: 'landing.intentGone', text: 'landing.incomplete' } as const
  if (intent === undefined) return { title: 'landing.intentGone', text: 'error.mintid_not_exist' } as const
  const { ended, kind } = intent
  if (ended === null) return undefined
  if (ended === 'answered' || ended === 'paid') return { title: `ended.${ended}`, text: `ended.${ended}Text` } as const
  return { title: `ended.${ended}`, text: kind === 'age' ? 'ended.nothingSaid' : 'ended.nothingTaken' } as const
}
export type RequestEnd = ReturnType<typeof endOf>

/**
 * Reads who asks, by the merchant intent code alone. Every page shows it and none needs it, so that none
 * breaks where it cannot be read.
 */
export function useIntent(mintid: string | undefined) {
  useEffect(() => {
    if (mintid !== undefined && !(known.getState()[mintid] && isPageFresh())) inBackground(load(mintid, FRESH_MS))
  }, [mintid])
  const read = () => (mintid === undefined ? undefined : known.getState()[mintid])
  const answer = useSyncExternalStore(known.subscribe, read, read)
  const summary = answer ?? undefined
  const intent = summary?.intent
  return {
    /** The provider is still being fetched. */
    pending: mintid !== undefined && answer === undefined,
    provider: intent?.provider,
    test: intent?.live === false,
    kind: intent?.kind,
    /** The age that is asked for. */
    asked: intent?.minimum_age ? { age: intent.minimum_age } : undefined,
    /** The payment that is asked for. */
    bill: intent?.payment ?? undefined,
    /** How it can be answered. */
    accept: intent?.accept,
    transaction: intent?.transaction,
    /** The visitor goes back to it, in the way that the website wishes. */
    returnAddress: intent?.redirect_uri,
    returnWish: intent?.return,
    /** Why the code leads nowhere; a code that is no code is unknown. */
    gone: summary?.gone ?? (intent?.ended ? ('mintid_used' as const) : undefined),
    /** Undefined while it is open. */
    end: summary && endOf(summary),
    expiresAt: intent?.expires_at,
  }
}

/** A link back to the website that asked. */
export type WayBack = { provider: string; target: { href: string; onFollow: () => void } }

/**
 * Finds the way back to the website; undefined while it is unknown. The server registers no address that runs code in our page.
 * The click loads its own code.
 */
export function useWayBack(mintid: string | undefined): WayBack | undefined {
  const { provider, returnAddress, returnWish = null, gone } = useIntent(mintid)
  if (mintid === undefined || provider === undefined || returnAddress === undefined) return undefined
  const onFollow = () =>
    void import('./leave.ts').then(
      ({ leaveVisit }) => leaveVisit(mintid, returnWish, returnAddress, { isGone: gone !== undefined }),
      () => window.location.assign(returnAddress),
    )
  return { provider: provider.name, target: { href: returnAddress, onFollow } }
}
