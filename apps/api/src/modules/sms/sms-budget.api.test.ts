import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  passwordGrant,
  registered,
  signInOn,
} from '#test/builders.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const file = join(mkdtempSync(join(tmpdir(), 'avouch-sms-')), 'limits.json')
writeFileSync(file, JSON.stringify({ blockedPrefixes: ['+43'] }))
const LIMITS = 'sms.address=5/29/day,sms.network=8/32/day,sms.range=3/9/day,sms.browser=8/32/day'
const the = useTestApi({ SMS_LIMITS_FILE: file, LIMITS })

const preLogin = (number: string, cookie?: string) =>
  the.api.client('prelogin', { body: { phone: digits(number), pin: GOOD_PIN } }, { cookie })
const recover = (number: string, cookie?: string) =>
  the.api.client('recoverCode', { body: { phone: digits(number), language: 'en' } }, { cookie })
const SPENT = { status: 429, code: 'too_many_requests', problem: { retry_after: expect.any(Number) as number } }
/** Without the notice about a right PIN. */
const codesTo = (number: string) => the.api.world.sentTo(number).filter(({ text }) => text.includes('\n\n@'))

/** Runs something in a new network: a completed sign-in makes a network trusted. */
async function elsewhere<T>(run: () => Promise<T>): Promise<T> {
  const { address } = the.api.place
  the.api.place.address = newAddress()
  const result = await run()
  the.api.place.address = address
  return result
}

/** Signs up in the browser. */
async function newcomer(number = newNumber(), cookie = newBrowser()) {
  const body = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: false } as const
  await the.api.client('signup', { body }, { cookie, address: newAddress() })
  const bearer = await passwordGrant(the.api, number, GOOD_PIN, cookie)
  const resend = (pinId?: string) => the.api.client('resendCode', { body: { pinId } }, { bearer, cookie })
  return { number, bearer, cookie, resend }
}
/** Requests the code of a sign-up, and leaves. */
const leaves = async (number?: string, cookie?: string) => (await newcomer(number, cookie)).resend()

test('A number with six log-ins at once gets no seventh SMS in the hour, though every code is typed in [SMS-06 SMS-07 LOGIN-07]', async () => {
  const { number } = await registered(the.api)
  for (let i = 0; i < 6; i++) {
    the.api.clock.advance(2 * MINUTE_MS)
    await signInOn(the.api, newBrowser(), number)
  }
  the.api.clock.advance(2 * MINUTE_MS)
  const sent = codesTo(number).length
  await expect(preLogin(number, newBrowser())).rejects.toMatchObject({ status: 500, code: 'cannot_send_sms' })
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  const refusal = await the.api.client('resendCode', { body: {} }, { bearer }).catch((error: unknown) => error)
  expect(refusal).toMatchObject(SPENT)
  const { retry_after = 0 } = (refusal as { problem: { retry_after?: number } }).problem
  expect(retry_after).toBeLessThanOrEqual(HOUR_MS / 1_000)
  expect(codesTo(number)).toHaveLength(sent)
  expect((await recover(number)).data).toMatchObject({ sent: true })
  the.api.clock.advance(retry_after * 1_000)
  expect((await preLogin(number, newBrowser())).data).toMatchObject({ sent: true })
})

test('A number goes on in a recognised browser, with SMS of its own and without the limits of its address [SMS-07]', async () => {
  const { number, cookie } = await elsewhere(() => knownBrowser(the.api))
  for (let i = 0; i < 6; i++) {
    the.api.clock.advance(6 * MINUTE_MS)
    await recover(number).catch(() => undefined)
  }
  the.api.clock.advance(6 * MINUTE_MS)
  expect((await recover(number, cookie)).data).toMatchObject({ sent: true, form: 'digits' })
})

test('A number of a blocked network gets no code, and signing up does not disclose that [SMS-07]', async () => {
  const { number, resend } = await newcomer(`+43664${newNumber().slice(-7)}`)
  await expect(resend()).rejects.toMatchObject(SPENT)
  expect(codesTo(number)).toEqual([])
})

test('A number with many neighbours that sign up has to wait, unless it signs up in a trusted network [SMS-07]', async () => {
  const range = newNumber().slice(0, -4)
  for (let i = 1; i <= 3; i++) expect((await leaves(`${range}000${i}`)).status).toBe(200)
  await expect(leaves(`${range}0004`)).rejects.toMatchObject(SPENT)
  await elsewhere(async () => {
    await expect(leaves(`${range}0005`)).rejects.toMatchObject(SPENT)
    await registered(the.api)
    expect((await leaves(`${range}0006`)).status).toBe(200)
  })
})

