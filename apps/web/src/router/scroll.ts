import { inTab, readItem, removeItem, writeItem } from '#api/storage.ts'

/** How far down each page of this tab was when it was left, by the key of its entry in the history. */
const positions = new Map<string, number>()

const LEFT = 'scroll'

export const rememberScroll = (key: string): void => void positions.set(key, window.scrollY)
export const scrollOf = (key: string): number => positions.get(key) ?? 0

/** The browser restores nothing while the page changes by itself; over a reload one position is kept. */
export function keepScroll(keyOfNow: () => string): void {
  window.history.scrollRestoration = 'manual'
  window.addEventListener('pagehide', () => writeItem(inTab, LEFT, `${keyOfNow()} ${window.scrollY}`))
}

/** The scroll position before a reload. */
export function scrollBeforeReload(keyOfNow: string): number | undefined {
  const [key, position] = (readItem(inTab, LEFT) ?? '').split(' ')
  removeItem(inTab, LEFT)
  return key === keyOfNow ? Number(position) : undefined
}
