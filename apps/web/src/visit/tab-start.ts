import type { PassedOn, TabStart } from '@avouch/journey'
import { readItem, writeItem } from '#api/storage.ts'

const START = 'tab_start'
const PASSED_ON = 'passed_on'
const inTab = () => window.sessionStorage

/** What the tab keeps of one request; of another one it keeps nothing. */
function readOf(name: string, mintid: string): string | undefined {
  const [kept, value] = readItem(inTab, name)?.split(' ') ?? []
  return kept === mintid ? value : undefined
}
const writeOf = (name: string, mintid: string, value: string): void => writeItem(inTab, name, `${mintid} ${value}`)

const now = (): TabStart => ({ hasOpener: window.opener !== null, entries: window.history.length })

/** To be called by the first page of a request: later ones have our own pages before them. */
export function rememberTabStart(mintid: string): void {
  if (readOf(START, mintid) !== undefined) return
  const { hasOpener, entries } = now()
  writeOf(START, mintid, String(hasOpener ? 0 : entries))
}

/** How the tab of this request began. */
export function tabStartOf(mintid: string): TabStart {
  const entries = readOf(START, mintid)
  return entries === undefined ? now() : { hasOpener: entries === '0', entries: Number(entries) }
}

export const rememberPassedOn = (mintid: string, result: 'yes' | 'no'): void => writeOf(PASSED_ON, mintid, result)

export function passedOnOf(mintid: string | undefined): PassedOn {
  const result = mintid === undefined ? undefined : readOf(PASSED_ON, mintid)
  return result === 'yes' || result === 'no' ? result : 'nothing'
}
