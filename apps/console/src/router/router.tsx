import type { JSX } from '@avouch/design/jsx-runtime'
import { type MouseEvent, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
/** Whether this page came in place of another one of ours: then its heading takes the focus. */
let arrived = false

/** The page that appears next replaces one that had the focus. */
export function arrive(): void {
  arrived = true
}

function tell(): void {
  arrive()
  for (const listener of listeners) listener()
}
window.addEventListener('popstate', tell)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const hasArrived = (): boolean => arrived

export const usePathname = (): string => useSyncExternalStore(subscribe, () => window.location.pathname)

/** Another page of this console. replace: Back does not lead to the one before. */
export function navigate(to: string, { replace = false } = {}): void {
  if (replace) window.history.replaceState(null, '', to)
  else window.history.pushState(null, '', to)
  window.scrollTo(0, 0)
  tell()
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

type LinkProps = JSX.IntrinsicElements['a'] & { href: string }

/** A link within the console. */
export function Link({ href, onClick, children, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={href}
      onClick={(event) => {
        onClick?.(event)
        if (event.defaultPrevented || !isPlain(event)) return
        event.preventDefault()
        navigate(href)
      }}
    >
      {children}
    </a>
  )
}

export type Params = Readonly<Record<string, string>>

/** What a pattern such as /console/projects/:project finds in a path; undefined where it does not fit. */
export function matchPath(pattern: string, pathname: string): Params | undefined {
  const wanted = pattern.split('/')
  const given = pathname.replace(/\/$/, '').split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = given[at] ?? ''
    if (part.startsWith(':') && value !== '') params[part.slice(1)] = decoded(value)
    else if (part !== value) return undefined
  }
  return params
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that encodes nothing.
    return text
  }
}
