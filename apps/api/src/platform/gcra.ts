/**
 * A limit by GCRA (generic cell rate algorithm): each act raises a level by `step`, time lowers it, and it may be `room` above the present.
 * Levels are milliseconds since 1970: the moment at which everything counted has expired.
 */
export type Rate = { step: number; room: number }

/** @returns the rate at which `atOnce` acts are allowed in quick succession, and `most` in any `perMs` */
export function rateOf({ atOnce, most, perMs }: { atOnce: number; most: number; perMs: number }): Rate {
  const step = perMs / (most - atOnce)
  return { step, room: step * atOnce }
}

/** Raises a level by one act; a level of the past is that of the present. */
export const raised = (level: number, { step }: Pick<Rate, 'step'>, now: number): number => Math.max(level, now) + step

/** @returns the milliseconds until an act has room, 0: it has */
export const waitFor = (level: number, rate: Rate, now: number): number =>
  Math.max(0, raised(level, rate, now) - now - rate.room)

/** @returns the number of acts that have room */
export const roomFor = (level: number, { step, room }: Rate, now: number): number =>
  Math.floor((now + room - Math.max(level, now)) / step)

/** An act of a moment ago, by a clock that is a little ahead, is no second one. */
const SLACK = 0.01

/** @returns the number of acts that count, and when one and all of them have expired; in a full limit one has when another has room */
export function usageOf(level: number, rate: Rate, now: number, waitMs = waitFor(level, rate, now)) {
  const used = Math.max(0, Math.ceil((level - now) / rate.step - SLACK))
  const nextMs = waitMs > 0 ? now + waitMs : level - (used - 1) * rate.step
  return { used, nextAt: new Date(nextMs), allAt: new Date(level) }
}
