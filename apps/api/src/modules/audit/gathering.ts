/**
 * Whoever comes while a write is under way shares the next one with all others who came meanwhile: a chain has one end,
 * and one commit for each event would let nobody else get there.
 */
export function gathering<T>(write: (items: readonly T[]) => Promise<void>) {
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
