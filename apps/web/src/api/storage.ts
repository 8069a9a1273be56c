function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    // Site data are blocked, or the storage is full.
    return undefined
  }
}

export const inTab = (): Storage => window.sessionStorage
export const inBrowser = (): Storage => window.localStorage

// `persist` of zustand stores through this: it would lose what a browser refuses to keep.

/** Items of both storages as this page last saw them, for those that a storage refused or lost. Their names differ. */
const known = new Map<string, string | undefined>()
/** Items that the storage did not take. */
const refused = new Set<string>()
const PROBE = 'kept'

/** Sets an item; undefined removes it. */
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
  // A full storage has the old value.
  attempt(() => storage().removeItem(key))
}
export const writeItem = (storage: () => Storage, key: string, value: string): void => setItem(storage, key, value)
export const removeItem = (storage: () => Storage, key: string): void => setItem(storage, key, undefined)

/** True where items survive the load of another page. */
export function isPersistent(storage: () => Storage): boolean {
  writeItem(storage, PROBE, PROBE)
  const keeps = !refused.has(PROBE)
  removeItem(storage, PROBE)
  return keeps
}

export function readItem(storage: () => Storage, key: string): string | undefined {
  const last = known.get(key)
  const found = refused.has(key) ? last : attempt(() => storage().getItem(key))
  // Another page removed it, unless the storage has stopped working.
  if (found === undefined || (found === null && last !== undefined && !isPersistent(storage))) return last
  known.set(key, found ?? undefined)
  return found ?? undefined
}

/** Empty where the browser blocks cookies. */
export const readCookies = (): string => attempt(() => document.cookie) ?? ''
export const writeCookie = (cookie: string): void =>
  void attempt(() => {
    document.cookie = cookie
  })
