import { useIntent } from './intent.ts'

/** A link back to the website that asked. */
export type WayBack = { provider: string; target: { href: string; onFollow: () => void } }

/**
 * The way back to the website; undefined while it is unknown. The server registers only addresses that run nothing in our
 * page; what is done at a click is loaded then.
 */
export function useWayBack(mintid: string | undefined): WayBack | undefined {
  const { provider, returnAddress, returnWish = null, gone } = useIntent(mintid)
  if (mintid === undefined || provider === undefined || returnAddress === undefined) return undefined
  const onFollow = () =>
    void import('./leave-visit.ts').then(
      ({ leaveVisit }) => leaveVisit(mintid, returnWish, returnAddress, { isGone: gone !== undefined }),
      () => window.location.assign(returnAddress),
    )
  return { provider: provider.name, target: { href: returnAddress, onFollow } }
}
