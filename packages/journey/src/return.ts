import type { ReturnTab } from '@avouch/contract'

/** How a tab began, as its browser shows it. */
export type TabStart = {
  hasOpener: boolean
  /** Pages in its history, with the first one of ours. */
  entries: number
}

/**
 * What the website has learned of a visitor. paid: its money; nothing: the visitor went back without an answer; open: there
 * is none yet.
 */
export type PassedOn = 'yes' | 'no' | 'paid' | 'nothing' | 'open'

/** In which tab the visitor goes back. A tab that has shown nothing before us was opened for us; the website's wish goes first. */
export const returnTab = (wish: ReturnTab | null, { hasOpener, entries }: TabStart): ReturnTab =>
  wish ?? (hasOpener || entries < 2 ? 'new_tab' : 'same_tab')
