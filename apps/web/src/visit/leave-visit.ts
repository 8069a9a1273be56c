import { isWebAddress, type ReturnTab } from '@avouch/contract'
import { returnTab } from '@avouch/journey'
import { inBackground } from '#api/report.ts'
import { inTab, readItem } from '#api/storage.ts'
import { navigate } from '#router/navigation.ts'
import { leaveFor } from './leave.ts'
import { passedOnOf, rememberPassedOn } from './passed-on.ts'
import { pagesInTab, TAB_START } from './tab-start.ts'

/** In which tab the visitor of a request goes back. */
export function returnTabOf(mintid: string, wish: ReturnTab | null, address: string): ReturnTab {
  const [kept, pages] = readItem(inTab, TAB_START)?.split(' ') ?? []
  const entries = kept === mintid ? Number(pages) : pagesInTab()
  return returnTab(wish, { hasOpener: entries === 0, entries, toApp: !isWebAddress(address) })
}

/**
 * Back to the website, whatever it has learned: in the tab that it navigated, or to the page that says where it is. `isGone`: the
 * request is over, and how it ended may have been seen elsewhere.
 */
export function leaveVisit(
  mintid: string,
  wish: ReturnTab | null,
  address: string,
  { isGone }: { isGone: boolean },
): void {
  const isOpen = passedOnOf(mintid) === 'open'
  if (isOpen && isGone) return leaveFor(address)
  if (isOpen) rememberPassedOn(mintid, 'nothing')
  if (returnTabOf(mintid, wish, address) === 'same_tab') leaveFor(address)
  else inBackground(navigate({ to: '/complete-process', replace: true }))
}
