export type Tallied = 'code-wrong'

export type TallyStore = {
  add(kind: Tallied, now: Date): Promise<void>
  /** How many there were within the time before now, rounded up to whole slots. */
  within(kind: Tallied, perMs: number, now: Date): Promise<number>
  /** The same at this time of each of the days before, zeros too. */
  onDaysBefore(kind: Tallied, perMs: number, days: number, now: Date): Promise<readonly number[]>
}
