import { inTab, readItem, writeItem } from '#api/storage.ts'

export const TAB_START = 'tab_start'

/** Pages in the history of this tab, with the first one of ours; 0 where another page opened it. */
export const pagesInTab = (): number => (window.opener === null ? window.history.length : 0)

/** To be called by the first page of a request: later ones have our own pages before them. */
export function rememberTabStart(mintid: string): void {
  if (readItem(inTab, TAB_START)?.startsWith(`${mintid} `) !== true)
    writeItem(inTab, TAB_START, `${mintid} ${pagesInTab()}`)
}
