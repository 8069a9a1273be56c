import { followWay, type Way } from './follow.ts'
import { LINK } from '#ui/button.tsx'

/** Leads to another screen of ours, and does nothing besides. */
export const WayLink = ({ way, children }: { way: Way; children: string }) => (
  <a href={way.href} onClick={followWay(way.onFollow)} className={LINK}>
    {children}
  </a>
)
