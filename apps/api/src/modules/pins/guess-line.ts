import { SECOND_MS } from '@avouch/contract'

const PATIENCE_MS = 2 * SECOND_MS

/** running: those that have a place, or are about to take one. returns: how many places came back so far. */
type Line = { present: number; running: number; returns: number; waiting: Set<(cameBack: boolean) => void> }

/**
 * The guesses that run in this process. One that finds no place waits for the outcome of those that have one, because a
 * right PIN gives its place back.
 */
export function createGuessLine(patienceMs = PATIENCE_MS) {
  const lines = new Map<string, Line>()

  /** @returns the place, and what to call after its outcome; undefined when there is none and none comes back in time */
  return async function enter<T>(name: string, take: () => Promise<T | undefined>) {
    const line = lines.get(name) ?? { present: 0, running: 0, returns: 0, waiting: new Set() }
    lines.set(name, line)
    line.present++
    const until = performance.now() + patienceMs
    const leave = () => {
      if (--line.present === 0) lines.delete(name)
    }
    try {
      for (;;) {
        const seen = line.returns
        const place = await runs(line, take)
        if (place !== undefined) {
          line.present++
          const end = (givesBack: boolean) => {
            stop(line, givesBack)
            leave()
          }
          return { place, end }
        }
        const waitMs = until - performance.now()
        const mayRetry = line.returns > seen ? waitMs > 0 : await cameBack(line, waitMs)
        if (!mayRetry) return undefined
      }
    } finally {
      leave()
    }
  }
}

/** A guess that gets its place goes on running. */
async function runs<T>(line: Line, take: () => Promise<T | undefined>): Promise<T | undefined> {
  line.running++
  let place: T | undefined
  try {
    return (place = await take())
  } finally {
    if (place === undefined) stop(line, false)
  }
}

function stop(line: Line, givesBack: boolean): void {
  line.running--
  if (givesBack) line.returns++
  if (givesBack || line.running === 0) for (const resolve of line.waiting) resolve(givesBack)
}

/** Waits until a place came back. @returns false when no guess has one to give back any more, or it took too long */
const cameBack = (line: Line, waitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    if (line.running === 0) return resolve(false)
    const done = (isBack: boolean) => {
      clearTimeout(timer)
      line.waiting.delete(done)
      resolve(isBack)
    }
    const timer = setTimeout(done, waitMs, false)
    line.waiting.add(done)
  })
