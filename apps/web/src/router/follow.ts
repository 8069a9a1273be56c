import { legalPageAt } from '@avouch/contract'

type Click = {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** Where a link of ours leads, and what goes there without leaving the application. */
export type Way = { href: string; onFollow: () => void }

const wantsAnotherTab = ({ metaKey, ctrlKey, shiftKey }: Click): boolean => metaKey || ctrlKey || shiftKey

/** A press on a link to one of our screens stays in the application, unless the visitor wants another tab. */
export const followWay = (go: () => void) => (event: Click) => {
  if (wantsAnotherTab(event)) return
  event.preventDefault()
  go()
}

/** The same, where the address may also be somebody else's: what is none of our pages to read is left to the browser. */
export const follow = (href: string, go: (address: string) => void) =>
  legalPageAt(href) === undefined ? () => undefined : followWay(() => go(href))
