import { writeFileSync } from 'node:fs'
import { HOUR_MS, MINUTE_MS, SECOND_MS, SMS_CAUSES, type SmsCause } from '@avouch/contract'
import pg from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  otherThan,
  passwordGrant,
  preLogin,
  registered,
  sendSignUp,
  signInOn,
} from '#test/builders.ts'
import { invited, type Person } from '#test/staff.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'
import { sendJson } from '#test/wire.ts'

const GATEWAY = '/sms/sms/3/messages'
const the = useTestApi({
  SMS_GATEWAY: 'infobip',
  SMS_TOKEN: 'a-key-of-infobip',
  SMS_SENDER: 'Avouch',
  LIMITS: 'lookup.browser=1/2/day,sms.browser=50/90/day,staff-look.number=500/900/day',
})
const OFF = { results: [{ status: { groupId: 4, id: 15 } }] }

let operator: Person
beforeEach(async () => {
  holdTime(the.api)
  operator = await invited(the.api, 'operator')
})
const read = async (number: string, country?: string) =>
  (await operator.call('adminReadNumber', { body: { number, country } })).data
const codes = async (number: string) => (await read(number)).findings.map(({ code }) => code)

/** Begins a sign-up and requests its code. */
async function newcomer(number = newNumber(), cookie = newBrowser()) {
  await sendSignUp(the.api, number, GOOD_PIN, cookie)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN, cookie)
  const ask = (pinId?: string) => the.api.client('resendCode', { body: { pinId } }, { bearer, cookie })
  return { number, cookie, ask }
}
const refused = (asked: Promise<unknown>) =>
  expect(asked).rejects.toMatchObject({ status: expect.any(Number) as number })
const reportOf = (number: string) => new URL(the.api.world.askedAbout(number).at(-1)?.reportUrl ?? '').pathname

/** Lets something happen to a number, by the cause that the page then names first. @returns the number */
const HAPPENS: Readonly<Record<SmsCause, () => Promise<string>>> = {
  async gateway_failed() {
    the.api.world.illAt(GATEWAY, 503)
    const { number, ask } = await newcomer()
    const asked = ask().catch(() => {})
    const later = () => {
      the.api.clock.advance(5 * SECOND_MS)
      return codes(number)
    }
    await expect.poll(later).toContain('gateway_failed')
    await asked
    the.api.world.illAt(GATEWAY, undefined)
    the.api.clock.advance(MINUTE_MS)
    return number
  },
  async limit() {
    const [number, cookie] = [newNumber(), newBrowser()]
    await sendSignUp(the.api, newNumber(), GOOD_PIN, cookie)
    await refused(sendSignUp(the.api, number, GOOD_PIN, cookie))
    return number
  },
  async too_soon() {
    const { number, ask } = await newcomer()
    const { pinId } = (await ask()).data
    await refused(ask(pinId))
    return number
  },
  async undelivered() {
    const { number, ask } = await newcomer()
    await ask()
    await sendJson(the.api, reportOf(number), OFF)
    return number
  },
  async gateway_account() {
    the.api.world.illAt(GATEWAY, 401)
    const { number, ask } = await newcomer()
    await refused(ask())
    the.api.world.illAt(GATEWAY, undefined)
    the.api.clock.advance(MINUTE_MS)
    return number
  },
  async money() {
    writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', JSON.stringify({ centsPerDay: 1 }))
    await the.api.restart()
    for (let sent = 0; sent < 3; sent++) await (await newcomer()).ask().catch(() => {})
    const { number, ask } = await newcomer()
    await refused(ask())
    writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', '{}')
    await the.api.restart()
    return number
  },
  async locked() {
    const { number, tokens } = await registered(the.api)
    await operator.call('adminLockAccount', { params: { id: tokens.user_id }, body: { locked: true } })
    return number
  },
  async blocked() {
    const number = newNumber()
    writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', JSON.stringify({ blockedPrefixes: [number.slice(0, -1)] }))
    await the.api.restart()
    return number
  },
  async no_report() {
    const { number, ask } = await newcomer()
    await ask()
    return number
  },
  async number_refused() {
    const { number, ask } = await newcomer()
    the.api.world.answerAbout(number, { status: 400 })
    await refused(ask())
    return number
  },
  async delivered() {
    const { number, ask } = await newcomer()
    await ask()
    await sendJson(the.api, reportOf(number), { results: [{ status: { groupId: 3, id: 5 } }] })
    return number
  },
  async sending() {
    const { number, ask } = await newcomer()
    the.api.world.answerAbout(number, { silent: true })
    await ask()
    the.api.world.answerAbout(number, undefined)
    return number
  },
  nothing: async () => newNumber(),
}

