import type { Executor } from '../../platform/database/database.ts'
import { row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const ADD_KEY =
  'insert into registration_stop_key (quarter, secret_enc) values ($1, $2) on conflict (quarter) do nothing'
const KEYS = 'select quarter, secret_enc from registration_stop_key'
const KEY = row({ quarter: text, secret_enc: text })

const ADD = `
  insert into registration_stop (number_mac, quarter, expires_at) values ($1, $2, $3)
  on conflict (number_mac) do update set expires_at = greatest(registration_stop.expires_at, excluded.expires_at)`
const FIND_ANY = 'select 1 from registration_stop where number_mac = any($1::bytea[]) and expires_at > $2'

/** The sealed hash key of a quarter. */
export type QuarterKey = { quarter: string; secretEnc: string }

/** Adds nothing when the quarter has a key. */
export const addQuarterKey = async (tx: Executor, { quarter, secretEnc }: QuarterKey): Promise<void> =>
  void (await tx.query(ADD_KEY, [quarter, secretEnc]))

export async function readQuarterKeys(tx: Executor): Promise<QuarterKey[]> {
  const keys = await tx.query(KEYS, [], KEY)
  return keys.map(({ quarter, secret_enc }) => ({ quarter, secretEnc: secret_enc }))
}

/** A number that is stopped already is stopped until the later time. */
export const addStop = async (tx: Executor, mac: Buffer, quarter: string, expiresAt: Date): Promise<void> =>
  void (await tx.query(ADD, [mac, quarter, expiresAt]))

export const hasStop = async (tx: Executor, macs: readonly Buffer[], now: Date): Promise<boolean> =>
  macs.length > 0 && (await tx.query(FIND_ANY, [macs, now])).length > 0

/** Expired stops, then the keys of quarters without stops. */
export const sweepStops = sweepOf(
  { keepMs: 0, table: 'registration_stop', where: 't.expires_at <= $1' },
  {
    keepMs: 0,
    table: 'registration_stop_key',
    where: `not exists (select 1 from registration_stop s where s.quarter = t.quarter) and $1::timestamptz is not null`,
  },
)
