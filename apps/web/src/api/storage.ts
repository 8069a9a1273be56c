/** Storage that is switched off, or full, loses what it should keep but never stops the page. */
function attempt<Value>(action: () => Value): Value | undefined {
  try {
    return action()
  } catch {
    // Site data are blocked, or full.
    return undefined
  }
}

export const readItem = (storage: () => Storage, key: string): string | undefined =>
  attempt(() => storage().getItem(key)) ?? undefined
export const writeItem = (storage: () => Storage, key: string, value: string): void =>
  void attempt(() => storage().setItem(key, value))
export const removeItem = (storage: () => Storage, key: string): void => void attempt(() => storage().removeItem(key))
