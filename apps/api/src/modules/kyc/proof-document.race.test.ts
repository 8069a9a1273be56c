import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { openCheck } from './checks.ts'
import { applyOutcome } from './outcomes.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { chained } from '#test/audit-trail.ts'
import { beginCheck, registered, report } from '#test/builders.ts'
import { createDatabase } from '#test/create-database.ts'
import { rows, successes, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const AT_ONCE = 10
const ROUNDS = 2
const now = new Date('2026-03-01T12:00:00Z')
const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

describe('accounts that prove their age with one document concurrently', () => {
  type Visitor = Awaited<ReturnType<typeof registered>>
  const isProven = async ({ tokens }: Visitor) =>
    (await rows(the.api, 'select adult from account where id = $1', [tokens.user_id]))[0]?.['adult'] === true
  const lastActor = async (type: string) => {
    await chained(the.api)
    return (await rows(the.api, 'select actor from audit_event where type = $1 order by seq desc limit 1', [type]))[0]
  }

  test('R-19 KYC-30 end with one proof, that of the last one, in every round', {
    timeout: 60_000,
  }, async () => {
    const document = newId('doc')
    const visitors = await Promise.all(Array.from({ length: AT_ONCE }, () => registered(the.api)))
    const actors: unknown[] = []
    for (const { bearer } of visitors) {
      await the.api.client('exportData', {}, { bearer })
      actors.push(await lastActor('account.exported'))
    }
    let unproven = visitors
    for (let round = 1; round <= ROUNDS; round++) {
      const codes = await Promise.all(unproven.map(({ bearer }) => beginCheck(the.api, bearer)))
      const calls = codes.map(
        ({ code }) =>
          () =>
            report(the.api, code, 'COMPLETED', document),
      )
      expect(successes(await together(calls))).toEqual(codes.map(() => 200))
      const newest = await lastActor('kyc.status')
      const proven = await Promise.all(visitors.map(isProven))
      expect(actors.filter((_, i) => proven[i])).toEqual([newest])
      unproven = visitors.filter((_, i) => !proven[i])
    }
    const withdrawn = await rows(the.api, `select seq from audit_event where type = 'kyc.proof_withdrawn'`)
    expect(withdrawn).toHaveLength(AT_ONCE - 1 + (ROUNDS - 1) * (AT_ONCE - 1))
    expect(await rows(the.api, 'select account_id from proof_document')).toHaveLength(1)
  })
})

test('KYC-31 AGE-06 the hash is deleted with the proof, when the account is closed and not yet erased', async () => {
  const { bearer, tokens } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  const kept = () => rows(the.api, 'select 1 from proof_document where account_id = $1', [tokens.user_id])
  await report(the.api, code, 'COMPLETED', newId('doc'))
  expect(await kept()).toHaveLength(1)
  await report(the.api, code, 'UNDERAGED')
  expect(await kept()).toEqual([])
  expect(await rows(the.api, 'select 1 from account where id = $1', [tokens.user_id])).toHaveLength(1)
})

describe('two accounts, each with the other’s document', () => {
  let database: ReturnType<typeof createServerDatabase>
  let drop = async () => {}

  beforeAll(async () => {
    const made = await createDatabase()
    drop = made.drop
    // The statement times out before PostgreSQL would resolve a deadlock, so a deadlock fails the test.
    const connectionString = `${made.url}?options=-c%20deadlock_timeout%3D60s`
    const settings = { connectionString, maxConnections: 5 }
    database = createServerDatabase({ ...settings, onIdleError: () => {} })
    await migrate(database, resolve(import.meta.dirname, '../../../migrations'), now)
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  const waiting = async () =>
    (
      await database.query(
        `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0]?.count

  const openAccount = async (id: string) =>
    database.query(
      `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
       values ($1, $2, '', '', 'en', false, $3)`,
      [id, tokenHash(id), now],
    )
  const adults = async () =>
    (await database.query('select id from account where adult order by id')).map(({ id }) => id)

  test('R-17 R-19 do not deadlock', async () => {
    const nothing = async () => {}
    const others = { jobs: { enqueue: nothing }, stops: { place: nothing }, sms: { notify: nothing } }
    const deps = { db: database, append: nothing, endSignIns: nothing, ...others }
    const prove = async (accountId: string, document: string) => {
      const id = newId('chk')
      const tcHash = tokenHash(id)
      const times = { now, codeExpiresAt: now, nextPollAt: null }
      await openCheck(database, { id, tcHash, accountId, oldestProof: null, ...times }, true)
      const outcome = {
        eventId: newId('m'),
        tcHash,
        status: 'COMPLETED',
        occurredAt: now,
        now,
        nextPollAt: null,
      } as const
      return () => applyOutcome(deps, { ...outcome, documentIdx: tokenHash(document) })
    }
    const accounts = ['usr_a', 'usr_b'] as const
    for (const id of accounts) await openAccount(id)
    for (const id of accounts) expect(await (await prove(id, `of ${id}`))()).toBe('applied')
    expect(await adults()).toEqual(accounts)
    const swaps = [await prove('usr_a', 'of usr_b'), await prove('usr_b', 'of usr_a')]

    const { coming } = await database.transaction(async (tx) => {
      await tx.query('select 1 from account order by id for update')
      const all = Promise.allSettled(swaps.map((swap) => swap()))
      await expect.poll(waiting).toBe(2)
      return { coming: all }
    })
    expect(await coming).toEqual(swaps.map(() => ({ status: 'fulfilled', value: 'applied' })))
    // The first account gave up its own document when it took the other one, so that one was free.
    expect(await adults()).toEqual(accounts)
  })
})
