import { legalPageAt, type Screen } from '@avouch/contract'
import { LINK } from '@avouch/design/button'
import { navigate, useHref } from './navigation.ts'

type Click = {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** An address of ours, and the navigation to it. */
export type LinkTarget = { href: string; onFollow: () => void }

const wantsAnotherTab = ({ metaKey, ctrlKey, shiftKey }: Click): boolean => metaKey || ctrlKey || shiftKey

/** Handles a click on a link to one of our screens by navigation, unless the visitor wants another tab. */
export const onLinkClick = (go: () => void) => (event: Click) => {
  if (wantsAnotherTab(event)) return
  event.preventDefault()
  go()
}

/** Does so for an address that may be external: only legal pages stay in the application. */
export const onAddressClick = (href: string, go: (address: string) => void) =>
  legalPageAt(href) === undefined ? () => undefined : onLinkClick(() => go(href))

/** Creates a link to a screen of ours. */
export const useLink = (to: Screen): LinkTarget => ({ href: useHref(to), onFollow: () => void navigate({ to }) })

/** Links to another screen of ours. */
export const ScreenLink = ({ target, children }: { target: LinkTarget; children: string }) => (
  <a href={target.href} onClick={onLinkClick(target.onFollow)} className={LINK}>
    {children}
  </a>
)
