import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { answeredTest, createIntent, GOOD_PIN, registered } from './support/builders.ts'
import { deposit } from './support/money.ts'
import { invited } from './support/staff.ts'
import { useTestApi } from './support/use-test-api.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi({ METRICS_PORT: '0' })

/** Has every statement fail that would do this to a row of the table, as a fault in the database does. */
async function refuse(what: string, table: string, when = 'true', code = 'P0001'): Promise<void> {
  await the.api.rows(
    `create or replace function refuse_work() returns trigger language plpgsql as $$ begin raise exception 'refused' using errcode = '${code}'; end $$`,
  )
  await the.api.rows(
    `create trigger refuse_work before ${what} on ${table} for each row when (${when}) execute function refuse_work()`,
  )
}
const permit = () => the.api.rows('drop function refuse_work cascade')
const ago = (milliseconds: number) => new Date(the.api.clock.now().getTime() - milliseconds)

async function secondsOf(queue: string): Promise<number> {
  const text = await (await the.api.monitored('/metrics')).text()
  const [, value] = new RegExp(`^avouch_queue_oldest_seconds\\{queue="${queue}"\\} (\\S+)$`, 'm').exec(text) ?? []
  return Number(value)
}
const LINES = () => the.api.log.map((line) => JSON.parse(line) as { event?: string; queue?: string; rows?: string[] })

/** Plants a row that its job can't get done. @returns the name by which it is known, where it has one */
const DUTIES: Record<string, { kind: 'overdue' | 'queue_lags'; plant: () => Promise<string | void> }> = {
  'accounts.erase': {
    kind: 'overdue',
    async plant() {
      const { bearer, tokens } = await registered(the.api)
      await refuse('delete', 'account')
      await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
      return tokens.user_id
    },
  },
  'intents.expire': {
    kind: 'overdue',
    async plant() {
      const { id } = await createIntent(the.api)
      await refuse('update', 'intent', `new.state = 'expired' and old.id = '${id}'`)
      await the.api.rows('update intent set expires_at = $2 where id = $1', [id, the.api.clock.now()])
      return id
    },
  },
  'intents.count': {
    kind: 'overdue',
    async plant() {
      await the.api.rows('insert into intent_counted (until) values ($1)', [ago(80 * MINUTE_MS)])
      await refuse('update', 'intent_counted')
      return 'requests'
    },
  },
  'retention.sweep': {
    kind: 'overdue',
    async plant() {
      await refuse('delete', 'tombstone')
      await the.api.rows('insert into tombstone values ($1, $2)', [randomBytes(32), ago(HOUR_MS)])
      return 'tombstone'
    },
  },
  'check.erase': {
    kind: 'overdue',
    async plant() {
      await refuse('update', 'vendor_erasure')
      await the.api.rows('insert into vendor_erasure values ($1, 0, $2, $2)', ['chk_planted', the.api.clock.now()])
      return 'chk_planted'
    },
  },
  'session.erase': {
    kind: 'overdue',
    async plant() {
      await refuse('update', 'identity_session')
      await the.api.rows(
        `insert into identity_session (id, provider, ref_hash, stage, staged_at, next_erase_at)
         values ('ids_planted', 'veriff', $1, 'opening', $2, $2)`,
        [randomBytes(32), the.api.clock.now()],
      )
      return 'ids_planted'
    },
  },
  'bank.return': {
    kind: 'overdue',
    async plant() {
      await refuse('update', 'return_order')
      await deposit(the.api, 'nobody', 5_000)
    },
  },
  'webhooks due': {
    kind: 'queue_lags',
    async plant() {
      await refuse('update', 'webhook_event')
      await answeredTest(the.api)
    },
  },
  audit: {
    kind: 'queue_lags',
    async plant() {
      await refuse('delete', 'audit_inbox')
      await registered(the.api)
    },
  },
}

