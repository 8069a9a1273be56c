import { generateKeyPairSync } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import type { Forgery } from '#test/authenticator.ts'
import { newAddress } from '#test/address.ts'
import { preLogin, refresh, registered, signInOn, GOOD_PIN, newBrowser, newNumber, OTHER_PIN } from '#test/builders.ts'
import { addPasskey, assertion, newPageKey, newPhone, passkeyLogIn, passkeysOf, WITH_PASSKEYS } from '#test/passkeys.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ ...WITH_PASSKEYS, METRICS_PORT: '0' })

/** A visitor with a passkey, who has logged in with it once. */
async function withPasskey(options: Parameters<typeof newPhone>[0] = {}) {
  const visitor = await registered(the.api)
  const { phone, id } = await addPasskey(the.api, visitor.bearer, { phone: newPhone(options) })
  await passkeyLogIn(the.api, phone)
  return { ...visitor, phone, passkeyId: id }
}
const refused = (call: Promise<unknown>) => expect(call).rejects.toMatchObject({ status: 422, code: 'passkey_refused' })
const opens = async (phone: ReturnType<typeof newPhone>) =>
  expect((await passkeyLogIn(the.api, phone)).access_token).toMatch(/^avat_/)
const send = (body: Awaited<ReturnType<typeof assertion>>, cookie?: string) =>
  the.api.client('signInByPasskey', { body }, { cookie, address: newAddress() })
const notices = (number: string) => the.api.world.sentTo(number).map(({ text }) => text)

test('One passkey opens a full session without PIN and SMS, in a browser that is recognised from then on [PASSKEY-07]', async () => {
  const { number, tokens, phone } = await withPasskey()
  const cookie = newBrowser()
  const sent = notices(number).length
  const opened = await passkeyLogIn(the.api, phone, {}, cookie)
  expect(opened).toMatchObject({ user_id: tokens.user_id, token_type: 'Bearer', expires_in: 600 })
  await the.api.client('me', {}, { bearer: opened.access_token })
  expect(notices(number)).toHaveLength(sent)
  const refreshed = await refresh(the.api, opened.refresh_token, cookie)
  await expect(refresh(the.api, refreshed.refresh_token, newBrowser())).rejects.toMatchObject({ code: 'invalid_grant' })
  const recognised = `select count(*)::int as browsers from account_device where account_id = $1`
  const [row] = await the.api.rows(recognised, [tokens.user_id])
  expect(row).toEqual({ browsers: 2 })
})

test('The options set no cookie, and the log-in issues one, in which its session goes on [PASSKEY-01 DEVICE-01 DEVICE-08]', async () => {
  const { phone } = await withPasskey()
  const post = (path: string, body: object) =>
    fetch(the.api.baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newAddress() },
      body: JSON.stringify(body),
    })
  const pageKey = newPageKey()
  const options = await post('/auth/public/app/passkey/options', { pageKey })
  expect(options.headers.get('set-cookie')).toBeNull()
  const request = (await options.json()) as Parameters<typeof phone.sign>[0]
  expect(Object.keys(request).toSorted()).toEqual(['challenge', 'rpId', 'timeout', 'userVerification'])
  expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  const answer = await post('/auth/public/app/passkey', { pageKey, credential: phone.sign(request) })
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
  expect(answer.headers.get('set-cookie')).toMatch(/^did=avdv_.*HttpOnly; SameSite=Strict/)
  const { refresh_token } = (await answer.json()) as { refresh_token: string }
  the.api.secrets.saw(`${cookie} ${refresh_token}`)
  await expect(refresh(the.api, refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
  expect((await refresh(the.api, refresh_token, cookie)).access_token).toMatch(/^avat_/)
})

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const forgeries: readonly (readonly [string, Forgery])[] = [
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that ends alike', { origin: 'http://evil.localhost:8600' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['a challenge of nobody’s', { challenge: newPageKey() }],
  ['a page in a frame of another website’s', { crossOrigin: true }],
  ['a page in a frame that is named', { crossOrigin: true, topOrigin: 'https://evil.example' }],
  ['the making of a passkey', { type: 'webauthn.create' }],
  ['a device that nobody unlocked', { verified: false }],
  ['a device that nobody touched', { present: false }],
  ['another account’s handle', { userHandle: newPageKey() }],
  ['no handle', { userHandle: null }],
  ['a wrong signature', { wrongSignature: true }],
  ['another key', { key: stranger }],
  ['a counter that goes back, and a wrong signature', { counter: 0, wrongSignature: true }],
]
test.each(forgeries)(
  'An assertion of %s is refused, and the passkey lives [PASSKEY-02 PASSKEY-03]',
  async (_what, forged) => {
    const { phone, number } = await withPasskey()
    await refused(passkeyLogIn(the.api, phone, forged))
    await opens(phone)
    expect(notices(number).filter((text) => text.includes('copied'))).toEqual([])
  },
)

