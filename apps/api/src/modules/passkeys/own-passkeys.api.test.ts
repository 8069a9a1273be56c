import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  changePin,
  checked,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  preLogin,
  provenNumber,
  refresh,
  registered,
  report,
  signInOn,
} from '#test/builders.ts'
import { addPasskey, newPhone, passkeyLogIn, passkeysOf, WITH_PASSKEYS } from '#test/passkeys.ts'
import type { Forgery } from '#test/authenticator.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi(WITH_PASSKEYS)
const notices = (number: string) => the.api.world.sentTo(number).map(({ text }) => text)
const remove = (bearer: string, id: string) => the.api.client('removePasskey', { params: { id } }, { bearer })
const rename = (bearer: string, id: string, name: string) =>
  the.api.client('renamePasskey', { params: { id }, body: { name } }, { bearer })
const setPin = (bearer: string, password: string, cookie?: string) =>
  the.api.client('setPin', { body: { password } }, { bearer, cookie })

test('Passkeys are listed, named and removed by their account alone, and each change is told by SMS [PASSKEY-05 PASSKEY-08]', async () => {
  const { bearer, number } = await registered(the.api)
  const first = await addPasskey(the.api, bearer)
  expect(first.name).toBe('Passkey')
  the.api.clock.advance(SECOND_MS)
  const second = await addPasskey(the.api, bearer, { phone: newPhone({ synced: true }), name: ' Ada’s phone ' })
  await passkeyLogIn(the.api, second.phone)
  const day = the.api.clock.now().toISOString().slice(0, 10)
  const { data, held_until, opened_by_passkey } = await passkeysOf(the.api, bearer)
  expect(data).toMatchObject([
    { id: second.id, name: 'Ada’s phone', synced: true, last_used_on: day },
    { id: first.id, name: 'Passkey', synced: false, last_used_on: null },
  ])
  expect([held_until, opened_by_passkey]).toEqual([null, false])
  const stranger = await registered(the.api)
  await expect(remove(stranger.bearer, first.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(rename(stranger.bearer, first.id, 'Mine')).rejects.toMatchObject({ code: 'not_found' })
  await rename(bearer, first.id, 'Old phone')
  await remove(bearer, second.id)
  await expect(remove(bearer, second.id)).rejects.toMatchObject({ code: 'not_found' })
  expect((await passkeysOf(the.api, bearer)).data.map(({ name }) => name)).toEqual(['Old phone'])
  await the.api.world.until(() => notices(number).length === 4)
  const told = notices(number).slice(1)
  expect(told.filter((text) => text.includes('was added'))).toHaveLength(2)
  expect(told.filter((text) => text.includes('was removed'))).toHaveLength(1)
})

test('Its holder sees in the security events that a passkey was added, removed, or ended as a copy [ACCOUNT-13]', async () => {
  const { bearer } = await registered(the.api)
  const { id } = await addPasskey(the.api, bearer)
  await remove(bearer, id)
  const { phone } = await addPasskey(the.api, bearer, { phone: newPhone({ counts: true }) })
  await passkeyLogIn(the.api, phone)
  await expect(passkeyLogIn(the.api, phone, { counter: 1 })).rejects.toMatchObject({ code: 'passkey_refused' })
  const kinds = (await the.api.client('securityEvents', {}, { bearer })).data.data.map(({ kind }) => kind)
  for (const kind of ['passkey_added', 'passkey_removed', 'passkey_copied']) expect(kinds).toContain(kind)
})

test('The options name the product’s host, a random handle, and the number only in part [PASSKEY-02 PASSKEY-04]', async () => {
  const { bearer, number, tokens } = await registered(the.api)
  const ask = async (of: string) => (await the.api.client('passkeyCreationOptions', { body: {} }, { bearer: of })).data
  const { credential } = await addPasskey(the.api, bearer)
  const [options, again] = [await ask(bearer), await ask(bearer)]
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key', id: credential.id, transports: ['internal'] }],
  })
  expect(options.user.name).toContain('•••')
  expect(JSON.stringify(options)).not.toContain(number.slice(3))
  expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32)
  expect(again.user.id).toBe(options.user.id)
  const other = await ask((await registered(the.api)).bearer)
  expect(other.user.id).not.toBe(options.user.id)
  expect(JSON.stringify(options)).not.toContain(tokens.user_id)
})

