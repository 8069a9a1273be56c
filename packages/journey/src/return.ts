import type { ReturnTab } from '@avouch/contract'

/** Facts of a tab from which one can tell how it was opened. */
export type TabStart = {
  hasOpener: boolean
  /** Pages in its history, with the first one of ours. */
  entries: number
  /** The way back is an app's own address: no other tab has it. */
  toApp: boolean
}

/**
 * The answer that the website got about a visitor. paid: its money; nothing: the visitor went back without an answer; open: there
 * is none yet.
 */
export type ReportedOutcome = 'yes' | 'no' | 'paid' | 'nothing' | 'open'

/** In which tab the visitor goes back. An app has no other one; then the website's wish counts. A tab that has shown nothing before us was opened for us. */
export function returnTab(wish: ReturnTab | null, { hasOpener, entries, toApp }: TabStart): ReturnTab {
  if (toApp) return 'same_tab'
  return wish ?? (hasOpener || entries < 2 ? 'new_tab' : 'same_tab')
}
