import type { KnownIntent } from '@avouch/contract'
import { createContext, useContext, useEffect, useSyncExternalStore } from 'react'
import { FRESH_MS, isPageFresh } from '#api/answers.ts'
import { inBackground } from '#api/report.ts'
import { createStore } from 'zustand'

/** By code: as the page brought it along, or the latest answer; null: it could not be read. */
const known = createStore<Readonly<Record<string, KnownIntent | null | undefined>>>(() => ({}))

const keep = (mintid: string, intent: KnownIntent | null | undefined): void => known.setState({ [mintid]: intent })

/** The page brought it along. */
export const keepIntent = (mintid: string, intent: KnownIntent): void => keep(mintid, intent)

/** The request of one page, where pages are rendered. */
export const IntentOfPage = createContext<KnownIntent | undefined>(undefined)

/** The cache of answers is React Query's, which is loaded with the first question: most pages bring their answer along. */
async function look(mintid: string, freshMs: number): Promise<void> {
  try {
    const { askIntent } = await import('./ask-intent.ts')
    keep(mintid, await askIntent(mintid, freshMs))
  } catch {
    // No page needs it, and the next one asks again.
    if (known.getState()[mintid] === undefined) keep(mintid, null)
  }
}

/** Asks again, and shows what was known until there is an answer. */
export const askIntentAgain = (mintid: string): void => inBackground(look(mintid, 0))

/** The phrases that say why the code leads nowhere: for money that nothing was taken, for an age that nothing was passed on. */
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
 * Reads who asks, for everybody who holds the merchant intent code. Every page shows it and none needs it, so that none
 * breaks where it cannot be read.
 */
export function useIntent(mintid: string | undefined) {
  useEffect(() => {
    if (mintid !== undefined && !(known.getState()[mintid] && isPageFresh())) inBackground(look(mintid, FRESH_MS))
  }, [mintid])
  const read = () => (mintid === undefined ? undefined : known.getState()[mintid])
  const answer = useSyncExternalStore(known.subscribe, read, read)
  const summary = useContext(IntentOfPage) ?? answer ?? undefined
  const intent = summary?.intent
  return {
    /** The provider is still being fetched. */
    pending: mintid !== undefined && summary === undefined && answer === undefined,
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
