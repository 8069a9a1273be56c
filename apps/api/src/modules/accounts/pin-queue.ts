import { hash, verify } from '@node-rs/argon2'
import { AppError, MINUTE_MS, SECOND_MS } from '@avouch/contract'

/**
 * By what is proven before a PIN is hashed: the account recognises the browser; this call follows one that passed a captcha; it
 * passed one itself; nothing.
 */
const LANES = ['recognised', 'begun', 'captcha', 'bare'] as const
export type Lane = (typeof LANES)[number]
/** The caller that waits for a hash: the host of its address, its number (or another name). */
export type HashCaller = { lane: Lane; address: string; number: string }
type Waiting = HashCaller & { start: () => void; refuse: () => void }

const PER_LANE = 64
const PER_ADDRESS = 2
const PER_NUMBER = 2
/** Turns are counted for this long: a mistyped PIN moves a number behind for a minute at most. */
const COUNTED_MS = MINUTE_MS
/** Bounds the memory in a flood of numbers. */
const MOST_COUNTED = 10_000
const PATIENCE_MS = 4 * SECOND_MS
/** By then the queue is shorter. */
const RETRY_SECONDS = 2

/** Compares outside of the queue, for a caller that has its turn. */
export const matchesHash = (encoded: string, pin: string): Promise<boolean> => verify(encoded, pin)

type Options = { memoryKib: number; passes: number; atOnce: number; perLane?: number }

/** A sign-in has two turns: the first one does not put the second one behind. */
const TURNS = 2
const nameOf = ({ lane, number }: HashCaller): string => `${lane} ${number}`

/**
 * Argon2id (RFC 9106), a few hashes in parallel, so that polls are not delayed. Other callers wait in lanes, served round-robin. In a
 * lane the number with the fewest turns in this minute is next; in a full lane it replaces the number with the most. Numbers are
 * counted, not addresses: strangers have many addresses, and many people share one, while nothing is hashed for a number without an
 * account or a captcha.
 */
export class PinHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number }
  readonly #atOnce: number
  readonly #perLane: number
  #running = 0
  #waiting: Waiting[] = []
  /** The lane served last is at the end. */
  #lanes: readonly Lane[] = LANES
  /** Turns of each number in a lane since `#turnsSince`. */
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

  /** @returns false when the lane is full of callers with no more turns than this one */
  #makeRoom(caller: HashCaller): boolean {
    const lane = this.#waitingIn(caller.lane)
    if (lane.filter(({ address }) => address === caller.address).length >= PER_ADDRESS) return false
    const ofNumber = lane.filter(({ number }) => number === caller.number)
    const full = ofNumber.length >= PER_NUMBER ? ofNumber : lane.length >= this.#perLane ? lane : undefined
    if (full === undefined) return true
    const last = full.reduce((one, other) => (this.#rankOf(other) >= this.#rankOf(one) ? other : one))
    if (this.#rankOf(last) <= this.#rankOf(caller)) return false
    last.refuse()
    return true
  }

  #waitingIn(lane: Lane): Waiting[] {
    return this.#waiting.filter((one) => one.lane === lane)
  }

  #rankOf(caller: HashCaller): number {
    return Math.floor((this.#turns.get(nameOf(caller)) ?? 0) / TURNS)
  }

  #countTurn(caller: HashCaller): void {
    const now = performance.now()
    if (now - this.#turnsSince > COUNTED_MS || this.#turns.size > MOST_COUNTED) {
      this.#turns.clear()
      this.#turnsSince = now
    }
    this.#turns.set(nameOf(caller), (this.#turns.get(nameOf(caller)) ?? 0) + 1)
  }

  #startNext(): void {
    for (const lane of this.#lanes) {
      const [next] = this.#waitingIn(lane).toSorted((a, b) => this.#rankOf(a) - this.#rankOf(b))
      if (next === undefined) continue
      this.#lanes = [...this.#lanes.filter((one) => one !== lane), lane]
      return next.start()
    }
    this.#running--
  }
}
