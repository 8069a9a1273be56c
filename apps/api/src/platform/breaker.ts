import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from './clock.ts'
import type { Evidence } from './outgoing.ts'

const MOST_FAILURES = 5
const WINDOW_MS = 30 * SECOND_MS
const OPEN_MS = 30 * SECOND_MS

/** A circuit breaker: some failures in a short time open it. After a while one more keeps it open, and one success closes it. */
export class Breaker {
  readonly #clock: Clock
  readonly #onDown: () => void
  #failures: Date[] = []
  #downUntil: Date | undefined

  constructor(clock: Clock, onDown: () => void) {
    this.#clock = clock
    this.#onDown = onDown
  }

  isDown(): boolean {
    return this.#downUntil !== undefined && this.#clock() < this.#downUntil
  }

  succeeded(): void {
    this.#failures = []
    this.#downUntil = undefined
  }

  /** Counts evidence about the partner. Refused credentials open the breaker at the first failure: the next call would fail too. */
  failed(evidence: Evidence): void {
    if (evidence === 'question') return
    const now = this.#clock()
    const wasDown = this.isDown()
    const isOnTrial = this.#downUntil !== undefined && !wasDown
    this.#failures = [...this.#failures.filter((at) => at > later(now, -WINDOW_MS)), now]
    if (evidence !== 'credentials' && !isOnTrial && this.#failures.length < MOST_FAILURES) return
    this.#downUntil = later(now, OPEN_MS)
    if (!wasDown) this.#onDown()
  }
}
