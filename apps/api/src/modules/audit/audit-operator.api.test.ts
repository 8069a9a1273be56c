import { join } from 'node:path'
import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { newAddress } from '#test/address.ts'
import {
  checked,
  GOOD_PIN,
  newBrowser,
  newNumber,
  passwordGrant,
  refresh,
  registered,
  report,
  sendCallback,
  sendSignUp,
  vendorMessage,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const the = useTestApi({ LIMITS: 'captcha.address=1/h' })
const RETURN = 'https://library.example/return'

/** The events of the trail, the oldest first. */
async function trail(begin: string) {
  await chained(the.api)
  const events = 'select type, actor, reason from audit_event where starts_with(type, $1) order by seq'
  return the.api.rows(events, [begin])
}
const byOperator = (type: string, reason: string) => ({ type: `operator.${type}`, actor: 'operator', reason })

test('Every command of the operator that changes something is recorded with ids and without secrets, about a person by a keyed hash [AUDIT-05 AUDIT-07]', async () => {
  const run = (...words: string[]) => the.api.operate(...words)
  await run('provider', 'create', 'library', 'Library')
  await expect(run('provider', 'create', 'library', 'Again')).rejects.toThrow('library already')
  await run('provider', 'redirect', 'add', 'library', RETURN)
  await run('provider', 'redirect', 'remove', 'library', RETURN)
  const [first = '', key = ''] = await run('provider', 'key', 'create', 'library')
  const [second = '', successor = ''] = await run('provider', 'key', 'rotate', first)
  await run('provider', 'key', 'revoke', second)
  const logo = join(import.meta.dirname, '../../../../sandbox/icons/cinema.svg')
  await run('provider', 'logo', 'set', 'library', logo)
  await run('provider', 'logo', 'set', 'library', logo)
  await run('provider', 'logo', 'remove', 'library')
  const [hook = ''] = await run('provider', 'webhook', 'set', 'library', 'https://library.example/hook')
  const [other = ''] = await run('provider', 'webhook', 'rotate-secret', 'library')
  await run('provider', 'key', 'list', 'library')
  const { code, tokens } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  await run('account', 'restore', tokens.user_id)

  const lines = await trail('operator.')
  expect(lines).toEqual([
    byOperator('provider_created', 'library'),
    byOperator('redirect_added', 'library'),
    byOperator('redirect_removed', 'library'),
    byOperator('key_created', `library ${first}`),
    byOperator('key_rotated', `library ${first} ${second}`),
    byOperator('key_revoked', second),
    byOperator('logo_set', 'library'),
    byOperator('logo_removed', 'library'),
    byOperator('webhook_secret_set', 'library'),
    byOperator('webhook_set', 'library'),
    byOperator('webhook_secret_set', 'library'),
    { ...byOperator('account_restored', 'operator'), actor: expect.stringMatching(/^[\w-]{43}$/) as string },
  ])
  for (const secret of [key, successor, hook, other]) expect(JSON.stringify(lines)).not.toContain(secret)
  expect(await the.api.command('audit', 'verify')).toMatchObject({ exitCode: 0 })
})

test("The operator's files are recorded at the first start, and not again while they are the same [AUDIT-07]", async () => {
  const noted = async () => (await trail('settings.')).map(({ type }) => type)
  const before = await noted()
  expect(before).toEqual(['settings.providers', 'settings.signing_key'])
  await the.api.restart()
  expect(await noted()).toEqual(before)
})

const failing = (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ code: expect.any(String) as string })
const flood = (call: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, call))

test('A limit that is reached again and again is recorded once a minute', async () => {
  const headers = { 'x-forwarded-for': newAddress() }
  const ask = () => send(the.api, 'GET', '/auth/public/challenge?action=signup', { headers })
  await flood(ask)
  const reached = { type: 'limit.reached', actor: null, reason: 'captcha.address' }
  expect(await trail('limit.')).toEqual([reached])
  the.api.clock.advance(MINUTE_MS)
  await flood(ask)
  expect(await trail('limit.')).toEqual([reached, reached])
})

test('Made-up tokens and codes, which name no account, are recorded once a minute; a token of a session is recorded each time [AUDIT-14]', async () => {
  holdTime(the.api)
  const guess = (pinId: string) =>
    failing(the.api.client('recoverVerify', { body: { pinId, code: '123456' } }, { cookie: newBrowser() }))
  let n = 0
  await flood(() => failing(refresh(the.api, `avrt_made-up-${n++}`)))
  await flood(() => guess(`otp_made-up-by-a-stranger-${n++}`))
  expect(await trail('auth.token.denied')).toEqual([
    { type: 'auth.token.denied', actor: null, reason: 'not one of ours' },
  ])
  expect(await trail('otp.dead')).toEqual([{ type: 'otp.dead', actor: null, reason: null }])
  the.api.clock.advance(MINUTE_MS)
  await flood(() => guess(`otp_made-up-by-a-stranger-${n++}`))
  expect(await trail('otp.dead')).toHaveLength(2)

  const { tokens } = await registered(the.api)
  await the.api.client('revoke', { body: { token: tokens.access_token } })
  const before = (await trail('auth.token.denied')).length
  await flood(() => failing(refresh(the.api, tokens.refresh_token)))
  expect((await trail('auth.token.denied')).length - before).toBe(8)
})

test('A sign-up whose number is refused is recorded once a minute, however often it asks for its code [AUDIT-14]', async () => {
  holdTime(the.api)
  const [number, cookie] = [newNumber(), newBrowser()]
  the.api.world.answerAbout(number, { status: 400 })
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN, cookie)
  const ask = () => failing(the.api.client('resendCode', { body: {} }, { bearer, cookie }))
  await ask()
  await flood(ask)
  expect(await trail('otp.send_failed')).toEqual([{ type: 'otp.send_failed', actor: null, reason: 'register' }])
})

test('Forged reports, keys and addresses are recorded once a minute, however many they are', async () => {
  const forged = vendorMessage(the.api, 'tc_unknown', 'COMPLETED', { secret: `whsec_${'A'.repeat(43)}=` })
  await flood(() => sendCallback(the.api, forged))
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  await flood(() => sendJson(the.api, '/provider/v1/intents', { redirect_uri: RETURN }, bearer('avpk_test_x')))
  const { id, apiKey } = the.api.credentials.provider
  await flood(() => sendJson(the.api, '/provider/v1/intents', { redirect_uri: RETURN }, bearer(apiKey)))
  expect([...(await trail('kyc.bad')), ...(await trail('provider.')), ...(await trail('redirect.'))]).toEqual([
    { type: 'kyc.bad_signature', actor: null, reason: null },
    { type: 'provider.key_refused', actor: null, reason: 'invalid_api_key' },
    { type: 'redirect.rejected', actor: null, reason: id },
  ])
})
