import { paperAt } from '@avouch/contract'

type Click = {
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  preventDefault(): void
}

/** A press on a link stays in the application when it leads to one of our pages to read, unless the visitor wants another tab. */
export const follow = (href: string, go: (address: string) => void) => (event: Click) => {
  if (paperAt(href) === undefined || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  go(href)
}
