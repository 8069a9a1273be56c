import { hostname } from 'node:os'
import { afterEach, expect, test } from 'vitest'
import {
  answeredTest,
  GOOD_PIN,
  newNumber,
  OTHER_PIN,
  passwordGrant,
  preLogin,
  registered,
  sendSignUp,
} from './support/builders.ts'
import { createProduction } from './support/production.ts'
import { useTestApi } from './support/use-test-api.ts'
import { send } from './support/wire.ts'

const the = useTestApi({ NODE_NAME: 'api-3' })

type Line = Record<string, unknown>
const parsed = (log: readonly string[]) => log.map((line) => JSON.parse(line) as Line)
const lines = () => parsed(the.api.log)
/** Waits for the line, and has the whole of it. */
const line = async (of: Line) => {
  const found = () => lines().find((one) => Object.entries(of).every(([name, value]) => one[name] === value))
  await expect.poll(found).toBeDefined()
  const { time: _time, ...rest } = found() ?? {}
  return rest
}
const warned = { level: 'warn', node: 'api-3' }

afterEach(() => {
  the.api.world.answers.webhook.status = 204
  the.api.world.answers.sms = { status: 202, silent: false }
})

test('The log has time, node and level on every line, and the request where there is one [OPS-20]', async () => {
  await registered(the.api)
  const all = lines()
  expect(all.length).toBeGreaterThan(3)
  for (const one of all)
    expect(one).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      node: 'api-3',
      level: expect.stringMatching(/^(?:debug|info|warn|error|fatal)$/) as string,
    })
  for (const one of all.filter(({ route }) => route !== undefined)) expect(one['reqId']).toMatch(/^req_/)
})

test('The log names the provider whose key came, and none beside a visitor [OPS-20]', async () => {
  const { bearer } = await registered(the.api)
  await answeredTest(the.api)
  await send(the.api, 'GET', '/api/user/me', { headers: { authorization: `Bearer ${bearer}` } })
  expect(await line({ route: '/provider/v1/intents' })).toMatchObject({ provider: 'kino-aurora', status: 201 })
  expect(await line({ route: '/api/user/me' })).not.toHaveProperty('provider')
})

test('The log says which event a receiver refused, and when it is given up [OPS-20]', async () => {
  the.api.world.answers.webhook.status = 500
  const { id } = await answeredTest(the.api)
  const of = { ...warned, provider: 'kino-aurora', type: 'intent.confirmed', status: 500 }
  expect(await line({ event: 'webhook not delivered' })).toEqual({ ...of, event: 'webhook not delivered', tries: 1 })
  for (let tries = 1; tries <= 20; tries++) {
    await the.api.world.until(() => the.api.world.eventsOf(id).length >= tries)
    the.api.clock.advance(6 * 60 * 60 * 1_000)
  }
  expect(await line({ event: 'webhook given up' })).toEqual({ ...of, event: 'webhook given up', tries: 20 })
  expect(the.api.log.join()).not.toContain(id)
})

test('The log names the region of an SMS that was given up, never its country or number [OPS-20 P-12]', async () => {
  the.api.world.answers.sms.status = 400
  const number = newNumber()
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  await expect(the.api.client('resendCode', { body: {} }, { bearer })).rejects.toThrow('500 cannot_send_sms')
  const { reqId, ...said } = await line({ event: 'sms given up' })
  expect(said).toEqual({ ...warned, event: 'sms given up', reason: 'refused', region: 'home', tries: 1 })
  expect(reqId).toMatch(/^req_/)
  expect(the.api.log.join()).not.toContain(number.slice(4))
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
  expect(await line({ route: '/auth/api/2fa/resend', status: 500 })).toMatchObject({ code: 'cannot_send_sms' })
})

test('The log says which job failed and with which rows, without the values of its statement [OPS-20]', async () => {
  const { bearer, tokens } = await registered(the.api)
  await the.api.rows(
    `create function refuse_end() returns trigger language plpgsql as $$ begin raise exception 'row %', old; end $$`,
  )
  await the.api.rows('create trigger refuse_end before delete on account for each row execute function refuse_end()')
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  const said = await line({ event: 'job failed' })
  expect(said).toEqual({
    ...warned,
    event: 'job failed',
    queue: 'accounts.erase',
    reason: 'P0001',
    rows: [tokens.user_id],
  })
  await the.api.rows('drop function refuse_end cascade')
})

test('A process says what starts where and on which data, that it drains, and how it ended [OPS-20]', async () => {
  await using site = await createProduction({ DRAIN_SECONDS: '1', LOG_LEVEL: 'info' })
  const process = await site.start()
  process.child.kill('SIGTERM')
  expect(await process.ended).toBe(0)
  const said = parsed(process.log()).filter(({ event }) => event !== undefined)
  const { host, pathname } = new URL(site.databaseUrl)
  expect(said.find(({ event }) => event === 'started')).toMatchObject({
    node: hostname(),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    contract: expect.any(Number) as number,
    schema: expect.stringMatching(/^\d{4}_\w+\.sql$/) as string,
    host: '127.0.0.1',
    port: Number(new URL(process.baseUrl).port),
    database: `${host}${pathname}`,
    mode: 'production',
  })
  expect(said.find(({ event }) => event === 'draining')).toMatchObject({ seconds: 1 })
  const stopped = said.find(({ event }) => event === 'stopped')
  expect(stopped).toMatchObject({ exit: 0 })
  expect(stopped?.['ms']).toBeGreaterThanOrEqual(1_000)
  expect(process.log().join()).not.toContain('postgres@')
})

const busy = useTestApi({
  PIN_HASHES_AT_ONCE: '1',
  ARGON2_MEMORY_KIB: '16384',
  LIMITS: 'login-failed.address=1000/day',
})

test('An overloaded process logs refused calls in their own lines, and the refusal once in a while, as no error [OPS-20 LIMIT-15]', async () => {
  const refused = () => parsed(busy.api.log).filter(({ status }) => status === 503)
  const { number } = await registered(busy.api)
  const guess = () => preLogin(busy.api, number, OTHER_PIN).catch(() => undefined)
  await Promise.all(Array.from({ length: 30 }, guess))
  await expect.poll(() => refused().length).toBeGreaterThan(5)
  for (const one of refused()) expect(one).toMatchObject({ level: 'info', code: 'service_unavailable' })
  const said = parsed(busy.api.log).filter(({ level }) => level !== 'info')
  expect(said).toMatchObject([{ level: 'warn', msg: 'service_unavailable' }])
})
