import { inBrowser, readItem, removeItem, writeItem } from '#api/storage.ts'

const NAME = 'presentation'

/** The request that this browser began: the app may come back into another tab of it. */
export const keepPresentation = (id: string): void => writeItem(inBrowser, NAME, id)
export const forgetPresentation = (): void => removeItem(inBrowser, NAME)

/** The server says when it is over: clocks of browsers are set. */
export const keptPresentation = (): string | undefined => readItem(inBrowser, NAME)

export type BroughtBack = { code: string; digits: string }

/** What the app's way back has behind the `#`. It leaves the address bar before anything else happens. */
export function takeBroughtBack(): BroughtBack | undefined {
  const { pathname, search, hash } = window.location
  const brought = new URLSearchParams(hash.slice(1))
  const [code, digits] = [brought.get('rc'), brought.get('digits')]
  if (code === null || digits === null) return undefined
  window.history.replaceState(window.history.state, '', pathname + search)
  return { code, digits }
}
