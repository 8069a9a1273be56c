import type { ReportedOutcome } from '@avouch/journey'
import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

/** Names of the items in the tab's storage. */
const TAB_START = 'tab_start'
const REPORTED = 'passed_on'
const ACCOUNT_ENDED = 'account_ended'
const HANDED_OVER = 'handed_over'

/** Counts the pages in this tab's history, with the first one of ours; 0 where another page opened the tab. */
export const pagesInTab = (): number => (window.opener === null ? window.history.length : 0)

/** Stores how the tab came to a request. Call it on the first page: later ones have our own pages before them. */
export function rememberTabStart(mintid: string): void {
  if (readItem(inTab, TAB_START)?.startsWith(`${mintid} `) !== true)
    writeItem(inTab, TAB_START, `${mintid} ${pagesInTab()}`)
}

/** Counts the pages in the history when the request was opened in this tab. */
export function pagesAtStart(mintid: string): number {
  const [kept, pages] = readItem(inTab, TAB_START)?.split(' ') ?? []
  return kept === mintid ? Number(pages) : pagesInTab()
}

const OUTCOMES = ['yes', 'no', 'paid', 'nothing'] as const

/** Stores the answer that the website of a request got, for the page that shows it. */
export const rememberOutcome = (mintid: string, outcome: (typeof OUTCOMES)[number]): void =>
  writeItem(inTab, REPORTED, `${mintid} ${outcome}`)

export function reportedOutcome(mintid: string | undefined): ReportedOutcome {
  const kept = readItem(inTab, REPORTED)
  return OUTCOMES.find((outcome) => kept === `${mintid} ${outcome}`) ?? 'open'
}

const STEPS = ['appeal', 'restore'] as const
export type NextStep = { step: (typeof STEPS)[number]; days: number }

/** Lets the page for an ended account say so once: anybody can open its address. */
export const accountEnded = {
  remember: (next?: NextStep) =>
    writeItem(inTab, ACCOUNT_ENDED, next === undefined ? 'yes' : `${next.step} ${next.days}`),
  isSo: () => readItem(inTab, ACCOUNT_ENDED) !== undefined,
  /** Reads the step that is left, and for how many days. */
  next: (): NextStep | undefined => {
    const [word, days] = readItem(inTab, ACCOUNT_ENDED)?.split(' ') ?? []
    const step = STEPS.find((one) => one === word)
    return step && { step, days: Number(days) }
  },
  forget: () => removeItem(inTab, ACCOUNT_ENDED),
}

/** Has where the check of this tab was begun, for the page that ends it. */
export const handOver = {
  remember: (from: 'computer' | 'app') => writeItem(inTab, HANDED_OVER, from),
  from: () => (['computer', 'app'] as const).find((from) => from === readItem(inTab, HANDED_OVER)),
}
