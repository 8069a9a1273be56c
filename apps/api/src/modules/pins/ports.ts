export type PinHasher = {
  hash(pin: string): Promise<string>
  matches(encoded: string, pin: string): Promise<boolean>
}

/** Wraps hashes under a key outside of the database: four digits alone would be guessed from a stolen table in minutes. */
export type PinVault = {
  seal(owner: string, encoded: string): string
  open(owner: string, sealed: string): string
}

/**
 * Where a guess is counted: with those of all devices that the account does not know, with those of one device that it
 * knows, or with those at one registration of the number.
 */
export type ThrottleKey = { phoneIdx: Buffer } & (
  | { kind: 'unknown' }
  | { kind: 'known'; device: Buffer }
  | { kind: 'registration'; id: string }
  /** The number has no account. It is counted all the same, so that it costs as much time. */
  | { kind: 'nobody' }
)

/** free: a place is taken; busy: others hold the free places just now; closed: nothing is compared, perhaps until then. */
export type Reservation = { state: 'free' } | { state: 'busy' } | { state: 'closed'; until: Date | null }

/** Each call is decided by the rows it changes, so parallel guesses never get more places than there are. */
export type ThrottleStore = {
  /** Whether the number's account knows the device. */
  knows(phoneIdx: Buffer, device: Buffer): Promise<boolean>
  /** Wrong PINs in a row. */
  failures(key: ThrottleKey): Promise<number>
  reserve(key: ThrottleKey, now: Date): Promise<Reservation>
  /** Counts a wrong PIN. A known device whose class this closes is known no more. */
  failed(key: ThrottleKey, now: Date): Promise<void>
  /** A right PIN ends the row of wrong ones of its class; that of unknown devices ends with the SMS code. */
  succeeded(key: ThrottleKey): Promise<void>
  /** Gives the place back uncounted: nothing was compared. */
  release(key: ThrottleKey): Promise<void>
}
