/** One place of a limit, as it is asked for. */
export type Place = {
  /** Keyed hash of rule and caller. */
  key: Buffer
  most: number
  /** The limit grows to this part of the successes that the keys below have counted. */
  share: number
  successKeys: readonly Buffer[]
  expiresAt: Date
}

/** What is held until then, by its keyed hash. */
export type Mark = Pick<Place, 'key' | 'expiresAt'>

/** The refused ones are told, with the end of the longest wait. */
export type Taken = 'taken' | { refused: readonly Buffer[]; until: Date }

/** Each call is one statement or one transaction; parallel requests never get more places than there are. */
export type LimitStore = {
  /** Takes all the places or none. */
  take(places: readonly Place[], now: Date): Promise<Taken>
  /**
   * The same, with those of the marked places whose mark nobody holds; it is held from then on. Who comes with the same
   * mark at the same moment waits for the outcome. The marks that were counted are told.
   */
  takeMarked(
    places: readonly Place[],
    marked: readonly { place: Place; mark: Mark }[],
    now: Date,
  ): Promise<{ counted: readonly Buffer[] } | Exclude<Taken, 'taken'>>
  giveBack(keys: readonly Buffer[]): Promise<void>
  /** Those of the keys that hold a place at the moment, with how full they are: 1 is the limit. */
  held(keys: readonly Buffer[], now: Date): Promise<readonly { key: Buffer; fullness: number }[]>
  /** Holds the key until then, from now on. */
  mark(key: Buffer, until: Date): Promise<void>
  /** Whether any account knows the browser. */
  knowsDevice(device: Buffer): Promise<boolean>
}

/** The sums of several processes. */
export type SumStore = {
  /** Adds the hits to those that are counted there, and tells how many there are and until when they count. */
  add(
    sums: readonly { key: Buffer; hits: number; most: number; expiresAt: Date }[],
    now: Date,
  ): Promise<readonly { key: Buffer; hits: number; expiresAt: Date }[]>
}
