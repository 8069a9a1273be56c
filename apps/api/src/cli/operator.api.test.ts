import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import {
  answeredTest,
  beginCheck,
  beginSignIn,
  checked,
  confirmCode,
  createMuseumIntent,
  report,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const the = useTestApi()
const INTENTS = '/provider/v1/intents'
const RETURN = 'https://library.example/return'

const ask = (key: string, body: object = { redirect_uri: RETURN }) =>
  sendJson(the.api, INTENTS, body, { authorization: `Bearer ${key}` })
const look = (key: string) => send(the.api, 'GET', INTENTS, { headers: { authorization: `Bearer ${key}` } })
async function newKey(...options: string[]) {
  const [id = '', key = ''] = await the.api.operate('provider', 'key', 'create', 'library', ...options)
  return { id, key }
}
const arrived = (intentId: string, times = 1) =>
  the.api.world.until(() => the.api.world.eventsOf(intentId).length >= times)

beforeAll(async () => {
  await the.api.operate('provider', 'create', 'library', 'Library\u202e\u2069')
  await the.api.operate('provider', 'redirect', 'add', 'library', RETURN)
})

test('Migrations are listed with what is applied and since when [OPS-13]', async () => {
  const lines = await the.api.operate('migrations', 'status')
  expect(lines[0]).toMatch(/^0001_\w+\.sql +applied +\d{4}-\d{2}-\d{2}T/)
  expect(lines.filter((line) => !line.includes(' applied '))).toEqual([])
})

test('A provider is added, listed and shown, and its name does not change the text direction around it [PROV-10 LANG-09]', async () => {
  await the.api.operate('provider', 'create', 'archive', 'Archive\u202e\u2069')
  await the.api.operate('provider', 'redirect', 'add', 'archive', RETURN)
  expect((await the.api.operate('provider', 'list')).join('\n')).toMatch(/archive +Archive +own +no webhook/)
  const shown = await the.api.operate('provider', 'show', 'archive')
  expect(shown).toContain('archive: Archive')
  expect(shown).toContain(`  ${RETURN}`)
})

test.each([
  [['provider', 'create', 'library', 'Again'], 'There is a provider library already.'],
  [['provider', 'create', 'Two Words', 'x'], 'The id of a provider is made of'],
  [['provider', 'show', 'unknown'], 'There is no provider unknown.'],
  [
    ['provider', 'key', 'create', 'library', '--scope', 'all'],
    'A scope is one of intents:read, intents:write, payments:read, payments:write.',
  ],
  [['provider', 'redirect', 'add', 'library', 'javascript:alert(1)'], 'Visitors go back to a whole address'],
  [['provider', 'redirect', 'add', 'museum', RETURN], 'comes from PROVIDERS_FILE'],
  [['provider', 'logo', 'set', 'library', 'none.png'], "none.png can't be read: ENOENT."],
  [['provider', 'webhook', 'enable', 'museum'], 'is not stopped'],
  [['webhook', 'resend', 'evt_1'], 'There is no event evt_1.'],
  [['account', 'restore', 'usr_1'], 'The account usr_1 is not held.'],
  [['account', 'restore', '+4915100000000'], 'It is the id of an account.'],
])('The command %o is refused with one line: %s [PROV-10 OPS-02]', async (words, line) => {
  await expect(the.api.operate(...words)).rejects.toThrow(line)
})

test('A provider has the addresses that the operator registers, until they are removed [PROV-10 INTENT-11]', async () => {
  const { key } = await newKey()
  const [other, foreign] = ['https://library.example/other', 'https://evil.example/']
  expect((await ask(key, { redirect_uri: other })).status).toBe(422)
  await the.api.operate('provider', 'redirect', 'add', 'library', other)
  expect((await ask(key, { redirect_uri: other })).status).toBe(201)
  expect((await ask(key, { redirect_uri: foreign })).status).toBe(422)
  expect(await the.api.operate('provider', 'redirect', 'list', 'library')).toEqual([other, RETURN])
  await the.api.operate('provider', 'redirect', 'remove', 'library', other)
  expect((await ask(key, { redirect_uri: other })).status).toBe(422)
})

test('An API key makes and sees intents of its own mode only, also with one Idempotency-Key for both [PROV-11 PROV-01]', async () => {
  const askOnce = (key: string) =>
    sendJson(the.api, INTENTS, { redirect_uri: RETURN }, { authorization: `Bearer ${key}`, 'idempotency-key': 'one' })
  const [live, trial] = [await newKey(), await newKey('--test')]
  const [earnest, tried] = [await askOnce(live.key), await askOnce(trial.key)]
  expect([earnest.body?.['live'], tried.body?.['live']]).toEqual([true, false])
  const idOf = ({ body }: typeof earnest) => body?.['id'] as string
  expect(idOf(earnest)).not.toBe(idOf(tried))
  const read = (id: string, bearer: string) => the.api.client('readIntent', { params: { id } }, { bearer })
  await expect(read(idOf(earnest), trial.key)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(read(idOf(tried), live.key)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const { text } = await look(live.key)
  expect([text.includes(idOf(earnest)), text.includes(idOf(tried))]).toEqual([true, false])
  const answer = { params: { id: idOf(earnest) }, body: { result: 'yes' } } as const
  const answered = the.api.client('answerTestIntent', answer, { bearer: live.key })
  await expect(answered).rejects.toMatchObject({ status: 403, code: 'test_key_required' })
})

test('An API key may do what its scopes allow [PROV-10]', async () => {
  const reader = await newKey('--scope', 'intents:read')
  const writer = await newKey('--scope', 'intents:write')
  expect((await look(reader.key)).status).toBe(200)
  expect((await ask(writer.key)).status).toBe(201)
  for (const { status, body } of [await ask(reader.key), await look(writer.key)])
    expect([status, body?.['code']]).toEqual([403, 'insufficient_scope'])
})

test('An API key is rotated: both work for a while, then the new one only [PROV-10]', async () => {
  const old = await newKey('--test', '--scope', 'intents:read')
  const [, key = ''] = await the.api.operate('provider', 'key', 'rotate', old.id, '--overlap-hours', '2')
  expect(key).toMatch(/^avpk_test_/)
  expect([(await look(old.key)).status, (await look(key)).status, (await ask(key)).status]).toEqual([200, 200, 403])
  the.api.clock.advance(2 * HOUR_MS)
  expect([(await look(old.key)).status, (await look(key)).status]).toEqual([401, 200])
  await expect(the.api.operate('provider', 'key', 'rotate', old.id)).rejects.toThrow('is over')
})

const hook = () => `${the.api.world.url}/webhooks/library`
async function answered(key: string) {
  const { body } = await ask(key)
  const id = body?.['id'] as string
  await the.api.client('answerTestIntent', { params: { id }, body: { result: 'yes' } }, { bearer: key })
  return id
}

test('A webhook is set, and its secret is rotated with both valid for an overlap [PROV-10 PROV-05 KYC-23]', async () => {
  const { key } = await newKey('--test')
  const [first = ''] = await the.api.operate('provider', 'webhook', 'set', 'library', hook())
  the.api.world.secrets['/webhooks/library'] = first
  const id = await answered(key)
  await arrived(id)
  expect(the.api.world.eventsOf(id)[0]?.signed).toBe(true)

  const [second = ''] = await the.api.operate('provider', 'webhook', 'rotate-secret', 'library', '--overlap-hours', '1')
  for (const [secret, wait, signed] of [
    [first, 0, true],
    [second, 0, true],
    [second, HOUR_MS, true],
    [first, 0, false],
  ] as const) {
    the.api.clock.advance(wait)
    the.api.world.secrets['/webhooks/library'] = secret
    const next = await answered(key)
    await arrived(next)
    expect(the.api.world.eventsOf(next)[0]?.signed).toBe(signed)
  }
})

test('A webhook that answered 410 is stopped, no other one is, and it continues once the operator enables it [PROV-14 PROV-10]', async () => {
  the.api.world.answers.webhook.status = 410
  const { id } = await answeredTest(the.api)
  await arrived(id)
  await the.api.restart()
  the.api.world.answers.webhook.status = 204
  const { id: waiting } = await answeredTest(the.api)
  expect((await the.api.operate('provider', 'list')).join('\n')).toMatch(/kino-aurora .*webhook stopped/)
  const museum = await createMuseumIntent(the.api)
  await the.api.client('cancelIntent', { params: { id: museum.id } }, { bearer: the.api.second.apiKey })
  await arrived(museum.id)
  expect(the.api.world.eventsOf(waiting)).toEqual([])
  await the.api.operate('provider', 'webhook', 'enable', 'kino-aurora')
  await arrived(id, 2)
  await arrived(waiting)
})

test('A webhook that failed for three days is listed, has its attempts recorded, and can be sent again [PROV-14]', async () => {
  the.api.world.answers.webhook.status = 500
  const { id } = await answeredTest(the.api)
  for (let tries = 1; tries <= 20; tries++) {
    await arrived(id, tries)
    the.api.clock.advance(6 * HOUR_MS)
  }
  await the.api.restart()
  const eventId = the.api.world.eventsOf(id)[0]?.id ?? ''
  const list = async (state: string) =>
    (await the.api.operate('webhook', 'list', '--provider', 'kino-aurora', '--state', state)).join('\n')
  expect(await list('failed')).toContain(eventId)
  const log = await the.api.operate('webhook', 'log', eventId)
  expect(log).toHaveLength(20)
  expect(log[0]).toMatch(/^\d{4}-\d\d-\d\dT.*Z {2}500 {2}\d+ ms$/)
  const [attempt] = JSON.parse((await the.api.operate('webhook', 'log', eventId, '--json')).join()) as object[]
  expect(attempt).toMatchObject({ status: 500, error: null })

  the.api.world.answers.webhook.status = 204
  await the.api.operate('webhook', 'resend', eventId)
  await arrived(id, 21)
  await the.api.restart()
  expect(await list('delivered')).toContain(eventId)
})

test('A waiting event that is sent again is due now and keeps its tries; while it is being sent nothing changes [PROV-35]', async () => {
  const { world, clock } = the.api
  world.answers.webhook.status = 500
  const { id } = await answeredTest(the.api)
  const tries = async () => (await the.api.operate('webhook', 'log', eventId)).length
  await arrived(id)
  const eventId = world.eventsOf(id)[0]?.id ?? ''
  for (let count = 1; count < 5; count++) {
    await expect.poll(tries).toBe(count)
    clock.advance(30 * MINUTE_MS)
    await arrived(id, count + 1)
  }
  await expect.poll(tries).toBe(5)
  // The next one would be in half an hour.
  await the.api.operate('webhook', 'resend', eventId)
  await arrived(id, 6)
  await expect.poll(tries).toBe(6)

  const answer = world.holdUp(world.eventsOf(id)[0]?.path ?? '')
  await the.api.operate('webhook', 'resend', eventId)
  await arrived(id, 7)
  const row = () => the.api.rows('select state, attempts, next_attempt_at from webhook_event where id = $1', [eventId])
  const before = await row()
  expect(before).toMatchObject([{ state: 'pending', attempts: 7 }])
  expect(await the.api.operate('webhook', 'resend', eventId)).toEqual([
    `The event ${eventId} is being sent, or will be within a minute.`,
  ])
  expect(await row()).toEqual(before)
  answer()
  await expect.poll(tries).toBe(7)
  expect(world.eventsOf(id)).toHaveLength(7)
  world.answers.webhook.status = 204
})

/** Adult once, under age in a later check. */
async function held() {
  const visitor = await checked(the.api, 'COMPLETED')
  await report(the.api, visitor.code, 'UNDERAGED')
  return visitor
}

test('A held account is listed, and restored without its proof [AGE-03 PROV-10]', async () => {
  const { number, pin, tokens } = await held()
  expect((await the.api.operate('account', 'held')).join('\n')).toContain(tokens.user_id)
  await the.api.operate('account', 'restore', tokens.user_id)
  const { access_token: bearer } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  expect((await the.api.client('kycStatus', {}, { bearer })).data.result.status).toBe('')
  expect((await beginCheck(the.api, bearer)).code).not.toBe('')
  expect((await the.api.operate('account', 'held')).join('\n')).not.toContain(tokens.user_id)
})
