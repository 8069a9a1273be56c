import type { KnownIntent } from '@avouch/contract'
import { createCachedQuery } from '#api/cached-query.ts'

/** Loaded only by who comes with a code. */
const summaries = createCachedQuery<KnownIntent>(async (mintid, before) =>
  (await import('./ask-intent.ts')).askIntent(mintid, before),
)

/** The page brought it along. */
export const keepIntent = (mintid: string, known: KnownIntent): void => summaries.keep(mintid, { data: known })
export const forgetIntent = summaries.forget

/**
 * Who asks: for everybody who holds the merchant intent code. Every page shows it and none needs it, so that none
 * breaks where it cannot be read.
 */
export function useIntent(mintid: string | undefined) {
  const answer = summaries.useAnswer(mintid)
  const summary = answer?.data
  const intent = summary?.intent
  return {
    /** The provider is still being fetched. */
    pending: mintid !== undefined && answer === undefined,
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
    gone: summary?.gone ?? (intent?.answered === true ? ('mintid_used' as const) : undefined),
  }
}