afterAll(() => writeFileSync(the.api.settings['SMS_LIMITS_FILE'] ?? '', '{}'))

test.each(SMS_CAUSES)('The page names the cause %s, and no answer has the number [ADMIN-36]', async (cause) => {
  const number = await HAPPENS[cause]()
  await expect.poll(() => codes(number)).toContain(cause)
  const story = await read(number)
  expect(story.findings[0]?.code).toBe(cause)
  expect(JSON.stringify(story)).not.toContain(digits(number).slice(-7))
})

/** Reads sources and kinds of the time line. */
const shown = async (number: string) => (await read(number)).moments.map(({ source, what }) => `${source} ${what}`)

test('The time line has the SMS, the refusal and the network’s report; a refusal names its limit and its end [ADMIN-36]', async () => {
  const { number, ask } = await newcomer()
  const { pinId, resend_after } = (await ask()).data
  await refused(ask(pinId))
  await sendJson(the.api, reportOf(number), OFF)
  expect(await shown(number)).toEqual(
    expect.arrayContaining(['sms undelivered', 'refusal too_soon', 'event otp.sent', 'event otp.undelivered']),
  )
  const [first, second] = (await read(number)).findings
  const freeAt = new Date(the.api.clock.now().getTime() + resend_after * SECOND_MS).toISOString()
  expect(first).toMatchObject({ code: 'too_soon', free_at: freeAt })
  expect(second).toMatchObject({ code: 'undelivered', why: 'off' })
})

test('A refusal names the limit of the caller, and is written once a minute [ADMIN-36 ADMIN-37]', async () => {
  const [number, cookie] = [newNumber(), newBrowser()]
  await sendSignUp(the.api, newNumber(), GOOD_PIN, cookie)
  const times = async () => {
    for (let calls = 0; calls < 3; calls++) await refused(sendSignUp(the.api, number, GOOD_PIN, cookie))
    return (await the.api.rows('select at from refused_call order by at desc limit 1')).map(({ at }) => Number(at))
  }
  const first = await times()
  expect((await read(number)).findings).toMatchObject([{ code: 'limit', limit: 'lookup.browser' }])
  the.api.clock.advance(5 * SECOND_MS)
  const minute = (ms = 0) => Math.floor(ms / MINUTE_MS)
  const again = await times()
  expect(again[0]).toBe(minute(again[0]) === minute(first[0]) ? first[0] : again[0])
  the.api.clock.advance(MINUTE_MS)
  expect((await times())[0]).toBeGreaterThan(again[0] ?? Infinity)
})

test('A recycled number shows nothing of the holder before, an erased account nothing, and an ended one is not found by its id [ADMIN-38]', async () => {
  const { number, bearer, tokens } = await registered(the.api)
  await preLogin(the.api, number, GOOD_PIN).catch(() => {})
  await preLogin(the.api, number, '1470').catch(() => {})
  expect((await shown(number)).length).toBeGreaterThan(0)
  expect((await read(tokens.user_id)).account).toBe(tokens.user_id)
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  const gone = { account: null, findings: [{ code: 'nothing' }], moments: [] }
  expect(await read(number)).toMatchObject(gone)
  await expect(read(tokens.user_id)).rejects.toMatchObject({ status: 404 })
  await runJob(the.api, 'accounts.erase')
  expect(await read(number)).toMatchObject(gone)
  the.api.clock.advance(10 * MINUTE_MS)
  const next = await registered(the.api, number)
  const since = the.api.clock.now().toISOString()
  const story = await read(number)
  expect(story.account).toBe(next.tokens.user_id)
  for (const { at } of story.moments) expect(at >= since).toBe(true)
})

test('An SMS is found for 48 hours, then it is deleted [ADMIN-36]', async () => {
  const { number, ask } = await newcomer()
  await ask()
  the.api.clock.advance(47 * HOUR_MS)
  operator = await invited(the.api, 'operator')
  await runJob(the.api, 'retention.sweep')
  expect(await codes(number)).toEqual(['no_report'])
  the.api.clock.advance(HOUR_MS + MINUTE_MS)
  operator = await invited(the.api, 'operator')
  await runJob(the.api, 'retention.sweep')
  expect(await codes(number)).toEqual(['nothing'])
})

