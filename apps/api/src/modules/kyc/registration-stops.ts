import { createHmac, randomBytes } from 'node:crypto'
import { later } from '../../platform/clock.ts'
import type { E164 } from '../accounts/index.ts'
import type { Executor } from '../../platform/database/database.ts'

const DAY_MS = 86_400_000
const KEY_BYTES = 32

type KeyRow = { quarter: string; secret_enc: string }

export type StopSettings = {
  /** How long a number of somebody under age may not register again; 0: it may at once. */
  days: number
  seal: (quarter: string, secret: string) => string
  open: (quarter: string, sealed: string) => string
}

/** "2026Q4", of the calendar that everybody shares. */
const quarterOf = (at: Date): string => `${at.getUTCFullYear()}Q${Math.floor(at.getUTCMonth() / 3) + 1}`

const macOf = (secret: string, number: E164): Buffer =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(number).digest()

const MAKE_KEY =
  'insert into registration_stop_key (quarter, secret_enc) values ($1, $2) on conflict (quarter) do nothing'
const PLACE = `
  insert into registration_stop (number_mac, quarter, expires_at) values ($1, $2, $3)
  on conflict (number_mac) do update set expires_at = greatest(registration_stop.expires_at, excluded.expires_at)`

export type RegistrationStops = ReturnType<typeof createRegistrationStops>

/**
 * Keeps somebody under age from trying again with another document at once. Only a keyed hash of the number is kept,
 * under a key of its quarter that is deleted with the quarter's last number.
 */
export function createRegistrationStops({ days, seal, open }: StopSettings) {
  async function place(tx: Executor, number: E164, now: Date): Promise<void> {
    if (days === 0) return
    const quarter = quarterOf(now)
    await tx.query(MAKE_KEY, [quarter, seal(quarter, randomBytes(KEY_BYTES).toString('base64url'))])
    const [key] = await tx.query<KeyRow>('select quarter, secret_enc from registration_stop_key where quarter = $1', [
      quarter,
    ])
    if (key === undefined) throw new Error('the key of the quarter vanished')
    await tx.query(PLACE, [macOf(open(quarter, key.secret_enc), number), quarter, later(now, days * DAY_MS)])
  }

  async function isStopped(tx: Executor, number: E164, now: Date): Promise<boolean> {
    const keys = await tx.query<KeyRow>('select quarter, secret_enc from registration_stop_key')
    const macs = keys.map(({ quarter, secret_enc }) => macOf(open(quarter, secret_enc), number))
    const found = await tx.query(
      'select 1 from registration_stop where number_mac = any($1::bytea[]) and expires_at > $2',
      [macs, now],
    )
    return found.length > 0
  }

  return { place, isStopped }
}

/** Numbers whose time is over, then keys that no number needs any more. */
export const SWEEP_STOPS = [
  'delete from registration_stop where expires_at <= $1',
  `delete from registration_stop_key k
   where not exists (select 1 from registration_stop s where s.quarter = k.quarter) and $1::timestamptz is not null`,
]
