import { setTimeout as timeout } from 'node:timers/promises'

/** Waits; a signal ends the wait early. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  timeout(milliseconds, undefined, { signal }).catch(() => undefined)
