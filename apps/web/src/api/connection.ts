import type { PlainKey } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

/** Pause between two attempts to reach the server. */
const CHECK_EVERY_MS = 3_000
const PATIENCE_MS = 5_000
/** A small answer of our own server that is never stored. */
const SIGN_OF_LIFE = '/livez'

/** Thrown where a part of the page, or of a service that it uses, did not load or does not answer. */
export class Blocked extends Error {
  /** The phrase that says so. */
  readonly phrase: PlainKey
  /** True where no answer arrived: a repetition may succeed once the network is back. */
  readonly isOutage: boolean

  constructor(phrase: PlainKey, cause?: unknown, isOutage = false) {
    super(phrase, { cause })
    this.phrase = phrase
    this.isOutage = isOutage
  }
}

/** True for a fetch that failed because no answer arrived: a repetition may succeed once the network is back. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof TypeError || (failure instanceof Blocked && failure.isOutage)

type World = {
  /** Asks our server, and gives true for any answer. */
  reach: () => Promise<boolean>
  wait: (then: () => void, milliseconds: number) => void
}

/** Detects an outage by the calls: an answer means online. After a failed call, the server is asked first. */
function createConnection({ reach, wait }: World) {
  const online = createStore(() => true)
  let losses = 0
  let checking: Promise<boolean> | undefined
  online.subscribe((now) => {
    if (!now) losses += 1
  })
  const set = (now: boolean): void => online.setState(now, true)
  const check = (): Promise<boolean> =>
    (checking ??= checkOnce().finally(() => {
      checking = undefined
    }))
  async function checkOnce(): Promise<boolean> {
    const reached = await reach()
    set(reached)
    if (!reached) wait(() => void (online.getState() || check()), CHECK_EVERY_MS)
    return reached
  }

  return {
    isOnline: online.getState,
    /** Registers a call. @returns to be called with its answer; the answer to a call from before an outage proves nothing */
    expectAnswer(): () => void {
      const before = losses
      return () => set(online.getState() || losses === before)
    },
    /** Checks the connection, after a failure or a change of the network. @returns whether the server can be reached */
    check,
    listen: online.subscribe,
  }
}

async function reach(): Promise<boolean> {
  try {
    await fetch(SIGN_OF_LIFE, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    return true
  } catch {
    // No network, or no answer in time.
    return false
  }
}

export const connection = createConnection({
  reach,
  wait: (then, milliseconds) => setTimeout(then, milliseconds),
})

/** Checks the connection when the browser reports a change, too. Its word alone does not count: some browsers always report offline. */
export function watchConnection(): void {
  const check = () => void connection.check()
  window.addEventListener('offline', check)
  window.addEventListener('online', check)
  if (!navigator.onLine) check()
}

export const useOnline = (): boolean => useSyncExternalStore(connection.listen, connection.isOnline, () => true)