test('Adding, naming and removing need a sign-in of the last ten minutes, reading does not [PASSKEY-05]', async () => {
  holdTime(the.api)
  const { bearer, tokens } = await registered(the.api)
  const { id } = await addPasskey(the.api, bearer)
  the.api.clock.advance(9 * MINUTE_MS)
  const body = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token } as const
  const { access_token: later } = (await the.api.client('token', { body })).data
  the.api.clock.advance(MINUTE_MS)
  const again = { status: 403, code: 'sign_in_again' }
  const options = (of: string) => the.api.client('passkeyCreationOptions', { body: {} }, { bearer: of })
  await expect(options(later)).rejects.toMatchObject(again)
  const credential = newPhone().create((await options((await registered(the.api)).bearer)).data)
  const create = the.api.client('createPasskey', { body: { credential } }, { bearer: later })
  await expect(create).rejects.toMatchObject(again)
  await expect(rename(later, id, 'Phone')).rejects.toMatchObject(again)
  await expect(remove(later, id)).rejects.toMatchObject(again)
  expect((await passkeysOf(the.api, later)).data).toHaveLength(1)
})

test('An account has at most ten passkeys, and adds so few in a day that nobody pays for SMS without end [PASSKEY-05]', async () => {
  const { bearer, number } = await registered(the.api)
  let session = bearer
  for (let i = 0; i < 10; i++) {
    if (i === 5) {
      await expect(addPasskey(the.api, session)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
      the.api.clock.advance(48 * HOUR_MS)
      session = (await signInOn(the.api, newBrowser(), number)).access_token
    }
    await addPasskey(the.api, session)
  }
  await expect(addPasskey(the.api, session)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect((await passkeysOf(the.api, session)).data).toHaveLength(10)
})

const forgeries: readonly (readonly [string, Forgery])[] = [
  ['for another origin', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['in a frame of another website’s', { crossOrigin: true }],
  ['that is a log-in', { type: 'webauthn.get' }],
  ['without a person that the device verified', { verified: false }],
  ['with certificates of its maker', { fmt: 'tpm' }],
]
test.each(forgeries)('A passkey that was made %s is refused [PASSKEY-02]', async (_what, forged) => {
  const { bearer } = await registered(the.api)
  await expect(addPasskey(the.api, bearer, { forged })).rejects.toMatchObject({ status: 422, code: 'passkey_refused' })
  expect((await passkeysOf(the.api, bearer)).data).toEqual([])
})

test('A passkey whose device signs for itself is taken as one that says nothing [PASSKEY-02]', async () => {
  const { bearer } = await registered(the.api)
  const { phone } = await addPasskey(the.api, bearer, { forged: { fmt: 'packed' } })
  expect((await passkeyLogIn(the.api, phone)).access_token).toMatch(/^avat_/)
})

test('A challenge makes one passkey, in its session, for five minutes [PASSKEY-01]', async () => {
  const [{ bearer }, other] = [await registered(the.api), await registered(the.api)]
  const options = async () => (await the.api.client('passkeyCreationOptions', { body: {} }, { bearer })).data
  const send = (of: string, credential: ReturnType<ReturnType<typeof newPhone>['create']>) =>
    the.api.client('createPasskey', { body: { credential } }, { bearer: of })
  const refused = { code: 'passkey_refused' }
  const first = newPhone().create(await options())
  await expect(send(other.bearer, first)).rejects.toMatchObject(refused)
  await send(bearer, first)
  await expect(send(bearer, first)).rejects.toMatchObject(refused)
  const own = await options()
  await send(bearer, newPhone().create(own))
  await expect(send(bearer, newPhone().create(own))).rejects.toMatchObject(refused)
  const late = newPhone().create(await options())
  the.api.clock.advance(5 * MINUTE_MS)
  await expect(send(bearer, late)).rejects.toMatchObject(refused)
})

test('A browser makes one without asking only where it was asked for that, and the log-in verifies the person then [PASSKEY-02]', async () => {
  const { bearer } = await registered(the.api)
  const silent = { verified: false, present: false }
  await expect(addPasskey(the.api, bearer, { forged: silent })).rejects.toMatchObject({ code: 'passkey_refused' })
  const { phone } = await addPasskey(the.api, bearer, { forged: silent, conditional: true })
  await expect(passkeyLogIn(the.api, phone, silent)).rejects.toMatchObject({ code: 'passkey_refused' })
  expect((await passkeyLogIn(the.api, phone)).access_token).toMatch(/^avat_/)
})

test('Another PIN needs no SMS code, ends all other sessions and leaves this browser recognised [PASSKEY-07 RESET-06]', async () => {
  const { bearer, number } = await registered(the.api)
  const { phone } = await addPasskey(the.api, bearer)
  for (let i = 0; i < 3; i++) await preLogin(the.api, number, '3070', newBrowser()).catch(() => {})
  const cookie = newBrowser()
  const { access_token: own, user_id } = await passkeyLogIn(the.api, phone, {}, cookie)
  expect((await passkeysOf(the.api, own)).opened_by_passkey).toBe(true)
  await expect(setPin(own, GOOD_PIN, cookie)).rejects.toMatchObject({ code: 'same_pin' })
  await expect(setPin(own, '1234', cookie)).rejects.toMatchObject({ code: 'invalid_pin' })
  expect((await setPin(own, OTHER_PIN, cookie)).status).toBe(204)
  await the.api.client('me', {}, { bearer: own })
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  const [row] = await the.api.rows(
    `select pin_failures_total as wrong, unknown_reset_at as reset,
         (select count(*)::int from account_device d where d.account_id = a.id) as browsers from account a where id = $1`,
    [user_id],
  )
  expect(row).toEqual({ wrong: 0, reset: null, browsers: 1 })
  await the.api.world.until(() => notices(number).some((text) => text.includes('PIN of your')))
  the.api.clock.advance(2 * MINUTE_MS)
  await expect(preLogin(the.api, number, GOOD_PIN, cookie)).rejects.toMatchObject({ code: 'wrong_login_info' })
  expect((await signInOn(the.api, cookie, number, OTHER_PIN)).user_id).toBe(user_id)
})

test('Another PIN without SMS is refused in a session that PIN and SMS opened, and ten minutes after a log-in by passkey [PASSKEY-07]', async () => {
  holdTime(the.api)
  const { bearer } = await registered(the.api)
  await expect(setPin(bearer, OTHER_PIN)).rejects.toMatchObject({ status: 403, code: 'sign_in_again' })
  const { phone } = await addPasskey(the.api, bearer)
  const cookie = newBrowser()
  const { refresh_token } = await passkeyLogIn(the.api, phone, {}, cookie)
  the.api.clock.advance(10 * MINUTE_MS)
  const body = { grant_type: 'refresh_token', refresh_token } as const
  const { access_token: later } = (await the.api.client('token', { body }, { cookie })).data
  await expect(setPin(later, OTHER_PIN, cookie)).rejects.toMatchObject({ code: 'sign_in_again' })
})

test('A reset in a recognised browser holds nothing [PASSKEY-06]', async () => {
  const { bearer, number } = await registered(the.api)
  const { phone } = await addPasskey(the.api, bearer)
  const cookie = newBrowser()
  await passkeyLogIn(the.api, phone, {}, cookie)
  await changePin(the.api, number, await provenNumber(the.api, number, cookie), OTHER_PIN, cookie)
  const { access_token } = await passkeyLogIn(the.api, phone, {}, cookie)
  expect((await passkeysOf(the.api, access_token)).held_until).toBeNull()
  await addPasskey(the.api, access_token)
})

test('A passkey’s log-in of the last ten minutes deletes the account without the PIN; any other session needs it [ACCOUNT-02]', async () => {
  holdTime(the.api)
  const { bearer, tokens } = await registered(the.api)
  const { phone } = await addPasskey(the.api, bearer)
  const leave = (by: string) => the.api.client('deleteAccount', { body: {} }, { bearer: by })
  const needsPin = { status: 400, code: 'required', problem: { errors: [{ field: 'pin', code: 'required' }] } }
  await expect(leave(bearer)).rejects.toMatchObject(needsPin)
  const cookie = newBrowser()
  const { refresh_token } = await passkeyLogIn(the.api, phone, {}, cookie)
  the.api.clock.advance(10 * MINUTE_MS)
  await expect(leave((await refresh(the.api, refresh_token, cookie)).access_token)).rejects.toMatchObject(needsPin)
  const { access_token: late } = await passkeyLogIn(the.api, phone)
  the.api.clock.advance(10 * MINUTE_MS - SECOND_MS)
  expect((await leave(late)).status).toBe(204)
  await expect.poll(() => the.api.rows('select 1 from account where id = $1', [tokens.user_id])).toEqual([])
})

test.each([
  [
    'that is deleted',
    ({ bearer, pin }: Awaited<ReturnType<typeof checked>>) =>
      the.api.client('deleteAccount', { body: { pin } }, { bearer }),
  ],
  [
    'that is held for thirty days',
    ({ code }: Awaited<ReturnType<typeof checked>>) => report(the.api, code, 'UNDERAGED'),
  ],
] as const)('All passkeys of an account end at once with one %s [PASSKEY-09]', async (_how, end) => {
  const visitor = await checked(the.api, 'COMPLETED')
  const { phone } = await addPasskey(the.api, visitor.bearer)
  await end(visitor)
  expect(await the.api.rows('select 1 from passkey where account_id = $1', [visitor.tokens.user_id])).toEqual([])
  await expect(passkeyLogIn(the.api, phone)).rejects.toMatchObject({ code: 'passkey_refused' })
})
