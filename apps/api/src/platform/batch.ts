/** Calls that arrive while a write is running share the next write: one commit for each event would be many. */
export function batch<T>(write: (items: readonly T[]) => Promise<void>) {
  let waiting: T[] = []
  let next: Promise<void> | undefined
  let last: Promise<void> = Promise.resolve()

  return (items: readonly T[]): Promise<void> => {
    waiting.push(...items)
    next ??= last.then(() => {
      const written = write(waiting)
      waiting = []
      next = undefined
      last = written.catch(() => undefined)
      return written
    })
    return next
  }
}
