/** The present. Tests move it. */
export type Clock = () => Date

export const later = (from: Date, milliseconds: number): Date => new Date(from.getTime() + milliseconds)

/** Whole seconds until `until`, never negative. */
export const secondsUntil = (until: Date, now: Date): number =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1_000))