test('A challenge is good for five minutes, for one log-in, in the page that asked, and not for the making of one [PASSKEY-01]', async () => {
  const { phone, bearer } = await withPasskey()
  const first = await assertion(the.api, phone)
  await refused(send({ ...first, pageKey: newPageKey() }))
  await send(first)
  await refused(send(first))
  const { data } = await the.api.client('passkeyCreationOptions', { body: {} }, { bearer })
  await refused(passkeyLogIn(the.api, phone, { challenge: data.challenge }))
  const late = await assertion(the.api, phone)
  the.api.clock.advance(5 * MINUTE_MS)
  await refused(send(late))
  await opens(phone)
})

test('A counter that goes back ends the passkey and what it opened, and its owner is told by SMS [PASSKEY-03]', async () => {
  const { phone, number, bearer } = await withPasskey()
  const { access_token } = await passkeyLogIn(the.api, phone)
  await refused(passkeyLogIn(the.api, phone, { counter: 1 }))
  await refused(passkeyLogIn(the.api, phone, { counter: 9 }))
  expect((await passkeysOf(the.api, bearer)).data).toEqual([])
  await expect(the.api.client('me', {}, { bearer: access_token })).rejects.toMatchObject({ code: 'invalid_token' })
  await the.api.world.until(() => notices(number).some((text) => text.includes('may have been copied')))
})

test('A device that does not count is let in each time [PASSKEY-03]', async () => {
  const { phone } = await withPasskey({ counts: false })
  for (let i = 0; i < 3; i++) await opens(phone)
})

test('A passkey that was removed opens nothing, and what it opened ends [PASSKEY-05]', async () => {
  const { phone, bearer, passkeyId } = await withPasskey()
  const { access_token } = await passkeyLogIn(the.api, phone)
  await the.api.client('removePasskey', { params: { id: passkeyId } }, { bearer })
  await refused(passkeyLogIn(the.api, phone))
  await expect(the.api.client('me', {}, { bearer: access_token })).rejects.toMatchObject({ code: 'invalid_token' })
})

test('A locked account is refused, and only the holder of the key learns of the lock [PASSKEY-07 OPS-51]', async () => {
  const { phone, tokens } = await withPasskey()
  await the.api.operate('account', 'lock', tokens.user_id)
  await expect(passkeyLogIn(the.api, phone)).rejects.toMatchObject({ status: 403, code: 'account_locked' })
  await refused(passkeyLogIn(the.api, phone, { wrongSignature: true }))
  await the.api.operate('account', 'unlock', tokens.user_id)
  await opens(phone)
})

test('The eleventh session ends the oldest [PASSKEY-07 SESSION-17]', async () => {
  const { phone, bearer } = await withPasskey()
  for (let i = 0; i < 8; i++) await passkeyLogIn(the.api, phone)
  await the.api.client('me', {}, { bearer })
  the.api.clock.advance(1_000)
  await passkeyLogIn(the.api, phone)
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
})

