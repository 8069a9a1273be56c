import { MINUTE_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { askSoon } from './check-store.ts'

/** After less the waits have hardly grown. */
const OUTAGE_MS = MINUTE_MS

/**
 * Notes which vendor does not answer, as this process sees it. The waits of checks grow with an outage: at its end those that were asked
 * about in vain are asked about soon.
 */
export class Outages {
  readonly #db: Database
  readonly #clock: Clock
  readonly #since = new Map<string, Date>()

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db
    this.#clock = clock
  }

  async note(provider: string, isAnswered: boolean): Promise<void> {
    const [now, since] = [this.#clock(), this.#since.get(provider)]
    if (!isAnswered) return void this.#since.set(provider, since ?? now)
    if (since === undefined) return
    this.#since.delete(provider)
    if (since <= later(now, -OUTAGE_MS)) await askSoon(this.#db, provider, since, now)
  }
}