test('An address with five codes that were not typed in gets no sixth, but for log-ins with the right PIN [SMS-07]', async () => {
  const { number, cookie } = await elsewhere(() => knownBrowser(the.api))
  for (let i = 0; i < 5; i++) expect((await leaves()).status).toBe(200)
  const last = newNumber()
  await expect(leaves(last)).rejects.toMatchObject(SPENT)
  expect(codesTo(last)).toEqual([])
  await expect(recover(number)).rejects.toMatchObject(SPENT)
  expect((await recover(number, cookie)).data).toMatchObject({ sent: true })
  expect((await preLogin(number)).data).toMatchObject({ sent: true })
  the.api.clock.advance(HOUR_MS)
  expect((await leaves()).status).toBe(200)
})

test('An address is counted each time that it is sent a code; beyond its limit the code on the phone stays right [SMS-07 SMS-06]', async () => {
  for (let i = 0; i < 4; i++) await leaves()
  const { number, bearer, cookie, resend } = await newcomer()
  const { pinId } = (await resend()).data
  the.api.clock.advance(MINUTE_MS)
  expect((await resend(pinId)).data).toMatchObject({ pinId, sent: false })
  expect(codesTo(number)).toHaveLength(1)
  const code = the.api.world.codeFor(number)
  expect((await confirmCode(the.api, { bearer, cookie, pinId, code })).user_id).toMatch(/^usr_/)
})

test('An address is charged for SMS that the gateway refuses, as for others [SMS-07 SMS-02]', async () => {
  for (let i = 0; i < 5; i++) {
    const { number, resend } = await newcomer()
    the.api.world.answerAbout(number, { status: 400 })
    await expect(resend()).rejects.toMatchObject({ code: 'cannot_send_sms' })
  }
  await expect(leaves()).rejects.toMatchObject(SPENT)
})

test('An address gets no refused SMS back, also when an earlier SMS of the same code is typed in [SMS-07 SMS-02]', async () => {
  for (let i = 0; i < 3; i++) await leaves()
  const { number, bearer, cookie, resend } = await newcomer()
  const { pinId } = (await resend()).data
  the.api.clock.advance(MINUTE_MS)
  the.api.world.answerAbout(number, { status: 400 })
  await expect(resend(pinId)).rejects.toMatchObject({ code: 'cannot_send_sms' })
  await elsewhere(() => confirmCode(the.api, { bearer, cookie, pinId, code: the.api.world.codeFor(number) }))
  expect((await leaves()).status).toBe(200)
  await expect(leaves()).rejects.toMatchObject(SPENT)
})

test('An address in a trusted network is limited with the whole network alone, which has a limit too [SMS-07]', async () => {
  await registered(the.api)
  for (let i = 0; i < 8; i++) expect((await leaves()).status).toBe(200)
  await expect(leaves()).rejects.toMatchObject(SPENT)
  the.api.place.address = the.api.place.address.replace(/:[0-9a-f]+::1$/, ':fefe::1')
  await expect(leaves()).rejects.toMatchObject(SPENT)
})

test('A browser is limited by all of its codes, wherever it is [SMS-07]', async () => {
  const cookie = newBrowser()
  const many = async (count: number) => {
    for (let i = 0; i < count; i++) expect((await elsewhere(() => leaves(undefined, cookie))).status).toBe(200)
  }
  await many(7)
  const { number } = await registered(the.api)
  the.api.clock.advance(2 * MINUTE_MS)
  const begun = await beginSignIn(the.api, number, GOOD_PIN, cookie)
  await expect(leaves(undefined, cookie)).rejects.toMatchObject(SPENT)
  expect((await confirmCode(the.api, begun)).user_id).toMatch(/^usr_/)
})

test('A resend beyond a browser’s limit names the wait for it, and the code on the phone stays right [SMS-06]', async () => {
  holdTime(the.api)
  const cookie = newBrowser()
  for (let i = 0; i < 7; i++) await elsewhere(() => leaves(undefined, cookie))
  const { number, resend } = await newcomer(newNumber(), cookie)
  const { pinId } = (await resend()).data
  the.api.clock.advance(MINUTE_MS)
  // One of 24 a day comes back.
  expect((await resend(pinId)).data).toMatchObject({ pinId, form: 'digits', sent: false, resend_after: 3_600 - 60 })
  expect(codesTo(number)).toHaveLength(1)
})

test('What counts SMS is deleted when it is empty', async () => {
  await leaves()
  const counted = async () => [
    ...(await the.api.rows('select key from rate_limit')),
    ...(await the.api.rows('select id from sms_code')),
  ]
  expect(await counted()).not.toEqual([])
  the.api.clock.advance(3 * 24 * HOUR_MS)
  await the.api.operate('jobs', 'run', 'retention.sweep')
  await expect.poll(counted).toEqual([])
})
