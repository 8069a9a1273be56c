import { AppError, isGuessablePin, type PinBlocklist } from '@avouch/contract'
import type { Audit, AuditEvent } from '../audit/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bool, int, row, text } from '../../platform/database/rows.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { RateLimiter, TrustedNetworks } from '../rate-limits/index.ts'
import type { Holder } from './account-store.ts'
import { forgetDevices } from './devices.ts'
import { type HashCaller, type Lane, matchesHash, type PinHasher } from './pin-queue.ts'

/** Wrong PINs in browsers that are not recognised, until PIN and SMS code are right in one. */
const WRONG_PINS = 10
/** The same, until another PIN is set. */
const WRONG_PINS_IN_ALL = 30
/** Wrong PINs in recognised browsers together; then the account forgets them all. */
const WRONG_PINS_RECOGNISED = 10

/** Counts a PIN before it is compared. No row: as many as allowed were wrong, and none is compared. */
const CLAIM = `
  update account set pin_failures = pin_failures + 1, pin_failures_total = pin_failures_total + 1
  where id = $1 and pin_failures < $2 and pin_failures_total < $3
  returning pin_enc, pin_failures = ${WRONG_PINS} or pin_failures_total = ${WRONG_PINS_IN_ALL} as last`
const CLAIM_RECOGNISED = `
  update account set pin_failures_recognised = pin_failures_recognised + 1
  where id = $1 and pin_failures_recognised < $2
  returning pin_enc, pin_failures_recognised = $2 as last`
const CLAIMED = row({ pin_enc: text, last: bool })

/** Refunds a right PIN, unless another one was set in between. A log-in compares twice, at pre-login and at the token endpoint: each leaves the counts as they were. */
const REFUND = `
  update account set pin_failures = greatest(0, pin_failures - 1), pin_failures_total = greatest(0, pin_failures_total - 1)
  where id = $1 and pin_enc = $2`
const REFUND_RECOGNISED = `
  update account set pin_failures_recognised = greatest(0, pin_failures_recognised - 1) where id = $1 and pin_enc = $2`

/** The account row first, then its browsers, as everywhere. */
const LOCK_WHEN_FULL = 'select 1 from account where id = $1 and pin_failures_recognised >= $2 for no key update'

/** Strangers' wrong PINs begin at zero again; those of recognised browsers only where these are forgotten. */
const PROVE = `
  update account a set pin_failures = 0, signed_in_on = ($3::timestamptz at time zone 'UTC')::date,
    pin_failures_recognised = case when o.is_full then 0 else a.pin_failures_recognised end
  from (select id, pin_failures_recognised >= $2 as is_full from account where id = $1 for no key update) o
  where a.id = o.id and a.state = 'active' and a.locked_at is null returning o.is_full`
const CHANGE = `
  update account set pin_enc = $2, pin_version = pin_version + 1, signed_in_on = ($3::timestamptz at time zone 'UTC')::date,
    pin_failures = 0, pin_failures_total = 0, pin_failures_recognised = 0
  where id = $1`

type Guess = { phoneIdx: Buffer; pin: string; client: Client; lane: Lane }

type Deps = {
  db: Database
  /** Wraps hashes under a key outside of the database: four digits alone would be guessed from a stolen table in minutes. */
  keys: Keys
  hasher: PinHasher
  limiter: RateLimiter
  networks: TrustedNetworks
  audit: Audit
}

/** Compares every PIN of the product. Every guess is counted before it is compared, and a right one is refunded. */
export class Pins {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The form in which a PIN is stored. @throws AppError service_unavailable */
  async hash(pin: string, phoneIdx: Buffer, client: Client, lane: Lane): Promise<string> {
    const hash = await this.#deps.hasher.hash(pin, callerOf(phoneIdx, client, lane))
    return this.#deps.keys.seal(phoneIdx.toString('hex'), hash)
  }

