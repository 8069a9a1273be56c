import { hash, verify } from '@node-rs/argon2'
import { AppError, SECOND_MS } from '@avouch/contract'

/** For whom a hash waits: the host of its address, its number (or another name), and whether its browser is recognised. */
export type HashCaller = { address: string; number: string; recognised: boolean }
type Waiting = HashCaller & { start: () => void }

const PER_ADDRESS = 2
const PER_NUMBER = 2
/** Bounds the memory in a flood of addresses. */
const MOST_SERVED = 10_000
const PATIENCE_MS = 4 * SECOND_MS
/** The queue has moved on by then. */
const RETRY_SECONDS = 2

/** Compares at once: for the caller whose turn it is. */
export const matchesHash = (encoded: string, pin: string): Promise<boolean> => verify(encoded, pin)

type Options = { memoryKib: number; passes: number; atOnce: number; perLane: number }

/**
 * Argon2id (RFC 9106), a few hashes at once so that polls keep their time. Others wait: recognised browsers and all others in
 * lanes of their own, which take turns. In a lane the address goes first that was served longest ago: who asks all the time
 * waits behind everyone else.
 */
export class PinHasher {
  readonly #options: { memoryCost: number; timeCost: number; parallelism: number }
  readonly #atOnce: number
  readonly #perLane: number
  #running = 0
  #waiting: Waiting[] = []
  #lastLane = false
  /** When an address was served last, by the number of the turn. */
  readonly #served = new Map<string, number>()
  #turns = 0

  constructor({ memoryKib, passes, atOnce, perLane }: Options) {
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
    if (this.#served.size > MOST_SERVED) this.#served.clear()
    this.#served.set(caller.address, ++this.#turns)
    try {
      return await work()
    } finally {
      this.#startNext()
    }
  }

  #turnOf(caller: HashCaller): Promise<void> {
    const lane = this.#waiting.filter(({ recognised }) => recognised === caller.recognised)
    const isTooMany =
      lane.length >= this.#perLane ||
      lane.filter(({ address }) => address === caller.address).length >= PER_ADDRESS ||
      lane.filter(({ number }) => number === caller.number).length >= PER_NUMBER
    const busy = () => new AppError('service_unavailable', { retry_after: RETRY_SECONDS })
    if (isTooMany) return Promise.reject(busy())
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting)
        clearTimeout(timer)
      }
      const timer = setTimeout(() => (leave(), reject(busy())), PATIENCE_MS)
      const waiting = { ...caller, start: () => (leave(), resolve()) }
      this.#waiting.push(waiting)
    })
  }

  #startNext(): void {
    const other = this.#waiting.filter(({ recognised }) => recognised !== this.#lastLane)
    const servedAt = ({ address }: Waiting) => this.#served.get(address) ?? 0
    const [next] = (other.length > 0 ? other : this.#waiting).toSorted((a, b) => servedAt(a) - servedAt(b))
    if (next === undefined) {
      this.#running--
      return
    }
    this.#lastLane = next.recognised
    next.start()
  }
}
