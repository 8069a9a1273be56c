import { inBackground } from '#api/report.ts'
import { flush } from '#analytics/track.ts'
import { isExternalUrl, isWebAddress } from '@avouch/contract'

/**
 * Leaves for an address that the server gave, once the tracker has what happened here. Back does not return to the page
 * that only redirects.
 */
export function leaveFor(address: string): void {
  if (!isExternalUrl(address)) throw new Error('Not an address to leave for')
  inBackground(flush().then(() => window.location.replace(address)))
}

/** A new tab for an address that is still to be fetched. It is opened at once, because a later one would be blocked. */
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
