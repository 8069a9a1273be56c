import { inBackground } from '#api/report.ts'
import { flush } from '#analytics/track.ts'
import { isExternalUrl, isWebAddress, type ReturnTab } from '@avouch/contract'
import { returnTab } from '@avouch/journey'
import { navigate } from '#router/navigation.ts'
import { pagesAtStart, rememberOutcome, reportedOutcome } from './tab-state.ts'

/**
 * Leaves for an address that the server gave, once the tracker has what happened here. Back does not return to the page
 * that only redirects.
 */
export function leaveFor(address: string): void {
  if (!isExternalUrl(address)) throw new Error('Not an address to leave for')
  inBackground(flush().then(() => window.location.replace(address)))
}

/** Opens a new tab before its address is fetched: the browser blocks a tab that opens later. */
export async function openTab(fetchAddress: () => Promise<string | null>): Promise<void> {
  const tab = window.open('', '_blank')
  try {
    const address = await fetchAddress()
    if (address === null || !isWebAddress(address)) throw new Error('There is nothing to open')
    if (tab === null) return window.location.assign(address)
    tab.opener = null
    tab.location.replace(address)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/** Picks the tab in which the visitor of a request goes back. */
export function returnTabOf(mintid: string, wish: ReturnTab | null, address: string): ReturnTab {
  const entries = pagesAtStart(mintid)
  return returnTab(wish, { hasOpener: entries === 0, entries, toApp: !isWebAddress(address) })
}

/** Ends once the call is on its way. */
async function sendLeaving(mintid: string): Promise<void> {
  const { noteLeaving } = await import('./note-leaving.ts')
  inBackground(noteLeaving(mintid))
}

/**
 * Goes back to the website, with or without an answer: in the tab that it navigated, or to the page that says where it is.
 * @param isGone the request is over, and its outcome may have been reported elsewhere
 */
export function leaveVisit(
  mintid: string,
  wish: ReturnTab | null,
  address: string,
  { isGone }: { isGone: boolean },
): void {
  const isOpen = reportedOutcome(mintid) === 'open'
  if (isOpen && isGone) return leaveFor(address)
  if (isOpen) rememberOutcome(mintid, 'nothing')
  const noted = isOpen ? sendLeaving(mintid) : Promise.resolve()
  inBackground(noted)
  const leave = () => leaveFor(address)
  if (returnTabOf(mintid, wish, address) === 'same_tab') void noted.then(leave, leave)
  else inBackground(navigate({ to: '/complete-process', replace: true }))
}
