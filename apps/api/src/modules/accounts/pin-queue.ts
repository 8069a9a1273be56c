import { hash, verify } from '@node-rs/argon2'
import { AppError, MINUTE_MS, SECOND_MS } from '@avouch/contract'

/** The caller that waits for a hash: the host of its address, its number (or another name), and whether its browser is recognised. */
export type HashCaller = { address: string; number: string; recognised: boolean }
type Waiting = HashCaller & { start: () => void; refuse: () => void }

const PER_LANE = 64
const PER_ADDRESS = 2
const PER_NUMBER = 2
/** Many people may share an address, so it does not stay behind for long. */
const COUNTED_MS = MINUTE_MS
/** Bounds the memory in a flood of addresses. */
const MOST_COUNTED = 10_000
const PATIENCE_MS = 4 * SECOND_MS
/** The queue has moved on by then. */
const RETRY_SECONDS = 2

/** Compares at once: for the caller whose turn it is. */
export const matchesHash = (encoded: string, pin: string): Promise<boolean> => verify(encoded, pin)

type Options = { memoryKib: number; passes: number; atOnce: number; perLane?: number }

/**
 * Argon2id (RFC 9106), a few hashes at once so that polls keep their time. Others wait: recognised browsers and all others in
 * lanes of their own, which take turns. In a lane the address goes first that had the fewest turns in this minute, and takes
 * the place of the one that had the most where none is free: who asks all the time waits behind everyone else, and keeps no
 * one out who logs in.
 */
export class PinHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number }
  readonly #atOnce: number
  readonly #perLane: number
  #running = 0
  #waiting: Waiting[] = []
  #lastLane = false
  /** Turns of each address since `#turnsSince`. */
  readonly #turns = new Map<string, number>()
  #turnsSince = performance.now()

  constructor({ memoryKib, passes, atOnce, perLane = PER_LANE }: Options) {
    this.#options = { memoryCost: memoryKib, timeCost: passes, parallelism: 1 }
    this.#atOnce = atOnce
    this.#perLane = perLane
  }

  /** @throws AppError service_unavailable when the caller's turn did not come in time; nothing was computed then */
  hash(pin: string, caller: HashCaller): Promise<string> {
    return this.inTurn(caller, () => hash(pin, this.#options))
  }

  /** @throws AppError service_unavailable, as `hash` does */
  matches(encoded: string, pin: string, caller: HashCaller): Promise<boolean> {
    return this.inTurn(caller, () => matchesHash(encoded, pin))
  }

  /** Does what belongs to a hash when the caller's turn has come. @throws AppError service_unavailable, as `hash` does */
  async inTurn<T>(caller: HashCaller, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turnOf(caller)
    this.#countTurn(caller)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #turnOf(caller: HashCaller): Promise<void> {
    const busy = () => new AppError('service_unavailable', { retry_after: RETRY_SECONDS })
    if (!this.#makeRoom(caller)) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        clearTimeout(timer)
      }
      const refuse = () => (leave(), reject(busy()))
      const timer = setTimeout(refuse, PATIENCE_MS)
      const waiting = { ...caller, start: () => (leave(), resolve()), refuse }
      this.#waiting.push(waiting)
    })
  }

  /** @returns false where all who wait instead had no more turns */
  #makeRoom(caller: HashCaller): boolean {
    const lane = this.#waiting.filter(({ recognised }) => recognised === caller.recognised)
    if (lane.filter(({ address }) => address === caller.address).length >= PER_ADDRESS) return false
    const ofNumber = lane.filter(({ number }) => number === caller.number)
    const full = ofNumber.length >= PER_NUMBER ? ofNumber : lane.length >= this.#perLane ? lane : undefined
    if (full === undefined) return true
    const last = full.reduce((one, other) => (this.#turnsOf(other) >= this.#turnsOf(one) ? other : one))
    if (this.#turnsOf(last) <= this.#turnsOf(caller)) return false
    last.refuse()
    return true
  }

  #turnsOf({ address }: HashCaller): number {
    return this.#turns.get(address) ?? 0
  }

  #countTurn(caller: HashCaller): void {
    const now = performance.now()
    if (now - this.#turnsSince > COUNTED_MS || this.#turns.size > MOST_COUNTED) {
      this.#turns.clear()
      this.#turnsSince = now
    }
    this.#turns.set(caller.address, this.#turnsOf(caller) + 1)
  }

  #startNext(): void {
    const other = this.#waiting.filter(({ recognised }) => recognised !== this.#lastLane)
    const [next] = (other.length > 0 ? other : this.#waiting).toSorted((a, b) => this.#turnsOf(a) - this.#turnsOf(b))
    if (next === undefined) {
      this.#running--
      return
    }
    this.#lastLane = next.recognised
    next.start()
  }
}
