import type { Elements, JSX } from '@avouch/design/jsx-runtime'
import { createElement, type MouseEvent } from 'react'
import { type DefaultParams, matchRoute, useRouter, Link as WouterLink } from 'wouter'
import { navigate as go, usePathname } from 'wouter/use-browser-location'

export { usePathname }

/** Tells that this page came in place of another one of ours: then its heading takes the focus. */
let arrived = false
export const hasArrived = (): boolean => arrived

/** The page that appears next replaces one that had the focus. */
export function arrive(): void {
  arrived = true
}
window.addEventListener('popstate', arrive)

function leave(): void {
  arrive()
  // After the address has changed: until then the history would keep the top for Back.
  queueMicrotask(() => window.scrollTo(0, 0))
}

/** Another page of this console. replace: Back does not lead to the one before. */
export function navigate(to: string, { replace = false } = {}): void {
  leave()
  go(to, { replace })
}

type LinkProps = JSX.IntrinsicElements['a'] & { href: string }

/** A link within the console. The library's may have text beside elements, so that it is no element of JSX here. */
export const Link = ({ onClick, ...props }: LinkProps) =>
  createElement(WouterLink, {
    ...props,
    onClick(event: MouseEvent<HTMLAnchorElement>) {
      onClick?.(event)
      if (!event.defaultPrevented) leave()
    },
  })

/** Each address with its page; the first that fits is shown. */
export type Routes = readonly { path: string; page: (params: DefaultParams) => Elements }[]

/** The page of this address; undefined where none has it. */
export function usePageOf(routes: Routes): Elements {
  const { parser } = useRouter()
  const pathname = usePathname()
  for (const { path, page } of routes) {
    const [fits, params] = matchRoute(parser, path, pathname)
    if (fits) return page(params)
  }
  return undefined
}