test('A number in national notation and the id of its account name the same; the look is in the trail [ADMIN-36 ADMIN-22]', async () => {
  const { number, tokens } = await registered(the.api)
  const national = `0${number.slice(3)}`
  for (const typed of [national, number, `00${digits(number)}`, tokens.user_id, digits(number)])
    expect((await read(typed)).account).toBe(tokens.user_id)
  expect((await read(national, 'DE')).account).toBe(tokens.user_id)
  expect((await read(national, 'AT').catch(() => ({ account: null }))).account).toBeNull()
  await expect(read('a name')).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  await expect(read('030 1234567')).rejects.toMatchObject({ status: 400 })
  await chained(the.api)
  const looks = await the.api.rows(
    `select reason from audit_event where type = 'operator.number_read' and reason is not null order by seq desc limit 1`,
  )
  expect(looks).toEqual([{ reason: `by ${operator.person.id}` }])
})

test('The command answers as the page does, for people and as data [ADMIN-36]', async () => {
  const number = await HAPPENS.undelivered()
  const lines = await the.api.operate('number', 'why', number)
  expect(lines[0]).toMatch(/^undelivered +\S+Z +the network did not deliver it; phone off or out of reach$/)
  const [data = ''] = await the.api.operate('number', 'why', number, '--json')
  expect(JSON.parse(data)).toEqual(await read(number))
  expect(lines.join()).not.toContain(digits(number).slice(-7))
  await expect(the.api.operate('number', 'why', 'a name')).rejects.toThrow(/neither an account/)
})

test('Support gives a number its SMS back twice a day, and neither wrong PINs nor guesses at codes [ADMIN-40]', async () => {
  const support = await invited(the.api, 'support')
  const { number } = await registered(the.api)
  await preLogin(the.api, number, '1470').catch(() => {})
  the.api.clock.advance(2 * MINUTE_MS)
  const begun = await beginSignIn(the.api, number, GOOD_PIN)
  await confirmCode(the.api, { ...begun, code: otherThan(begun.code) }).catch(() => {})
  const used = async () => {
    const { data } = await support.call('adminExplainLimits', { body: { caller: number } })
    return new Set(data.data.map(({ rule }) => rule))
  }
  const release = () => support.call('adminReleaseNumber', { body: { number } })
  const before = await used()
  for (const rule of ['code.sms', 'sms-proven.number', 'code.guesses', 'pin.account']) expect(before).toContain(rule)
  await release()
  const after = await used()
  for (const rule of ['code.sms', 'sms-proven.number']) expect(after).not.toContain(rule)
  for (const rule of ['code.guesses', 'pin.account']) expect(after).toContain(rule)
  await release()
  await expect(release()).rejects.toMatchObject({ status: 429 })
  the.api.clock.toNextDay()
})

test('Support ends the sessions of an account, and sees its state without number or website [ADMIN-39 ADMIN-16]', async () => {
  const support = await invited(the.api, 'support')
  const [{ number, tokens, bearer }, cookie] = [await registered(the.api), newBrowser()]
  the.api.clock.advance(2 * MINUTE_MS)
  await signInOn(the.api, cookie, number)
  const find = async () => (await support.call('adminFindAccount', { body: { account: tokens.user_id } })).data
  expect(await find()).toMatchObject({ sessions: 2, browsers: 1, check: '' })
  await support.call('adminEndSessions', { params: { id: tokens.user_id } })
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ status: 401 })
  const data = await find()
  expect(data).toMatchObject({ sessions: 0, browsers: 1, check: '' })
  expect(JSON.stringify(data)).not.toContain(digits(number).slice(-7))
})

test('Nobody gets the role support while a server runs that can’t read it [ADMIN-41]', async () => {
  const url = new URL(the.api.settings['DATABASE_URL'] ?? '')
  url.searchParams.set('application_name', 'avouch k0')
  const earlier = new pg.Client({ connectionString: url.href })
  await earlier.connect()
  const invite = () => operator.call('adminInviteStaff', { body: { role: 'support' } })
  try {
    await expect(invite()).rejects.toMatchObject({ status: 409, code: 'conflict' })
    const { lines, exitCode } = await the.api.command('staff', 'invite', 'support')
    expect([lines.join(), exitCode]).toEqual(['A server of an earlier version runs, which does not know this role.', 1])
  } finally {
    await earlier.end()
  }
  await expect
    .poll(async () => (await invite().catch(({ status }: { status: number }) => ({ status }))).status)
    .toBe(201)
})
