import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { MINUTE_MS } from '@avouch/contract'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import {
  answeredTest,
  checked,
  GOOD_PIN,
  newNumber,
  passwordGrant,
  registered,
  sendSignUp,
} from './support/builders.ts'
import { freePort } from './support/free-port.ts'
import { createLine } from './support/line.ts'
import { createProduction } from './support/production.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send } from './support/wire.ts'
import { withClient } from './support/with-client.ts'

const the = useTestApi({ METRICS_PORT: '0', LIMITS: 'switches.address=2/day' })
/** Labels that only come with traffic, or from Prometheus. */
const FROM_TRAFFIC = new Set(['job', 'status', 'outcome', 'kind'])
const DAY_MS = 24 * 60 * 60 * 1_000

type Series = { name: string; labels: Record<string, string>; value: number }
const LINE = /^(?<name>\w+)(?:\{(?<labels>.*)\})? (?<value>\S+)$/
const seriesOf = (text: string): Series[] =>
  text
    .split('\n')
    .map((line) => LINE.exec(line)?.groups)
    .filter((found) => found !== undefined)
    .map(({ name = '', labels = '', value }) => ({
      name,
      labels: Object.fromEntries(
        Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, label = '', of = '']) => [label, of] as const),
      ),
      value: Number(value),
    }))
const scraped = async () => seriesOf(await (await the.api.monitored('/metrics')).text())
/** The value of one series; undefined where it is not there. */
const valueOf = async (name: string, labels: Record<string, string> = {}) =>
  (await scraped()).find((one) => one.name === name && Object.entries(labels).every(([l, v]) => one.labels[l] === v))
    ?.value
/** Remembers the value of each series. @returns the rise of one since then, and 0 of one that has not come */
async function countedFrom() {
  const first = await scraped()
  return async (name: string, labels: Record<string, string>) => {
    const isSame = (one: Series) => one.name === name && Object.entries(labels).every(([l, v]) => one.labels[l] === v)
    const before = first.find(isSame)?.value ?? 0
    return ((await scraped()).find(isSame)?.value ?? 0) - before
  }
}

afterEach(() => {
  the.api.world.answers.webhook.status = 204
  the.api.world.answers.sms = { status: 202, silent: false }
})

test('The metrics have the queues, the pool, the clock, the jobs and the process [OPS-22]', async () => {
  // Queues are counted every ten seconds at most; a new process has counted nothing yet.
  await the.api.restart()
  the.api.world.answers.webhook.status = 500
  const { id } = await answeredTest(the.api)
  await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  const refused = `select 1 from webhook_event where intent_id = $1 and state = 'pending' and last_status = 500`
  await expect.poll(() => the.api.rows(refused, [id])).toHaveLength(1)
  // No event is left for other tests, in which it would be late.
  onTestFinished(async () => {
    the.api.world.answers.webhook.status = 204
    the.api.clock.advance(MINUTE_MS)
    await expect.poll(() => the.api.rows(`select 1 from webhook_event where state = 'pending'`)).toEqual([])
  })
  expect(await valueOf('avouch_queue_length', { queue: 'webhooks undelivered' })).toBe(1)
  expect(await valueOf('avouch_database_answers')).toBe(1)
  await expect
    .poll(() => valueOf('avouch_webhook_attempt_duration_seconds_count', { outcome: 'again' }))
    .toBeGreaterThan(0)
  const all = await scraped()
  const labelled = (name: string, label: string) =>
    new Set(all.flatMap((one) => (one.name === name ? [one.labels[label]] : [])))
  expect(labelled('avouch_queue_oldest_seconds', 'queue')).toEqual(
    new Set([
      'accounts.erase',
      'audit',
      'bank returns',
      'bank.return',
      'check.erase',
      'check.poll',
      'intents.count',
      'intents.expire',
      'retention.sweep',
      'session.erase',
      'sms.deliver',
      'trust.fetch',
      'sms codes',
      'sms notices',
      'vendor erasures',
      'vendor sessions to erase by hand',
      'webhooks due',
      'webhooks undelivered',
    ]),
  )
  expect(labelled('avouch_database_connections', 'state')).toEqual(new Set(['idle', 'size', 'waiting']))
  for (const name of [
    'avouch_clock_ahead_seconds',
    'avouch_database_oldest_transaction_seconds',
    'avouch_database_answers',
    'avouch_build_info',
    'avouch_jobs_total',
    'avouch_job_last_done_timestamp_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
  ])
    expect([name, all.some((one) => one.name === name)]).toEqual([name, true])
})

