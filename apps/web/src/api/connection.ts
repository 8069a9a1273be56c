import type { PlainKey } from '@avouch/phrases'
import { useSyncExternalStore } from 'react'

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

/** Whether a fetch failed because no answer arrived: what was wanted may come once there is a network again. */
export const isOutage = (failure: unknown): boolean =>
  failure instanceof TypeError || (failure instanceof Blocked && failure.isOutage)

type World = {
  /** Whether an answer of our server arrives, whatever it says. */
  reach: () => Promise<boolean>
  wait: (look: () => void, milliseconds: number) => void
}

/** Tells whether there is a network by what becomes of calls: an answer means connected. A call that fails is looked into first. */
export function createConnection({ reach, wait }: World) {
  let online = true
  let losses = 0
  let looking: Promise<boolean> | undefined
  const listeners = new Set<(online: boolean) => void>()

  function set(now: boolean): void {
    if (now === online) return
    online = now
    if (!now) losses += 1
    for (const listener of listeners) listener(now)
  }
  const look = (): Promise<boolean> =>
    (looking ??= lookOnce().finally(() => {
      looking = undefined
    }))
  async function lookOnce(): Promise<boolean> {
    const reached = await reach()
    set(reached)
    if (!reached) wait(() => void (online || look()), LOOK_EVERY_MS)
    return reached
  }

  return {
    isOnline: () => online,
    /** A call begins. @returns to be called when it is answered; one from before the outage says nothing about it */
    ask(): () => void {
      const before = losses
      return () => set(online || losses === before)
    },
    /** Something did not arrive, or the network is said to have changed. @returns whether the server can be reached */
    look,
    listen(listener: (online: boolean) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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

export const useOnline = (): boolean =>
  useSyncExternalStore(
    (changed) => connection.listen(changed),
    () => connection.isOnline(),
    () => true,
  )