  /** Compares without counting, after the number was proven. @throws AppError service_unavailable */
  matches(pinEnc: string, pin: string, phoneIdx: Buffer, client: Client): Promise<boolean> {
    const hash = this.#deps.keys.open(phoneIdx.toString('hex'), pinEnc)
    return this.#deps.hasher.matches(hash, pin, callerOf(phoneIdx, client, 'recognised'))
  }

  /**
   * Counts a guess when its turn has come, and compares it: one that is refused because too many wait is not counted. Where
   * `claim` finds nothing to compare it with, nothing is hashed.
   * @throws AppError service_unavailable
   */
  compare<C extends { pinEnc: string }>(guess: Guess, claim: () => Promise<C | undefined>) {
    const { phoneIdx, pin, client, lane } = guess
    return this.#deps.hasher.inTurn(callerOf(phoneIdx, client, lane), async () => {
      const claimed = await claim()
      if (claimed === undefined) return { claimed, isRight: false }
      return {
        claimed,
        isRight: await matchesHash(this.#deps.keys.open(phoneIdx.toString('hex'), claimed.pinEnc), pin),
      }
    })
  }

  /**
   * Counts a guess, then compares it. A locked account is answered like a wrong PIN. `most`: wrong PINs in browsers that are not
   * recognised, after which none is compared; they wait in `lane`.
   * @throws AppError wrong_login_info; too_many_requests beyond the limits of failed log-ins; service_unavailable
   */
  async verify(
    holder: Holder,
    pin: string,
    client: Client,
    lane: Lane,
    most = WRONG_PINS,
  ): Promise<{ recognised: boolean }> {
    if (holder.recognised && (await this.#verifyRecognised(holder, pin, client))) return { recognised: true }
    const { full, buckets } = await this.#deps.networks.limitsOf('login-failed', client)
    if (full !== undefined) throw await this.#deps.limiter.tooMany(full)
    const claim = () => this.#claim(CLAIM, [holder.id, most, WRONG_PINS_IN_ALL])
    const { claimed, isRight } = await this.compare({ phoneIdx: holder.phoneIdx, pin, client, lane }, claim)
    if (isRight) {
      await this.#deps.db.query(REFUND, [holder.id, claimed?.pinEnc])
      await this.#deps.audit.report({ ...about(holder, client), type: 'auth.pin.ok' })
      return { recognised: false }
    }
    await this.#deps.limiter.count(this.#deps.db, buckets)
    await this.#reportWrong(holder, client, claimed !== undefined)
    if (claimed?.last === true)
      await this.#deps.audit.report({ ...about(holder, client), type: 'auth.pin.closed_unknown' })
    throw new AppError('wrong_login_info')
  }

  /**
   * Counts a guess at a number without an account as a failed log-in. Nothing is hashed: callers have counted it as a look-up.
   * @throws AppError too_many_requests
   */
  async verifyNothing(phoneIdx: Buffer, client: Client): Promise<void> {
    const { full, buckets } = await this.#deps.networks.limitsOf('login-failed', client)
    if (full !== undefined) throw await this.#deps.limiter.tooMany(full)
    await this.#deps.limiter.count(this.#deps.db, buckets)
    await this.#deps.audit.report({ type: 'auth.pin.no_account', phoneIdx, device: client.device })
  }

  /** Number and code are proven; the account's row is locked from here on. @returns false when the account is over or locked */
  async prove(tx: Executor, accountId: string, now: Date): Promise<boolean> {
    const [proven] = await tx.query(PROVE, [accountId, WRONG_PINS_RECOGNISED, now], row({ is_full: bool }))
    // The process of the tenth wrong one may have died before it forgot them.
    if (proven?.is_full === true) await forgetDevices(tx, accountId)
    return proven !== undefined
  }

  /** Sets another PIN; no guess at the old one counts. */
  async change(tx: Executor, accountId: string, pinEnc: string, now: Date): Promise<void> {
    await tx.query(CHANGE, [accountId, pinEnc, now])
  }

  /** @returns false after too many wrong PINs: the account has forgotten the browser, and the guess counts as one in an unrecognised browser */
  async #verifyRecognised(holder: Holder, pin: string, client: Client): Promise<boolean> {
    const claim = () => this.#claim(CLAIM_RECOGNISED, [holder.id, WRONG_PINS_RECOGNISED])
    const guess = { phoneIdx: holder.phoneIdx, pin, client, lane: 'recognised' } as const
    const { claimed, isRight } = await this.compare(guess, claim)
    if (claimed === undefined) {
      // The process of the tenth may have died before it forgot them.
      await this.#forgetDevicesWhenFull(holder, client)
      return false
    }
    if (isRight) {
      await this.#deps.db.query(REFUND_RECOGNISED, [holder.id, claimed.pinEnc])
      await this.#deps.audit.report({ ...about(holder, client), type: 'auth.pin.ok' })
      return true
    }
    await this.#reportWrong(holder, client, true)
    if (claimed.last) await this.#forgetDevicesWhenFull(holder, client)
    throw new AppError('wrong_login_info')
  }

  async #claim(statement: string, values: readonly unknown[]) {
    const [claimed] = await this.#deps.db.query(statement, values, CLAIMED)
    return claimed && { pinEnc: claimed.pin_enc, last: claimed.last }
  }

  async #forgetDevicesWhenFull(holder: Holder, client: Client): Promise<void> {
    const forgotten = await this.#deps.db.transaction(async (tx) => {
      const isFull = (await tx.query(LOCK_WHEN_FULL, [holder.id, WRONG_PINS_RECOGNISED])).length > 0
      if (isFull) await forgetDevices(tx, holder.id)
      return isFull
    })
    if (forgotten) await this.#deps.audit.report({ ...about(holder, client), type: 'device.demoted', reason: 'all' })
  }

  #reportWrong(holder: Holder, client: Client, isCompared: boolean): Promise<void> {
    return this.#deps.audit.report({
      ...about(holder, client),
      type: isCompared ? 'auth.pin.wrong' : 'auth.pin.throttled',
    })
  }
}