test('The metrics count and time answers by operation and class of the status, not by address [OPS-22]', async () => {
  const { bearer } = await registered(the.api)
  const risen = await countedFrom()
  await send(the.api, 'GET', '/api/user/me', { headers: { authorization: `Bearer ${bearer}` } })
  await send(the.api, 'GET', '/api/user/me')
  await send(the.api, 'GET', '/api/user/me/nothing')
  const count = 'avouch_http_request_duration_seconds_count'
  await expect.poll(() => risen(count, { operation: 'me', status: '2xx' })).toBe(1)
  expect(await risen(count, { operation: 'me', status: '4xx' })).toBe(1)
  expect(await risen(count, { operation: 'front-end', status: '4xx' })).toBe(1)
})

test('The metrics count SMS, money and refusals by region, events by kind, and limits by name [OPS-22]', async () => {
  const risen = await countedFrom()
  await registered(the.api)
  expect(await valueOf('avouch_sms_tries_total', { outcome: 'accepted', region: 'home' })).toBeGreaterThan(0)
  expect(await risen('avouch_sms_spent_cents_total', { region: 'home' })).toBe(8)
  expect(await valueOf('avouch_events_total', { type: 'otp.verified' })).toBeGreaterThan(0)
  expect(await valueOf('avouch_sms_pool_used_ratio', { pool: 'other' })).toBeGreaterThan(0)
  for (let n = 0; n < 4; n++) await send(the.api, 'GET', '/api/switches')
  expect(await risen('avouch_limits_reached_total', { rule: 'switches.address' })).toBe(2)
  expect(await risen('avouch_warnings_total', { event: 'limit reached' })).toBe(2)

  the.api.world.answers.sms.status = 400
  const number = newNumber()
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  await expect(the.api.client('resendCode', { body: {} }, { bearer })).rejects.toThrow('500 cannot_send_sms')
  expect(await risen('avouch_sms_given_up_total', { region: 'home' })).toBe(1)
})

test('The metrics name no person, provider, number or code in any label [OPS-22 P-12]', async () => {
  await checked(the.api, 'COMPLETED')
  const found = (await scraped()).filter(({ name }) => name.startsWith('avouch_') && name !== 'avouch_build_info')
  expect(found.length).toBeGreaterThan(100)
  for (const { name, labels } of found)
    for (const [, value] of Object.entries(labels).filter(([label]) => label !== 'le')) {
      expect([name, value]).toEqual([
        name,
        expect.stringMatching(/^(?:[a-zA-Z][a-zA-Z0-9_. -]*|[2-5]xx|[\d.]+|\+Inf)$/),
      ])
      expect([name, value]).not.toEqual([name, expect.stringMatching(/\d{3}|[a-z]{2,4}_[\w-]{22}|kino-aurora|museum/)])
    }
})

test('The version is on the port of the metrics, and on the public one only if it is set', async () => {
  const version = (await (await the.api.monitored('/version')).json()) as Record<string, unknown>
  expect(Object.keys(version)).toEqual(['name', 'version', 'contract', 'schema'])
  expect((await the.api.monitored('/api/user/me')).status).toBe(404)
  for (const path of ['/version', '/metrics']) expect((await send(the.api, 'GET', path)).status).toBe(404)
})

test('A queue that lags is in the log once, and once more when it has caught up', async () => {
  const said = (event: string) =>
    the.api.log.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line['event'] === event)
  await withClient(the.api.databaseUrl ?? '', async (client) => {
    await client.query(`begin; select from audit_mark where kind = 'head' for update`)
    await registered(the.api)
    the.api.clock.advance(10 * 60 * 1_000)
    await expect.poll(() => said('queue lags')).toHaveLength(1)
    await client.query('rollback')
  })
  expect(said('queue lags')[0]).toMatchObject({ level: 'warn', queue: 'audit' })
  expect(said('queue lags')[0]?.['oldest_seconds']).toBeGreaterThan(120)
  await expect.poll(() => said('queue caught up')).toHaveLength(1)
  the.api.clock.advance(DAY_MS)
})

