import { createHmac, randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import type * as z from 'zod/mini'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, row, text, timestamp } from '../../platform/database/rows.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PhoneBook } from '../accounts/index.ts'

const ADD_KEY =
  'insert into registration_stop_key (quarter, secret_enc) values ($1, $2) on conflict (quarter) do nothing'
const KEYS = 'select quarter, secret_enc from registration_stop_key'
const KEY = row({ quarter: text, secret_enc: text })

const ADD = `
  insert into registration_stop (number_mac, quarter, expires_at, appeal_used) values ($1, $2, $3, $4)
  on conflict (number_mac) do update set expires_at = greatest(registration_stop.expires_at, excluded.expires_at),
    appeal_used = registration_stop.appeal_used or excluded.appeal_used`
/** A number has a stop under each quarter in which it was stopped. */
const FIND_ANY = `
  select expires_at, appeal_used from registration_stop where number_mac = any($1::bytea[]) and expires_at > $2
  order by number_mac`
const STOP = row({ expires_at: timestamp, appeal_used: bool })
const USE = 'update registration_stop set appeal_used = true where number_mac = any($1::bytea[]) and expires_at > $2'

/** The sealed hash key of a quarter. */
type QuarterKey = { quarter: string; secretEnc: string }

/** Adds nothing when the quarter has a key. */
const addQuarterKey = async (tx: Executor, { quarter, secretEnc }: QuarterKey): Promise<void> =>
  void (await tx.query(ADD_KEY, [quarter, secretEnc]))

async function readQuarterKeys(tx: Executor): Promise<QuarterKey[]> {
  const keys = await tx.query(KEYS, [], KEY)
  return keys.map(({ quarter, secret_enc }) => ({ quarter, secretEnc: secret_enc }))
}

/** A number that is stopped already is stopped until the later time. */
const addStop = async (tx: Executor, mac: Buffer, quarter: string, expiresAt: Date, isUsed: boolean): Promise<void> =>
  void (await tx.query(ADD, [mac, quarter, expiresAt, isUsed]))

/** Expired stops, then the keys of quarters without stops. */
export const sweepStops = sweepOf(
  { keepMs: 0, table: 'registration_stop', where: 't.expires_at <= $3' },
  {
    keepMs: 0,
    table: 'registration_stop_key',
    where: `not exists (select 1 from registration_stop s where s.quarter = t.quarter) and $3::timestamptz is not null`,
  },
)

export const quarterKeys: readonly SealedTable[] = [
  {
    table: 'registration_stop_key',
    id: 'quarter',
    owner: 'quarter',
    columns: [{ name: 'secret_enc', purpose: 'registration-stop' }],
  },
]

const DAY_MS = 24 * HOUR_MS
const KEY_BYTES = 32

type Deps = {
  /** How long the number of an under-age visitor may not register again; 0: no number is stopped. */
  days: number
  /** How many of these days an appeal is possible; 0: none is. */
  appealDays: number
  /** Seal the hash keys of the quarters. */
  keys: Keys
  phones: PhoneBook
}

/** A number as it is stored. */
type SealedNumber = { phoneEnc: string; phoneIdx: Buffer }

/** used: the one appeal was made already. */
type Stop = 'may_appeal' | 'used' | 'stopped'

/** "2026Q4", in UTC. */
const quarterOf = (at: Date): string => `${at.getUTCFullYear()}Q${Math.floor(at.getUTCMonth() / 3) + 1}`

/**
 * Prevents an immediate second try of an under-age visitor with another document. Only a keyed hash of the number is kept,
 * under a key of the quarter that is deleted with the quarter's last number.
 */
export class RegistrationStops {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get appealDays(): number {
    return this.#deps.appealDays
  }

  /** Stops the number from now on. `isAppeal`: the account that ends was made by an appeal, so that the number has none left. */
  async add(tx: Executor, number: SealedNumber, isAppeal: boolean, now: Date): Promise<void> {
    const { days, keys } = this.#deps
    if (days === 0) return
    const quarter = quarterOf(now)
    const secret = randomBytes(KEY_BYTES).toString('base64url')
    await addQuarterKey(tx, { quarter, secretEnc: keys.seal(quarter, secret) })
    const key = (await readQuarterKeys(tx)).find((known) => known.quarter === quarter)
    if (key === undefined) throw new Error('the key of the quarter vanished')
    const isUsed = isAppeal || (await this.find(tx, number, now)) === 'used'
    await addStop(tx, this.#macOf(key, number), quarter, later(now, days * DAY_MS), isUsed)
  }

  /** Looks under the keys of all quarters. @returns undefined for a number that is not stopped */
  async find(tx: Executor, number: SealedNumber, now: Date): Promise<Stop | undefined> {
    return this.#stopOf(await tx.query(FIND_ANY, [await this.#macsOf(tx, number), now], STOP), now)
  }

  /** Uses the one appeal of the number up. @returns may_appeal to the one caller that did; undefined for a number that is not stopped */
  async useAppeal(tx: Executor, number: SealedNumber, now: Date): Promise<Stop | undefined> {
    const macs = await this.#macsOf(tx, number)
    const stop = this.#stopOf(await tx.query(`${FIND_ANY} for update`, [macs, now], STOP), now)
    if (stop === 'may_appeal') await tx.query(USE, [macs, now])
    return stop
  }

  #stopOf(found: readonly z.output<typeof STOP>[], now: Date): Stop | undefined {
    const { days, appealDays } = this.#deps
    if (found.length === 0) return undefined
    if (found.some(({ appeal_used }) => appeal_used)) return 'used'
    const end = Math.max(...found.map(({ expires_at }) => expires_at.getTime()))
    return end - (days - appealDays) * DAY_MS > now.getTime() ? 'may_appeal' : 'stopped'
  }

  async #macsOf(tx: Executor, number: SealedNumber): Promise<Buffer[]> {
    return (await readQuarterKeys(tx)).map((key) => this.#macOf(key, number))
  }

  #macOf({ quarter, secretEnc }: QuarterKey, { phoneEnc, phoneIdx }: SealedNumber): Buffer {
    const { keys, phones } = this.#deps
    const secret = Buffer.from(keys.open(quarter, secretEnc), 'base64url')
    return createHmac('sha256', secret).update(phones.open(phoneEnc, phoneIdx)).digest()
  }
}
