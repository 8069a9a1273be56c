export type PinHasher = {
  hash(pin: string): Promise<string>
  matches(encoded: string, pin: string): Promise<boolean>
}

/** Wraps hashes under a key outside of the database: four digits alone would be guessed from a stolen table in minutes. */
export type PinVault = {
  seal(owner: string, encoded: string): string
  open(owner: string, sealed: string): string
}

/** The guesses of one class of devices on one number. */
export type ThrottleKey = { phoneIdx: Buffer; classKey: string }

/** free: a place is taken; busy: others hold the free places just now; closed: nothing is compared for now. */
export type Reservation = 'free' | 'busy' | 'closed'

/** Each call is decided by one statement, so parallel guesses never get more places than there are. */
export type ThrottleStore = {
  reserve(key: ThrottleKey, now: Date): Promise<Reservation>
  failed(key: ThrottleKey, now: Date): Promise<void>
  succeeded(key: ThrottleKey): Promise<void>
  /** Gives the place back uncounted: nothing was compared. */
  release(key: ThrottleKey): Promise<void>
}