test('A process answers the monitoring on a port of its own, also while the database is silent [OPS-22]', async () => {
  await using site = await createProduction({ VERSION_PUBLIC: 'true' })
  await using line = await createLine(site.databaseUrl)
  const port = String(await freePort())
  const process = await site.start({ DATABASE_URL: line.url, METRICS_PORT: port, METRICS_HOST: '127.0.0.1' })
  expect(await (await fetch(`${process.baseUrl}/version`)).json()).toHaveProperty('version')
  expect((await fetch(`${process.baseUrl}/metrics`)).status).toBe(404)
  line.silence(true)
  const begun = performance.now()
  const silent = seriesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  expect(performance.now() - begun).toBeLessThan(5_000)
  expect(silent.find(({ name }) => name === 'avouch_database_answers')?.value).toBe(0)
  await process.kill()
})

const inRoot = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8')

test('Counters whose rise an alert reads begin at 0, by each label that it reads [OPS-57]', async () => {
  await using site = await createProduction({
    SMS_GATEWAY: 'seven',
    SMS_SENDER: 'Avouch',
    SMS_REPORT_SECRET: 'a-signing-key-of-seven',
  })
  const port = String(await freePort())
  const process = await site.start({ METRICS_PORT: port, METRICS_HOST: '127.0.0.1' })
  const all = seriesOf(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
  const read = inRoot('deploy/alerts.yml').matchAll(/(?:increase|rate)\((avouch_\w+)(?:\{([^}]*)\})?/g)
  // Shares of answers, and limits that are reached each second, rise more than once.
  const counters = [...read].filter(([, name = '']) => !/http_request|limits_reached/.test(name))
  expect(counters.length).toBeGreaterThan(15)
  const missing = counters.filter(([, name, matchers = '']) => {
    const wanted = Array.from(matchers.matchAll(/(\w+)(=~?|!=)"([^"]*)"/g), ([, label = '', how = '', text = '']) => {
      const pattern = new RegExp(`^(?:${text})$`)
      return (labels: Series['labels']) => pattern.test(labels[label] ?? '') === (how !== '!=')
    })
    return !all.some((one) => one.name === name && wanted.every((fits) => fits(one.labels)))
  })
  expect(missing.map(([text]) => text)).toEqual([])
  const count = (name: string) => all.filter((one) => one.name === name && one.value === 0).length
  // Five outcomes in two regions at two gateways; delivered and five reasons in two regions at the gateway that reports.
  expect([count('avouch_sms_tries_total'), count('avouch_sms_reports_total')]).toEqual([20, 12])
  await process.kill()
})

test('A gateway and a vendor that were not called yet count as working: the failure of another one is no outage of all [OPS-22 ADMIN-30]', async () => {
  await the.api.rows('delete from failure_streak')
  expect(await valueOf('avouch_partner_failing_seconds', { kind: 'sms', partner: 'first' })).toBe(0)
  expect(await valueOf('avouch_partner_failing_seconds', { kind: 'identity asked', partner: 'generic' })).toBe(0)
})

test('Alerts and dashboard read metrics and labels that there are, and each alert has an entry in the runbook [OPS-57]', async () => {
  await registered(the.api)
  const text = await (await the.api.monitored('/metrics')).text()
  const rules = inRoot('deploy/alerts.yml')
  const read = `${rules}${inRoot('deploy/grafana-dashboard.json').replaceAll('\\"', '"')}`
  const metrics = [...read.matchAll(/\b(?:avouch|nodejs|process)_\w+/g)].map(([name]) => name)
  expect(metrics.length).toBeGreaterThan(30)
  expect(metrics.filter((name) => !text.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `))).toEqual([])
  const missing: string[] = []
  for (const [, metric = '', matchers = ''] of read.matchAll(/(avouch_\w+)\{([^}]*)\}/g))
    for (const [, label = '', values = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g))
      for (const value of FROM_TRAFFIC.has(label) || metric.endsWith('_timestamp_seconds') ? [] : values.split('|'))
        if (!new RegExp(`^${metric}\\{.*${label}="${value}"`, 'm').test(text))
          missing.push(`${metric} ${label} ${value}`)
  expect(missing).toEqual([])
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect([...inRoot('docs/runbook.md').matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts)
  const entries = [...rules.matchAll(/^ {10}runbook_url: https:\/\/avouch\.example\/docs\/runbook\.md#(\w+)$/gm)]
  expect(entries.map(([, entry]) => entry)).toEqual(alerts.map((name) => name?.toLowerCase()))
})
