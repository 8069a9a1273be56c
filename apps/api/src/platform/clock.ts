import { HOUR_MS, MINUTE_MS } from '@avouch/contract'

/** The present. Tests move it. */
export type Clock = () => Date

/** Tolerates this difference between our clock and a partner's, wherever a partner signs a time: Standard Webhooks names five minutes. */
export const PARTNER_CLOCK_MS = 5 * MINUTE_MS

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

/** Whole seconds until `until`, never negative. */
export const secondsUntil = (until: Date, now: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000))

/** A clock that is set back by more than this was wrong before: waiting for it would stop the product. */
const MAX_STANDSTILL_MS = 2 * HOUR_MS

/** Clocks of two processes differ by so much at most, or they would not have started. */
const TOLERATED_MS = 10_000

type Steadied = {
  clock: Clock
  /** The latest moment that is on record. */
  since: Date | undefined
  /** True if the clock may be read: a wrong one may not. */
  isRight?: () => boolean
  /** The clock was set back. Told once, until it has caught up. */
  onBack: (secondsBack: number) => void
}

/** Time that stands still until a clock that was set back has caught up: what has expired stays expired. */
export function steady({ clock, since, isRight = () => true, onBack }: Steadied): Clock {
  let latest = since ?? clock()
  let told = false
  return () => {
    if (!isRight()) return latest
    const now = clock()
    const back = latest.getTime() - now.getTime()
    if (back <= 0 || back > MAX_STANDSTILL_MS) latest = now
    if (back > TOLERATED_MS && !told) onBack(Math.round(back / 1_000))
    told = back > TOLERATED_MS && latest !== now
    return latest
  }
}
