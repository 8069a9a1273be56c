import type { PlainKey } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand'

/** Between two looks whether the server can be reached again. */
const LOOK_EVERY_MS = 3_000
const PATIENCE_MS = 5_000
/** Small, of our own server, and never stored. */
const SIGN_OF_LIFE = '/livez'

/** A part of the page, or of a service that it uses, did not come or does not answer, whatever holds it back. */
export class Blocked extends Error {
  /** The phrase for it. */
  readonly says: PlainKey
  /** No answer arrived: the same may come once there is a network again. */
  readonly isOutage: boolean

  constructor(says: PlainKey, cause?: unknown, isOutage = false) {
    super(says, { cause })
    this.says = says
    this.isOutage = isOutage
  }
}

/** True for a fetch that failed because no answer arrived: it may succeed once there is a network again. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof TypeError || (failure instanceof Blocked && failure.isOutage)

type World = {
  /** Asks our server, and gives true for any answer. */
  reach: () => Promise<boolean>
  wait: (look: () => void, milliseconds: number) => void
}

/** Tells whether there is a network by what becomes of calls: an answer means connected. A call that fails is looked into first. */
export function createConnection({ reach, wait }: World) {
  const online = createStore(() => true)
  let losses = 0
  let looking: Promise<boolean> | undefined
  online.subscribe((now) => {
    if (!now) losses += 1
  })
  const set = (now: boolean): void => online.setState(now, true)
  const look = (): Promise<boolean> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined
    }))
  async function lookOnce(): Promise<boolean> {
    const reached = await reach()
    set(reached)
    if (!reached) wait(() => void (online.getState() || look()), LOOK_EVERY_MS)
    return reached
  }

  return {
    isOnline: online.getState,
    /** A call begins. @returns to be called when it is answered; one from before the outage says nothing about it */
    ask(): () => void {
      const before = losses
      return () => set(online.getState() || losses === before)
    },
    /** Something did not arrive, or the network is said to have changed. @returns whether the server can be reached */
    look,
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
  wait: (look, milliseconds) => setTimeout(look, milliseconds),
})

/** From now on the browser's own word is a hint as well: some say for ever that there is no network. */
export function watchConnection(): void {
  const look = () => void connection.look()
  window.addEventListener('offline', look)
  window.addEventListener('online', look)
  if (!navigator.onLine) look()
}

export const useOnline = (): boolean => useSyncExternalStore(connection.listen, connection.isOnline, () => true)