test('A passkey gives back no limit, makes no network trusted, and changes no count of PINs [PASSKEY-07]', async () => {
  const { phone, number, tokens } = await withPasskey()
  for (let i = 0; i < 3; i++)
    await expect(preLogin(the.api, number, OTHER_PIN, newBrowser())).rejects.toMatchObject({ code: 'wrong_login_info' })
  const counts = () =>
    the.api.rows(
      `select pin_failures, pin_failures_total, pin_failures_recognised,
        (select count(*)::int from rate_limit) as limits, (select sum(level)::text from rate_limit) as levels
       from account where id = $1`,
      [tokens.user_id],
    )
  const before = await counts()
  expect(before).toMatchObject([{ pin_failures: 3, pin_failures_total: 3 }])
  await opens(phone)
  expect(await counts()).toEqual(before)
})

test('A log-in by passkey is an event of the audit trail, and says so in the export [PASSKEY-07 AUDIT-04]', async () => {
  const { phone, bearer } = await withPasskey()
  await opens(phone)
  const { data } = await the.api.client('exportData', {}, { bearer })
  expect(data.security_events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['passkey.added', 'passkey.used', 'auth.token.issued']),
  )
  expect(data.sessions.filter(({ by_passkey }) => by_passkey)).toHaveLength(2)
})

test('No answer and no option tells whether a number has a passkey [PASSKEY-04]', async () => {
  const withOne = await withPasskey()
  const without = await registered(the.api)
  const answers = async (number: string) => {
    const body = { phone: number.slice(1), recaptchaResponse: undefined }
    const known = await the.api.client('prechangePin', { body }, { address: newAddress() })
    const begun = await preLogin(the.api, number, GOOD_PIN, newBrowser())
    return { known, status: begun.status, fields: Object.keys(begun.data ?? {}).toSorted() }
  }
  the.api.clock.advance(HOUR_MS)
  expect(await answers(withOne.number)).toEqual(await answers(without.number))
  const unknown = newPhone()
  unknown.create({ rp: { id: 'localhost' }, user: { id: newPageKey() }, challenge: newPageKey() } as never)
  const refusal = (call: Promise<unknown>) => call.catch((error: { problem: object }) => error.problem)
  const strip = ({ request_id: _, ...rest }: Record<string, unknown>) => rest
  const [of, ofNobody] = [
    await refusal(passkeyLogIn(the.api, withOne.phone, { wrongSignature: true })),
    await refusal(passkeyLogIn(the.api, unknown)),
  ] as Record<string, unknown>[]
  expect(strip(of ?? {})).toEqual(strip(ofNobody ?? {}))
})

test('In the same browser a PIN and code work as ever after a passkey was lost [PASSKEY-09]', async () => {
  const { number } = await withPasskey()
  the.api.clock.advance(2 * MINUTE_MS)
  expect((await signInOn(the.api, newBrowser(), number)).access_token).toMatch(/^avat_/)
  expect(newNumber()).not.toBe(number)
})

test('The operator sees how many log-ins there were by either way, and how long they took [OPS-22]', async () => {
  const figures = async () => {
    const text = await (await the.api.monitored('/metrics')).text()
    const of = (name: string) => Number(new RegExp(`^avouch_${name} (\\S+)$`, 'm').exec(text)?.[1])
    const both = (way: string) => [of(`log_ins_total{way="${way}"}`), of(`log_in_seconds_total{way="${way}"}`)] as const
    return { sms: both('sms'), passkey: both('passkey') }
  }
  const { phone, number } = await withPasskey()
  the.api.clock.advance(2 * MINUTE_MS)
  const before = await figures()
  await signInOn(the.api, newBrowser(), number)
  const body = await assertion(the.api, phone)
  the.api.clock.advance(MINUTE_MS)
  await send(body)
  const after = await figures()
  expect(after.sms[0] - before.sms[0]).toBe(1)
  expect(after.sms[1] - before.sms[1]).toBeLessThan(30)
  expect(after.passkey[0] - before.passkey[0]).toBe(1)
  expect(after.passkey[1] - before.passkey[1]).toBeGreaterThanOrEqual(60)
})