/** Steps of one story: each breaks jobs of one installation and moves its clock, and the next begins with what that one left. */
describe('duties that are overdue', { shuffle: false }, () => {
  test('Every duty that is overdue lights its light, named by the row that waits, and the light goes out [OPS-73]', {
    timeout: 180_000,
  }, async () => {
    const operator = await invited(the.api, 'operator')
    const attention = async () => (await operator.call('adminListAttention', {})).data.data
    const queues = Object.keys(DUTIES)
    const late = async () =>
      (await Promise.all(queues.map(async (queue) => ((await secondsOf(queue)) > 120 ? [queue] : [])))).flat()
    expect(await late()).toEqual([])

    const wanted: [string, string][] = []
    for (const [queue, { kind, plant }] of Object.entries(DUTIES)) {
      const row = await plant()
      wanted.push([kind, typeof row === 'string' ? `${queue}: ${row}` : queue])
    }
    the.api.clock.advance(5 * MINUTE_MS)
    await expect.poll(late, { timeout: 60_000, interval: 500 }).toEqual(queues)
    const found = (await attention()).filter(({ kind }) => kind === 'overdue' || kind === 'queue_lags')
    for (const [kind, about] of wanted)
      expect(found).toContainEqual(
        expect.objectContaining({ kind, about: expect.stringMatching(new RegExp(`^${about}`)) as string }),
      )

    await permit()
    expect(await the.api.command('jobs', 'run', 'retention.sweep')).toMatchObject({ exitCode: 0 })
    expect(await the.api.command('jobs', 'run', 'intents.count')).toMatchObject({ exitCode: 0 })
    expect(await the.api.command('jobs', 'run', 'accounts.erase')).toMatchObject({ exitCode: 0 })
    await expect.poll(late, { timeout: 60_000, interval: 500 }).toEqual([])
    const left = async () => (await attention()).filter(({ kind }) => kind === 'overdue' || kind === 'queue_lags')
    await expect.poll(left, { timeout: 30_000, interval: 500 }).toEqual([])
  })

  test('A request that cannot expire keeps no other open, and the log names it [OPS-74]', async () => {
    const stuck = await createIntent(the.api)
    await refuse('update', 'intent', `old.id = '${stuck.id}'`)
    const others = await Promise.all(Array.from({ length: 3 }, () => createIntent(the.api)))
    the.api.clock.advance(2 * HOUR_MS)
    const open = () => the.api.rows('select id from intent where ended_at is null')
    await expect.poll(open).toEqual([{ id: stuck.id }])
    const named = LINES().filter(({ event, queue }) => event === 'job failed' && queue === 'intents.expire')
    expect(named.at(-1)).toMatchObject({ reason: 'P0001', rows: [stuck.id] })
    for (const { id } of others) await the.api.world.until(() => the.api.world.eventsOf(id).length === 1)
    await permit()
    await expect.poll(open).toEqual([])
  })

  test('A statement that is cut off fails its job, also for "jobs run", and keeps no other table from being swept [OPS-74 OPS-75]', async () => {
    const [kept, gone] = [randomBytes(32), randomBytes(32)]
    await refuse('delete', 'tombstone', 'true', '57014')
    await the.api.rows('insert into tombstone values ($1, $2)', [kept, ago(HOUR_MS)])
    await the.api.rows('insert into spent_captcha values ($1, $2)', [gone, ago(HOUR_MS)])
    const failed = await the.api.command('jobs', 'run', 'retention.sweep')
    expect(failed).toEqual({ exitCode: 1, lines: [expect.stringContaining('The job failed') as string] })
    const left = () =>
      the.api.rows(
        'select hash from tombstone where hash = $1 union all select hash from spent_captcha where hash = $2',
        [kept, gone],
      )
    expect(await left()).toEqual([{ hash: kept }])
    const said = { queue: 'retention.sweep', reason: '57014', rows: ['sweepTombstones'] }
    expect(LINES().findLast(({ event }) => event === 'job failed')).toMatchObject(said)
    await permit()
    expect((await the.api.command('jobs', 'run', 'retention.sweep')).exitCode).toBe(0)
    expect(await left()).toEqual([])
  })

  test('A job that the database does not take in time is one line, and no word of servers that are away [OPS-75]', async () => {
    await withClient(the.api.databaseUrl ?? '', async (client) => {
      await client.query('begin')
      await client.query('lock table audit_inbox in access exclusive mode')
      const refused = await the.api.command('jobs', 'run', 'retention.sweep')
      expect(refused).toEqual({
        exitCode: 1,
        lines: [expect.stringContaining('The database does not answer') as string],
      })
      await client.query('rollback')
    })
    expect((await the.api.command('jobs', 'run', 'retention.sweep')).exitCode).toBe(0)
  })

  test('A backlog behind a receiver that refuses is the receiver’s: undelivered, and no lag [OPS-73]', async () => {
    the.api.world.answers.webhook.status = 500
    const { id } = await answeredTest(the.api)
    const refused = () => the.api.rows(`select 1 from webhook_event where intent_id = $1 and last_status = 500`, [id])
    await expect.poll(refused).toHaveLength(1)
    // It is asked again in two hours; the others wait for their turn.
    await the.api.rows(`update webhook_event set next_attempt_at = $2 where intent_id = $1`, [id, ago(-2 * HOUR_MS)])
    await refuse('update', 'webhook_event', 'new.attempts > old.attempts')
    await answeredTest(the.api)
    the.api.clock.advance(90 * MINUTE_MS)
    await expect
      .poll(() => secondsOf('webhooks undelivered'), { timeout: 30_000, interval: 500 })
      .toBeGreaterThan(3_600)
    expect(await secondsOf('webhooks due')).toBe(0)
    await permit()
    the.api.world.answers.webhook.status = 204
  })
})
