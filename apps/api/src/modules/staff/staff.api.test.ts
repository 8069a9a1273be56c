import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  callAs,
  consoleOf,
  cookieOf,
  enrolled,
  newEmail,
  newOwner,
  PASSWORD,
  signInAgain,
  totpNow,
} from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const STEP_MS = 30_000
const signIn = (body: object, headers: Record<string, string> = {}) => callAs(the.api, 'adminSignIn', { body }, headers)
const codeOf = (status: number, body: Record<string, unknown> | undefined) => [status, body?.['code']]

test('A console account begins with project, password and authenticator; nothing is stored before the first code [ADMIN-01]', async () => {
  const email = newEmail()
  const call = consoleOf(the.api, undefined)
  const { data } = await call('adminEnrol', {
    body: { email, password: PASSWORD, invitation: null, project: 'Corner Shop' },
  })
  expect(data.totp_url).toMatch(/^otpauth:\/\/totp\//)
  const count = async () => (await the.api.rows('select 1 from staff')).length
  const before = await count()
  for (const code of ['000000', '\uff11\uff12\uff13\uff14\uff15\uff16', '12345\u00e9', '\u{1f600}'.repeat(3), '12345'])
    expect(await callAs(the.api, 'adminConfirmEnrolment', { body: { enrolment: data.enrolment, code } })).toMatchObject(
      {
        status: 422,
        body: { code: 'wrong_verification' },
      },
    )
  expect(await count()).toBe(before)
  const code = totpNow(the.api, data.totp_secret)
  const made = await call('adminConfirmEnrolment', { body: { enrolment: data.enrolment, code } })
  expect(made.data.recovery_codes).toHaveLength(10)
  expect(made.data.person).toMatchObject({ email, role: null, projects: [{ name: 'Corner Shop', role: 'owner' }] })
  const again = call('adminConfirmEnrolment', { body: { enrolment: data.enrolment, code } })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
})

test('An enrolment is over after 15 minutes, and one that was changed is none [ADMIN-01]', async () => {
  const call = consoleOf(the.api, undefined)
  const body = { email: newEmail(), password: PASSWORD, invitation: null, project: 'Late Shop' }
  const { data } = await call('adminEnrol', { body })
  const other = data.enrolment.slice(0, -4)
  await expect(
    call('adminConfirmEnrolment', { body: { enrolment: other, code: totpNow(the.api, data.totp_secret) } }),
  ).rejects.toMatchObject({ code: 'dead_link' })
  the.api.clock.advance(15 * MINUTE_MS)
  const late = { enrolment: data.enrolment, code: totpNow(the.api, data.totp_secret) }
  await expect(call('adminConfirmEnrolment', { body: late })).rejects.toMatchObject({ code: 'dead_link' })
})

test('No project begins while the operator has switched the sign-up of providers off [ADMIN-01 ADMIN-08]', async () => {
  const owner = await newOwner(the.api)
  await the.api.operate('switch', 'set', 'provider_signup', '0')
  const body = { email: newEmail(), password: PASSWORD, invitation: null, project: 'No Shop' }
  await expect(consoleOf(the.api, undefined)('adminEnrol', { body })).rejects.toMatchObject({ code: 'conflict' })
  await expect(owner.call('adminCreateProject', { body: { name: 'Two' } })).rejects.toMatchObject({
    code: 'conflict',
  })
  await the.api.operate('switch', 'set', 'provider_signup', '1')
  expect((await owner.call('adminCreateProject', { body: { name: 'Two' } })).data).toMatchObject({ stage: 'test' })
})

test('An invitation is one link, for one person, for three days, and is found within what was pasted with it [ADMIN-02]', async () => {
  const [link = ''] = await the.api.operate('staff', 'invite', 'operator')
  const invitation = new URL(link).hash.slice(1)
  const call = consoleOf(the.api, undefined)
  expect((await call('adminReadInvitation', { body: { invitation } })).data).toMatchObject({
    role: 'operator',
    project: null,
  })
  for (const pasted of [`<${link}>`, `${link}\u200b `, `${invitation})`])
    expect((await call('adminReadInvitation', { body: { invitation: pasted } })).status).toBe(200)
  const first = await enrolled(the.api, { invitation })
  expect(first.person).toMatchObject({ role: 'operator', projects: [] })
  await expect(the.api.operate('staff', 'invite', 'owner')).rejects.toThrow('--provider')
  await expect(enrolled(the.api, { invitation })).rejects.toMatchObject({ code: 'dead_link' })
  const [late = ''] = await the.api.operate('staff', 'invite', 'auditor')
  the.api.clock.advance(3 * 24 * HOUR_MS)
  const body = { invitation: new URL(late).hash.slice(1) }
  await expect(call('adminReadInvitation', { body })).rejects.toMatchObject({ code: 'dead_link' })
})

test('A person takes one more role with a link, and every other session of that person ends [ADMIN-02]', async () => {
  const [owner, other] = [await newOwner(the.api), await newOwner(the.api)]
  const cookie = await signInAgain(the.api, owner)
  const [link = ''] = await the.api.operate('staff', 'invite', 'viewer', '--provider', other.project)
  const invitation = new URL(link).hash.slice(1)
  const { data } = await consoleOf(the.api, cookie)('adminAcceptInvitation', { body: { invitation } })
  expect(data.projects).toContainEqual({ id: other.project, name: 'My Shop', role: 'viewer' })
  await expect(owner.call('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  expect((await consoleOf(the.api, cookie)('adminMe', {})).status).toBe(200)
})

test('A sign-in at a console needs the password and a code, and does not tell which of them was wrong [ADMIN-03]', async () => {
  const owner = await newOwner(the.api)
  the.api.clock.advance(STEP_MS)
  const code = totpNow(the.api, owner.secret)
  const { email } = owner
  const refused = await Promise.all([
    signIn({ email, password: 'another password', code }),
    signIn({ email, password: PASSWORD, code: '000000' }),
    signIn({ email: newEmail(), password: PASSWORD, code }),
  ])
  for (const { status, body } of refused) {
    expect(codeOf(status, body)).toEqual([401, 'wrong_login_info'])
    expect(body).toEqual(refused[0].body)
  }
  expect((await signIn({ email: email.toUpperCase(), password: PASSWORD, code })).status).toBe(201)
})

test('A code of the authenticator is right once, and no earlier one is right after it [ADMIN-03]', async () => {
  const owner = await newOwner(the.api)
  const earlier = totpNow(the.api, owner.secret)
  the.api.clock.advance(STEP_MS)
  const body = { email: owner.email, password: PASSWORD, code: totpNow(the.api, owner.secret) }
  const tries = await Promise.all(Array.from({ length: 3 }, () => signIn(body)))
  expect(tries.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(2)
  expect((await signIn({ ...body, code: earlier })).status).toBe(401)
})

test('A recovery code replaces the authenticator once, and new ones end the old ones [ADMIN-03]', async () => {
  const owner = await newOwner(the.api)
  const [first = '', second = ''] = owner.recoveryCodes
  const body = { email: owner.email, password: PASSWORD, code: first.toLowerCase().replaceAll('-', ' ') }
  const signedIn = await signIn(body)
  expect(signedIn.status).toBe(201)
  expect(signedIn.body).toMatchObject({ recovery_codes: 9 })
  expect((await signIn(body)).status).toBe(401)
  const call = consoleOf(the.api, cookieOf(the.api, signedIn.headers))
  the.api.clock.advance(STEP_MS)
  const proof = { password: PASSWORD, code: totpNow(the.api, owner.secret) }
  const { data } = await call('adminRenewRecoveryCodes', { body: proof })
  expect((await signIn({ ...body, code: second })).status).toBe(401)
  expect((await signIn({ ...body, code: data.recovery_codes[0] })).status).toBe(201)
})

test('The same characters sign in at a console, however keyboards, systems and clipboards send them [ADMIN-03]', async () => {
  const composed = 'gr\u00fc\u00dfe aus dem s\u00fcden'
  const given = { email: newEmail(), password: composed, invitation: null, project: 'My Shop' }
  const begun = await callAs(the.api, 'adminEnrol', { body: given })
  const { enrolment, totp_secret: secret } = begun.body as { enrolment: string; totp_secret: string }
  const first = totpNow(the.api, secret)
  const body = { enrolment, code: ` ${first.slice(0, 3)}\u00a0${first.slice(3)}\n` }
  const made = await callAs(the.api, 'adminConfirmEnrolment', { body })
  expect(made.status).toBe(201)
  const codes = made.body?.['recovery_codes'] as string[]

  const passwords = [composed.normalize('NFD'), `${composed}\n`, composed.replaceAll(' ', '\u00a0')]
  const written = [
    (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
    (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
    (code: string) => `${code.slice(0, 3)}\u202f${code.slice(3)}\u200b`,
    (code: string) => Array.from(code, (digit) => String.fromCodePoint(0x06_60 + Number(digit))).join(''),
  ]
  for (const [i, write] of written.entries()) {
    the.api.clock.advance(STEP_MS)
    const password = passwords[i % passwords.length] ?? composed
    const signedIn = await signIn({ email: ` ${given.email}\n`, password, code: write(totpNow(the.api, secret)) })
    expect([write('123456'), signedIn.status]).toEqual([write('123456'), 201])
  }
  const [a = '', b = '', c = '', d = '', ...others] = codes
  for (const code of [
    a.toLowerCase().replaceAll('-', ' '),
    b.replaceAll('-', '\u2013'),
    `${c.replaceAll('-', '')}\n`,
    Array.from(d, (letter) => (letter === '-' ? '\u00ad-' : letter)).join(''),
    [a, ...others].join(' '),
    codes.join('\n'),
  ])
    expect((await signIn({ email: given.email, password: composed, code })).status).toBe(201)
})

test('A malformed code is refused for its form, and uses up no try [ADMIN-04]', async () => {
  const owner = await newOwner(the.api)
  the.api.clock.advance(STEP_MS)
  const proof = { email: owner.email, password: 'another password' }
  for (const code of ['12345', '1234567', '12345\u00e9', 'abcdef', 'ABCDE-FGHJK-LMNPQ', '12 34 5', ' '])
    expect(await signIn({ ...proof, code })).toMatchObject({ body: { errors: [{ field: 'code' }] } })
  const right = { email: owner.email, password: PASSWORD, code: totpNow(the.api, owner.secret) }
  for (const n of [1, 2, 3, 4]) expect((await signIn({ ...right, code: `00000${n}` })).status).toBe(401)
  expect((await signIn(right)).status).toBe(201)
})

test('Five wrong sign-ins lock a person out, with the right password too, until time gives one back [ADMIN-04]', async () => {
  const owner = await newOwner(the.api)
  const wrong = { email: owner.email, password: 'another password', code: '000000' }
  const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
  for (const n of [1, 2, 3, 4, 5]) expect((await signIn(wrong, from(n))).status).toBe(401)
  expect((await signIn(wrong, from(6))).status).toBe(429)
  the.api.clock.advance(STEP_MS)
  const right = () => ({ email: owner.email, password: PASSWORD, code: totpNow(the.api, owner.secret) })
  const locked = await signIn(right(), from(8))
  expect(codeOf(locked.status, locked.body)).toEqual([429, 'too_many_requests'])
  the.api.clock.advance(HOUR_MS)
  expect((await signIn(right(), from(8))).status).toBe(201)
})

test('A session at a console is a cookie that no script reads and no other website sends [ADMIN-05]', async () => {
  const owner = await newOwner(the.api)
  the.api.clock.advance(STEP_MS)
  const body = { email: owner.email, password: PASSWORD, code: totpNow(the.api, owner.secret) }
  const { headers } = await signIn(body)
  const set = headers.get('set-cookie') ?? ''
  expect(set).toMatch(/^staff=avss_[\w-]{43};/)
  for (const attribute of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(set).toContain(attribute)
  const cookie = cookieOf(the.api, headers)
  for (const origin of ['', 'https://evil.test', 'null']) {
    const { status } = await callAs(the.api, 'adminSignOut', {}, { cookie, origin })
    expect({ origin, status }).toEqual({ origin, status: 403 })
  }
  expect((await consoleOf(the.api, cookie)('adminMe', {})).status).toBe(200)
})

test('A session at a console ends after 12 hours, after 30 minutes without use, and when the person signs out [ADMIN-05]', async () => {
  const owner = await newOwner(the.api)
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    expect((await owner.call('adminMe', {})).status).toBe(200)
    the.api.clock.advance(20 * MINUTE_MS)
  }
  the.api.clock.advance(20 * MINUTE_MS)
  await expect(owner.call('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  const idle = consoleOf(the.api, await signInAgain(the.api, owner))
  the.api.clock.advance(30 * MINUTE_MS)
  await expect(idle('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  const out = consoleOf(the.api, await signInAgain(the.api, owner))
  expect((await out('adminSignOut', {})).status).toBe(204)
  await expect(out('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
})

test('Every session at a console ends with another password [ADMIN-05]', async () => {
  const owner = await newOwner(the.api)
  const cookie = await signInAgain(the.api, owner)
  the.api.clock.advance(STEP_MS)
  const next = 'another good password'
  const body = { password: PASSWORD, code: totpNow(the.api, owner.secret), new_password: next }
  await owner.call('adminChangePassword', { body })
  for (const call of [owner.call, consoleOf(the.api, cookie)])
    await expect(call('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  await expect(signInAgain(the.api, owner)).rejects.toMatchObject({ code: 'wrong_login_info' })
  expect(await signInAgain(the.api, owner, next)).toMatch(/^staff=/)
})