/** Applies the rule of the forms; `phone`: as it was typed. @throws AppError invalid_pin for one that is easily guessed */
export function refuseGuessable(blocklist: PinBlocklist, pin: string, phone: string): void {
  if (isGuessablePin(pin, blocklist, phone)) throw new AppError('invalid_pin')
}

const callerOf = (phoneIdx: Buffer, { address }: Client, lane: Lane): HashCaller => ({
  lane,
  address: address.host,
  number: phoneIdx.toString('hex'),
})

const about = ({ id, phoneIdx }: Holder, { device }: Client): Omit<AuditEvent, 'type'> => ({
  accountId: id,
  phoneIdx,
  device,
})

const COUNTS = `
  select pin_failures as unrecognised, pin_failures_total as in_all, pin_failures_recognised as recognised
  from account where phone_idx = $1`
const COUNTS_ROW = row({ unrecognised: int, in_all: int, recognised: int })
const RELEASE = `
  update account set pin_failures = 0, pin_failures_total = 0, pin_failures_recognised = 0 where phone_idx = $1`

/** Reads the wrong PINs of a number's account and their limits: in unrecognised browsers, the same since the PIN was set, in recognised ones. */
export async function countPins(db: Executor, phoneIdx: Buffer) {
  const [counts] = await db.query(COUNTS, [phoneIdx], COUNTS_ROW)
  const { unrecognised = 0, in_all = 0, recognised = 0 } = counts ?? {}
  return [
    [unrecognised, WRONG_PINS],
    [in_all, WRONG_PINS_IN_ALL],
    [recognised, WRONG_PINS_RECOGNISED],
  ] as const
}

/** Resets the wrong PINs of a number's account. */
export const releasePins = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query(RELEASE, [phoneIdx]))
