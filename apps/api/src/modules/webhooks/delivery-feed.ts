import { AppError } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import { type Follower, readNext, readSigners } from './feed-store.ts'
import { signedHeaders } from './webhook-sender.ts'

/** Events that one read brings a follower. */
const MOST_AT_ONCE = 100

/** An event of a test intent as a receiver would get it now. */
export type FeedEvent = { sequence: number; type: string; headers: Record<string, string>; body: string }
type FeedPage = { after: number; events: FeedEvent[] }

type Deps = {
  db: Database
  clock: Clock
  /** Open webhook secrets. */
  keys: Keys
}

const idsOf = (followers: readonly Follower[]) => [...new Set(followers.map(({ providerId }) => providerId))]
/** Skips the query where no event is to be signed, as in most polls. */
const signersOf: typeof readSigners = async (db, ids, now) => (ids.length === 0 ? new Map() : readSigners(db, ids, now))

/** Events of test intents for a developer's machine, which the product can't reach. */
export class DeliveryFeed {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Finds where to resume: after the event that was seen last, or after the newest.
   * @throws AppError conflict for a provider without a secret, because nothing could be signed
   */
  async begin(providerId: string, lastSeen: number | undefined): Promise<number> {
    const { db, clock } = this.#deps
    const signer = (await readSigners(db, [providerId], clock())).get(providerId)
    if (signer === undefined || signer.secretsEnc.length === 0) throw new AppError('conflict')
    return Math.min(lastSeen ?? signer.latest, signer.latest)
  }

  /** Reads the next events of each follower. Each is signed with the secrets and the time of now. */
  async next(followers: readonly Follower[]): Promise<FeedPage[]> {
    const { db, clock, keys } = this.#deps
    const found = await readNext(db, followers, MOST_AT_ONCE)
    const busy = followers.filter((_, n) => found[n]?.some(({ body }) => body !== null))
    const now = clock()
    const signers = await signersOf(db, idsOf(busy), now)
    return followers.map(({ providerId, after }, n) => {
      const page = found[n] ?? []
      const secrets = (signers.get(providerId)?.secretsEnc ?? []).map((sealed) => keys.open(providerId, sealed))
      const events = page.flatMap(({ id, type, sequence, body }) =>
        body === null ? [] : [{ sequence, type, body, headers: signedHeaders({ id, secrets, body }, now) }],
      )
      return { after: page.at(-1)?.sequence ?? after, events }
    })
  }
}
