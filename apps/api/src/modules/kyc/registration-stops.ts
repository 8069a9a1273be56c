import { createHmac, randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { E164, PhoneBook } from '../accounts/index.ts'
import { addQuarterKey, addStop, hasStop, readQuarterKeys } from './registration-stop-store.ts'

const DAY_MS = 24 * HOUR_MS
const KEY_BYTES = 32

type Deps = {
  /** How long the number of an under-age visitor may not register again; 0: no number is stopped. */
  days: number
  /** Seal the hash keys of the quarters. */
  keys: Pick<Keys, 'seal' | 'open'>
  phones: Pick<PhoneBook, 'open'>
}
export type RegistrationStops = ReturnType<typeof createRegistrationStops>

/** A number as it is stored. */
type SealedNumber = { phoneEnc: string; phoneIdx: Buffer }

/**
 * Keeps an under-age visitor from trying again at once with another document. Only a keyed hash of the number is kept,
 * under a key of the quarter that is deleted with the quarter's last number.
 */
export const createRegistrationStops = (deps: Deps) => ({
  place: (tx: Executor, number: SealedNumber, now: Date) => place(deps, tx, number, now),
  isStopped: (tx: Executor, number: SealedNumber, now: Date) => isStopped(deps, tx, number, now),
})

async function place({ days, keys, phones }: Deps, tx: Executor, number: SealedNumber, now: Date): Promise<void> {
  if (days === 0) return
  const quarter = quarterOf(now)
  await addQuarterKey(tx, { quarter, secretEnc: keys.seal(quarter, randomBytes(KEY_BYTES).toString('base64url')) })
  const key = (await readQuarterKeys(tx)).find((known) => known.quarter === quarter)
  if (key === undefined) throw new Error('the key of the quarter vanished')
  const mac = macOf(keys.open(quarter, key.secretEnc), phones.open(number.phoneEnc, number.phoneIdx))
  await addStop(tx, mac, quarter, later(now, days * DAY_MS))
}

async function isStopped({ keys, phones }: Deps, tx: Executor, number: SealedNumber, now: Date): Promise<boolean> {
  const digits = phones.open(number.phoneEnc, number.phoneIdx)
  const quarters = await readQuarterKeys(tx)
  const macs = quarters.map(({ quarter, secretEnc }) => macOf(keys.open(quarter, secretEnc), digits))
  return hasStop(tx, macs, now)
}

/** "2026Q4", in UTC. */
const quarterOf = (at: Date): string => `${at.getUTCFullYear()}Q${Math.floor(at.getUTCMonth() / 3) + 1}`

const macOf = (secret: string, number: E164): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(number).digest()
