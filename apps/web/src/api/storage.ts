function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    // Site data are blocked, or full.
    return undefined
  }
}

export const inTab = (): Storage => window.sessionStorage
export const inBrowser = (): Storage => window.localStorage

// `persist` of zustand stores through this: it would lose what a browser refuses to keep.

/** The items of both, whose names differ, as this page last saw them: what a storage refuses or no longer gives is here alone. */
const known = new Map<string, string | undefined>()
/** Items of which the storage has something else than it was given. */
const refused = new Set<string>()
const PROBE = 'kept'

/** undefined removes it. */
function setItem(storage: () => Storage, key: string, value: string | undefined): void {
  known.set(key, value)
  // Read back: some browsers take an item and drop it.
  const found = attempt(() => {
    if (value === undefined) storage().removeItem(key)
    else storage().setItem(key, value)
    return storage().getItem(key) ?? undefined
  })
  refused.delete(key)
  if (found === value) return
  refused.add(key)
  // A full one has the value of before.
  attempt(() => storage().removeItem(key))
}
export const writeItem = (storage: () => Storage, key: string, value: string): void => setItem(storage, key, value)
export const removeItem = (storage: () => Storage, key: string): void => setItem(storage, key, undefined)

/** Tells that an item which is written now will be there when another page was loaded. */
export function keepsItems(storage: () => Storage): boolean {
  writeItem(storage, PROBE, PROBE)
  const keeps = !refused.has(PROBE)
  removeItem(storage, PROBE)
  return keeps
}

export function readItem(storage: () => Storage, key: string): string | undefined {
  const last = known.get(key)
  const found = refused.has(key) ? last : attempt(() => storage().getItem(key))
  // Another page has removed it, unless the storage has stopped to work.
  if (found === undefined || (found === null && last !== undefined && !keepsItems(storage))) return last
  known.set(key, found ?? undefined)
  return found ?? undefined
}

/** Empty where a browser gives none to read. */
export const readCookies = (): string => attempt(() => document.cookie) ?? ''
export const writeCookie = (cookie: string): void =>
  void attempt(() => {
    document.cookie = cookie
  })
