import type { KnownIntent } from '@avouch/contract'
import { createContext, useContext } from 'react'
import { createCachedQuery } from '#api/cached-query.ts'

/** Loaded only by who comes with a code. */
const summaries = createCachedQuery<KnownIntent>(async (mintid) => (await import('./ask-intent.ts')).askIntent(mintid))

/** The page brought it along. */
export const keepIntent = (mintid: string, known: KnownIntent): void => summaries.keep(mintid, { data: known })

/** The request of one page, where pages are rendered. */
export const IntentOfPage = createContext<KnownIntent | undefined>(undefined)

/** Asks again, and shows what was known until there is an answer. */
export const askIntentAgain = summaries.again

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
 * Who asks: for everybody who holds the merchant intent code. Every page shows it and none needs it, so that none
 * breaks where it cannot be read.
 */
export function useIntent(mintid: string | undefined) {
  const answer = summaries.useAnswer(mintid)
  const summary = useContext(IntentOfPage) ?? answer?.data
  const intent = summary?.intent
  return {
    /** The provider is still being fetched. */
    pending: mintid !== undefined && summary === undefined && answer === undefined,
    provider: intent?.provider,
    test: intent?.live === false,
    kind: intent?.kind,
    /** The age that is asked for. */
    asked: intent?.minimum_age ? { age: intent.minimum_age } : undefined,
    /** What is to be paid. */
    bill: intent?.payment ?? undefined,
    /** How it can be answered. */
    accept: intent?.accept,
    transaction: intent?.transaction,
    /** Where the visitor goes back to, and the website's wish how. */
    returnAddress: intent?.redirect_uri,
    returnWish: intent?.return,
    /** Why the code leads nowhere; a code that is no code is unknown. */
    gone: summary?.gone ?? (intent?.ended ? ('mintid_used' as const) : undefined),
    /** Undefined while it is open. */
    end: summary && endOf(summary),
    expiresAt: intent?.expires_at,
  }
}
