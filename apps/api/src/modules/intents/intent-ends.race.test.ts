import * as z from 'zod/mini'
import { join } from 'node:path'
import { MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Keyring } from '../../platform/keyring.ts'
import type { Database, Executor, RowSchema } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { Endings } from './endings.ts'
import { addIntent } from './intent-change-store.ts'
import { findIntent, type Intent } from './intent-store.ts'
import type { NewEvent } from '../webhooks/index.ts'
import { Audit } from '../audit/index.ts'
import { later } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { createDatabase } from '#test/create-database.ts'
import { makeMasterKeys } from '../../config/key-files.ts'

const PROVIDERS = ['aurora', 'borealis']
const now = new Date()
let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  db = createServerDatabase({ connectionString: made.url ?? '', maxConnections: 10, onIdleError: () => {} })
  await migrate(db, join(import.meta.dirname, '../../../migrations'), now)
  for (const id of PROVIDERS) await db.query('insert into provider (id, name, from_file) values ($1, $1, false)', [id])
})
afterAll(async () => {
  await db.close()
  await drop()
})

const ANY_ROW = z.any()

type Look = (statement: string, values: readonly unknown[]) => Promise<void>
/** A store with hooks before and after each statement; `attempts` counts transactions, repeated ones too. */
function watchedDatabase(look: { before?: Look; after?: Look } = {}) {
  const seen = { attempts: 0 }
  const watched = (tx: Executor): Executor => ({
    ...tx,
    async query<R>(text: string, values: readonly unknown[] = [], row: RowSchema<R> = ANY_ROW) {
      await look.before?.(text, values)
      const found = await tx.query(text, values, row)
      await look.after?.(text, values)
      return found
    },
  })
  const database: Database = {
    ...db,
    transaction: (run) =>
      db.transaction((tx) => {
        seen.attempts++
        return run(watched(tx))
      }),
  }
  const keyring = new Keyring(makeMasterKeys())
  const audit = new Audit({ db: database, keyring, clock: () => now, warn: () => {} })
  return { seen, endings: new Endings({ db: database, audit }) }
}

/** A one-shot signal: resolves all that wait for it. */
function signal() {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { give, given }
}

const eventOf = ({ id: intent_id, reference, live }: Intent, type: NewEvent['type']): NewEvent => ({
  id: newId('evt'),
  type,
  timestamp: now.toISOString(),
  data: { intent_id, reference, live, result: null, verdict: null, payment: null },
})

const isCounterOf = (provider: string, statement: string, [id]: readonly unknown[]) =>
  statement.includes('last_sequence + 1') && id === provider

async function madeIntent(providerId: string, expiresAt: Date): Promise<Intent> {
  const id = newId('int')
  await addIntent(db, {
    id,
    mintidHash: tokenHash(id),
    owner: { providerId, live: false },
    kind: 'age',
    payment: null,
    minimumAge: 18,
    maxProofAgeDays: null,
    reference: null,
    accept: ['identity_check'],
    websiteUri: null,
    redirectUri: 'https://shop.example/',
    returnTab: null,
    idempotencyKey: id,
    requestHash: tokenHash(id),
    createdAt: later(now, -31 * MINUTE_MS),
    expiresAt,
  })
  return (await findIntent(db, id)) ?? expect.fail('no intent')
}

test('AUDIT-09 expiring intents and a concurrent cancellation wait for each other once', async () => {
  for (const provider of PROVIDERS) await madeIntent(provider, later(now, -MINUTE_MS))
  const open = await madeIntent('borealis', later(now, MINUTE_MS))
  const counted = signal()

  const expiring = watchedDatabase({
    before: async (text, values) => {
      if (isCounterOf('borealis', text, values)) await counted.given
    },
  })
  const ending = watchedDatabase({
    after: async (text, values) => {
      if (isCounterOf('borealis', text, values)) counted.give()
    },
  })
  const cancelled = { step: 'cancel', state: 'cancelled', result: null, verdict: null } as const
  const event = eventOf(open, 'intent.cancelled')
  const [expired, ended] = await Promise.all([
    expiring.endings.expireSome(now),
    ending.endings.end({ ...cancelled, intentId: open.id, event, now }),
  ])

  expect([expired, ended]).toEqual([2, true])
  expect([expiring.seen.attempts, ending.seen.attempts]).toEqual([1, 1])
  const told = await db.query('select type from audit_inbox order by type')
  expect(told.map(({ type }) => type)).toEqual(['intent.cancelled', 'intent.expired', 'intent.expired'])
})

test('AUDIT-09 a transaction records all its events in one statement, and locks nothing of the trail', async () => {
  const texts: string[] = []
  const { endings } = watchedDatabase({
    before: async (text) => {
      texts.push(text)
    },
  })
  for (let i = 0; i < 6; i++) await madeIntent(PROVIDERS[i % 2] ?? '', later(now, -MINUTE_MS))
  const written = async () => (await db.query('select 1 from audit_inbox')).length
  const already = await written()
  expect(await endings.expireSome(now)).toBe(6)
  expect(texts.filter((text) => text.includes('audit_'))).toEqual([
    expect.stringMatching(/^[^;]*\binsert into audit_inbox\b(?!.*\baudit_)[^;]*$/s),
  ])
  expect(await written()).toBe(already + 6)
})
