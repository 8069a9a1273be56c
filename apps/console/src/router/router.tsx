import type { Elements, JSX } from '@avouch/design/jsx-runtime'
import { createElement, type MouseEvent } from 'react'
import { type DefaultParams, matchRoute, useRouter, Link as WouterLink } from 'wouter'
import { navigate as go, usePathname } from 'wouter/use-browser-location'

export { usePathname }

/** True once the visitor navigated within the console: the heading takes the focus then. */
let arrived = false
export const hasArrived = (): boolean => arrived

/** Marks that the next page replaces one that had the focus. */
export function arrive(): void {
  arrived = true
}
window.addEventListener('popstate', arrive)

function leave(): void {
  arrive()
  // After the address has changed, else the history would store the top as the position for Back.
  queueMicrotask(() => window.scrollTo(0, 0))
}

/** Goes to another page of the console. @param replace Back skips the current page */
export function navigate(to: string, { replace = false } = {}): void {
  leave()
  go(to, { replace })
}

type LinkProps = JSX.IntrinsicElements['a'] & { href: string }

/** Links within the console. Made without JSX: the library's type allows text among elements. */
export const Link = ({ onClick, ...props }: LinkProps) =>
  createElement(WouterLink, {
    ...props,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      if (!event.defaultPrevented) leave()
    },
  })

/** Pages by address; the first match is shown. */
export type Routes = readonly { path: string; page: (params: DefaultParams) => Elements }[]

/** Finds the page of the address; undefined for none. */
export function usePageOf(routes: Routes): Elements {
  const { parser } = useRouter()
  const pathname = usePathname()
  for (const { path, page } of routes) {
    const [fits, params] = matchRoute(parser, path, pathname)
    if (fits) return page(params)
  }
  return undefined
}
