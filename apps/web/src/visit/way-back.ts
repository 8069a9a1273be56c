import { returnTab } from '@avouch/journey'
import { navigate } from '#router/navigation.ts'
import { isExternalUrl } from './external-url.ts'
import { useIntent } from './intent.ts'
import { leaveFor } from './leave.ts'
import { tabStartOf } from './tab-start.ts'

/** A link that stays in the application where it can. */
export type WayBack = { provider: string; target: { href: string; onFollow: () => void } }

/** Where and how a visitor goes back to the website that asked; undefined while it is unknown. */
export function useReturn(mintid: string | undefined) {
  const { provider, returnAddress, returnWish } = useIntent(mintid)
  if (mintid === undefined || provider === undefined || returnAddress === undefined) return undefined
  if (!isExternalUrl(returnAddress)) return undefined
  return { provider, address: returnAddress, tab: () => returnTab(returnWish ?? null, tabStartOf(mintid)) }
}

/** The link back to the website, whatever it has learned: in the tab that it navigated, or to the page that says where it is. */
export function useWayBack(mintid: string | undefined): WayBack | undefined {
  const back = useReturn(mintid)
  if (back === undefined) return undefined
  const { provider, address, tab } = back
  const onFollow = () =>
    tab() === 'same_tab' ? leaveFor(address) : void navigate({ to: '/complete-process', replace: true })
  return { provider, target: { href: address, onFollow } }
}
