import { useEffect, useSyncExternalStore } from 'react'

const FIVE_MINUTES = 5 * 60_000

type Answer<Data> = { data?: Data; error?: unknown }

/**
 * Answers that pages show and that none needs, by the name of what was asked. Each is kept five minutes; one that failed
 * is asked for again by the next page that shows it.
 */
export function createCachedQuery<Data>(ask: (name: string) => Promise<Data>) {
  const answers = new Map<string, Answer<Data> & { at: number }>()
  const asking = new Set<string>()
  const listeners = new Set<() => void>()

  function keep(name: string, answer: Answer<Data>): void {
    asking.delete(name)
    answers.set(name, { ...answer, at: performance.now() })
    for (const listener of listeners) listener()
  }
  const isFresh = (name: string) => {
    const answer = answers.get(name)
    return answer !== undefined && answer.error === undefined && performance.now() - answer.at < FIVE_MINUTES
  }
  function look(name: string): void {
    if (!isFresh(name)) again(name)
  }
  function again(name: string): void {
    if (asking.has(name)) return
    asking.add(name)
    ask(name).then(
      (data) => keep(name, { data }),
      (error: unknown) => keep(name, { ...answers.get(name), error }),
    )
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    keep,
    look,
    /** Asks also while an answer is fresh. */
    again,
    /** What is known, and what comes of asking now. */
    useAnswer(name: string | undefined): Answer<Data> | undefined {
      useEffect(() => {
        if (name !== undefined) look(name)
      }, [name])
      const read = () => (name === undefined ? undefined : answers.get(name))
      return useSyncExternalStore(subscribe, read, read)
    },
  }
}
