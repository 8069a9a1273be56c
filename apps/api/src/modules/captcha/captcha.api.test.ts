import { type CaptchaAction, HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { captchaChallenge, encodedAnswer, solvedChallenge } from '#test/captcha.ts'
import { digits, GOOD_PIN, newNumber } from '#test/builders.ts'
import { successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi({ CAPTCHA: 'pow', CAPTCHA_POW_TRIES: '20' })

const challengeFor = (action: CaptchaAction) => captchaChallenge(the.api, action)
const encoded = encodedAnswer
const solved = async (action: CaptchaAction) => solvedChallenge(await challengeFor(action))
const answerFor = async (action: CaptchaAction) => encoded(await solved(action))

const PATHS = {
  signup: '/auth/public/app/signup',
  prelogin: '/auth/public/app/prelogin',
  prechange: '/auth/public/app/prechangepin',
  recover: '/auth/public/app/recover/code',
  validate: '/auth/public/app/validateClientPhoneNumber',
} as const satisfies Record<CaptchaAction, string>
const ACTIONS = Object.keys(PATHS) as CaptchaAction[]

const bodyOf = (phone: string) =>
  ({
    phone,
    phone_number: phone,
    password: GOOD_PIN,
    pin: GOOD_PIN,
    language: 'en',
    data_collection_consent: false,
  }) as const

/** Status and code of a request with an answer, or with none. */
async function ask(action: CaptchaAction, recaptchaResponse?: unknown, phone = digits(newNumber())) {
  const { status, body } = await sendJson(the.api, PATHS[action], { ...bodyOf(phone), recaptchaResponse })
  return [status, body?.['code']]
}
const FAILED = [400, 'captcha_failed']

test.each(ACTIONS)('%s works with a captcha answer and not without [CAPTCHA-04 CAPTCHA-02]', async (action) => {
  for (const answer of [undefined, '', 'e30=', '%%', null, 7, ['x'], encoded({ challenge: {} })])
    expect(await ask(action, answer), `answer ${JSON.stringify(answer)}`).toEqual(FAILED)
  expect(await ask(action, await answerFor(action))).not.toEqual(FAILED)
})

test('The captcha is checked before a number is looked up and a PIN is counted [CAPTCHA-02]', async () => {
  const phone = digits(newNumber())
  expect(await ask('signup', await answerFor('signup'), phone)).toEqual([201, undefined])
  for (const number of [phone, digits(newNumber()), 'not a number']) {
    expect(await ask('prelogin', 'e30=', number)).toEqual(FAILED)
    expect(await ask('recover', undefined, number)).toEqual(FAILED)
  }
  expect(the.api.world.inbox).toEqual([])
})

test('A captcha answer is valid for its own action only [CAPTCHA-02]', async () => {
  const answer = await answerFor('validate')
  for (const action of ACTIONS.filter((name) => name !== 'validate')) expect(await ask(action, answer)).toEqual(FAILED)
  expect(await ask('validate', answer)).toEqual([200, undefined])
})

test('A captcha answer is valid once, however it is encoded [CAPTCHA-02]', async () => {
  const { challenge, solution } = await solved('validate')
  expect(await ask('validate', encoded({ challenge, solution }))).toEqual([200, undefined])
  expect(await ask('validate', encoded({ challenge, solution }))).toEqual(FAILED)
  expect(await ask('validate', encoded({ solution: { ...solution, counter: 1 }, challenge }))).toEqual(FAILED)
  expect(await ask('validate', encoded({ challenge, solution, more: 1 }))).toEqual(FAILED)
})

test('Of concurrent uses of a captcha answer one is accepted [CAPTCHA-02]', async () => {
  const recaptchaResponse = await answerFor('validate')
  const phone_number = digits(newNumber())
  const outcomes = await together(
    times(8, () => the.api.client('validatePhone', { body: { phone_number, recaptchaResponse } })),
  )
  expect(successes(outcomes)).toHaveLength(1)
  expect(tally(outcomes)).toEqual({ ok: 1, '400 captcha_failed': 7 })
})

test('A captcha answer lives five minutes to the second, and a clock that is set back revives none [CAPTCHA-02 T-01 T-02]', async () => {
  the.api.clock.hold()
  const answers = [await answerFor('validate'), await answerFor('validate'), await answerFor('validate')]
  the.api.clock.advance(5 * MINUTE_MS - SECOND_MS)
  expect(await ask('validate', answers[0])).toEqual([200, undefined])
  the.api.clock.advance(SECOND_MS)
  expect(await ask('validate', answers[1])).toEqual(FAILED)
  the.api.clock.advance(-HOUR_MS)
  for (const answer of answers) expect(await ask('validate', answer)).toEqual(FAILED)
  the.api.clock.advance(HOUR_MS)
  the.api.clock.release()
})

test('A forged or changed captcha challenge is refused [CAPTCHA-02]', async () => {
  const { challenge, solution } = await solved('validate')
  const { parameters } = challenge
  const changed = [
    { ...challenge, signature: 'ab'.repeat(32) },
    { ...challenge, parameters: { ...parameters, data: { ...parameters.data, expires: 4_000_000_000 } } },
    { ...challenge, parameters: { ...parameters, nonce: 'ab'.repeat(16) } },
    { ...challenge, parameters: { ...parameters, cost: 1, keyPrefix: '' } },
  ]
  for (const forged of changed) expect(await ask('validate', encoded({ challenge: forged, solution }))).toEqual(FAILED)
  const guessed = { counter: 1, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` }
  expect(await ask('validate', encoded({ challenge, solution: guessed }))).toEqual(FAILED)
  expect(await ask('validate', encoded({ challenge, solution }))).toEqual([200, undefined])
})

test('The token endpoint requires no captcha [CAPTCHA-02]', async () => {
  const body = { grant_type: 'password', username: digits(newNumber()), password: GOOD_PIN } as const
  await expect(the.api.client('token', { body })).rejects.toMatchObject({ code: 'invalid_grant' })
})

test('The captcha demands more work after many wrong PINs, and accepts no less [LIMIT-17]', async () => {
  const wrong = async () => ask('prelogin', await answerFor('prelogin'))
  const early = await answerFor('prelogin')
  for (let i = 0; i < 6; i++) expect(await wrong()).toEqual([404, 'phone_number_does_not_exist'])
  expect(await ask('prelogin', early)).toEqual(FAILED)
  const { challenge, solution } = await solved('prelogin')
  expect(challenge.parameters.data.hard).toBe(true)
  expect(await ask('prelogin', encoded({ challenge, solution }))).toEqual([404, 'phone_number_does_not_exist'])
  const { data } = challenge.parameters
  const forged = { ...challenge, parameters: { ...challenge.parameters, data: { ...data, hard: true } } }
  expect(await ask('prelogin', encoded({ challenge: forged, solution }))).toEqual(FAILED)
  expect((await solved('validate')).solution.counter).toBeLessThan(20)
  the.api.place.address = newAddress()
  expect((await solved('prelogin')).solution.counter).toBeLessThan(20)
})
