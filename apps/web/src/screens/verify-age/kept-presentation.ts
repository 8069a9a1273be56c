import { readItem, removeItem, writeItem } from '#api/storage.ts'

const NAME = 'presentation'
const inBrowser = () => window.localStorage

/** The request that this browser began: the app may come back into another tab of it. */
export const keepPresentation = (id: string, until: number): void => writeItem(inBrowser, NAME, `${id} ${until}`)
export const forgetPresentation = (): void => removeItem(inBrowser, NAME)

export function keptPresentation(): string | undefined {
  const [id, until] = readItem(inBrowser, NAME)?.split(' ') ?? []
  return Number(until) > Date.now() ? id : undefined
}

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
