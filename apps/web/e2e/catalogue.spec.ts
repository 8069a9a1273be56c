import { PHONE_NUMBER_MAX_LENGTH, PIN_LENGTH } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { account, keepSession, registration } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { expectErrorAt, expectNoErrorAt, fieldsOf } from './support/forms.ts'
import { answerWith, problemOf } from './support/problems.ts'
import {
  askAtTheCinema,
  fillRegistration,
  GOOD_PIN,
  logIn,
  newestCode,
  type Visit,
  startCheck,
} from './support/steps.ts'
import type { Texts } from './support/texts.ts'
import { newNumber, unreachable, writtenNumber } from './support/world.ts'

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'
const PRE_LOGIN = '**/auth/public/app/prelogin'
const TOKEN = '**/auth/api/oauth/token'
const RECOVER = '**/auth/public/app/recover/code'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const toasts = (page: Page, t: Texts) => page.getByRole('region', { name: t('layout.notifications') })

type Typing = {
  rule: string
  field: 'number' | 'pin' | 'repeat'
  /** One key after the other, as a visitor types. */
  typed: string
  /** The text in the field then, when it is something else. */
  kept?: string
  says?: (t: Texts) => string
}

const required = (t: Texts) => t('error.required')
const tooLong = (t: Texts) => t('error.max_length_exceed', { max: PHONE_NUMBER_MAX_LENGTH })
const fourDigits = (t: Texts) => t('error.digit_length', { digit: PIN_LENGTH })
const guessable = (t: Texts) => t('error.invalid_pin')
const different = (t: Texts) => t('error.matching_pin')

const NUMBER: Typing[] = [
  { rule: 'PHONE-03 12 digits fit', field: 'number', typed: '151234567890' },
  { rule: 'PHONE-03 13 do not', field: 'number', typed: '1512345678901', says: tooLong },
  { rule: 'PHONE-02 only digits are kept', field: 'number', typed: 'a1+5-1 2', kept: '1512' },
  { rule: 'PHONE-02 it is required', field: 'number', typed: '', says: required },
]
const PIN: Typing[] = [
  { rule: 'PIN-01 three digits are too few', field: 'pin', typed: '258', says: fourDigits },
  { rule: 'PIN-02 a fifth digit is cut', field: 'pin', typed: '25801', kept: '2580' },
  { rule: 'PIN-02 only digits are kept', field: 'pin', typed: '2a5-8 0', kept: '2580' },
  { rule: 'ERR-04 it is required', field: 'pin', typed: '', says: required },
]
const OLD_PIN: Typing[] = [...PIN, { rule: 'PIN-06 a guessable one may be an old one', field: 'pin', typed: '1234' }]
const NEW_PIN: Typing[] = [
  ...PIN,
  { rule: 'PIN-03 it ascends', field: 'pin', typed: '1234', says: guessable },
  { rule: 'PIN-03 its end ascends', field: 'pin', typed: '9123', says: guessable },
  { rule: 'PIN-04 one digit four times', field: 'pin', typed: '1111', says: guessable },
  { rule: 'PIN-04 one digit three times', field: 'pin', typed: '1211', says: guessable },
  { rule: 'PIN-05 the second differs', field: 'repeat', typed: '2581', says: different },
  { rule: 'PIN-05 three digits of the second differ too', field: 'repeat', typed: '258', says: different },
  { rule: 'PIN-05 the second is required', field: 'repeat', typed: '', says: required },
]

/** The same fields stand in several forms: the first has every row, the others one for each rule, and in a soak all. */
const oneOfEach = (rows: readonly Typing[]) =>
  rows.filter((row, i) => IS_SOAK || rows.findLastIndex((other) => idOf(other) === idOf(row)) === i)
const idOf = ({ rule }: Typing) => rule.split(' ')[0]

const FORMS = [
  { path: '/auth/register', send: 'register.submit', rows: [...NUMBER, ...NEW_PIN] },
  { path: '/auth/login', send: 'action.login', rows: oneOfEach([...NUMBER, ...OLD_PIN]) },
  { path: '/auth/forgot-pin', send: 'action.continue', rows: oneOfEach(NUMBER) },
  { path: '/auth/reset-pin', send: 'action.continue', rows: oneOfEach(NEW_PIN) },
] as const

const rulesOf = (rows: readonly Typing[]) => [...new Set(rows.map(idOf))].join(' ')

/** A new PIN belongs to a number that was given. */
async function beginReset(page: Page, visit: Visit): Promise<void> {
  await account(visit)
  await page.goto('/auth/forgot-pin')
  await fieldsOf(page, visit.t).number.fill(visit.number)
  await page.getByRole('button', { name: visit.t('action.continue') }).click()
  await expect(heading(page, visit.t('resetPin.title'))).toBeVisible()
}

for (const language of ONE_LANGUAGE) {
  test.describe(`the catalogue (${language})`, () => {
    test.use({ language })

    for (const { path, send, rows } of FORMS)
      test(
        `AUTH-05 AUTH-06 ${rulesOf(rows)} ${path} is checked at every change`,
        path === '/auth/register' ? {} : SOAK_ONLY,
        async ({ page, visit, t }) => {
          const fields = fieldsOf(page, t)
          // The last digit of a PIN would send the log-in of a whole number.
          const number = path === '/auth/login' ? '15' : visit.number
          const good = { number, pin: GOOD_PIN, repeat: GOOD_PIN }
          if (path === '/auth/reset-pin') await beginReset(page, visit)
          else await page.goto(path)
          const submit = page.getByRole('button', { name: t(send), exact: true })
          await expect(submit).toBeDisabled()
          if (path === '/auth/register') await fields.terms.check()
          for (const field of new Set(rows.map((row) => row.field))) await fields[field].fill(good[field])
          await expect(submit).toBeEnabled()

          for (const { rule, field, typed, kept = typed, says } of rows)
            await test.step(rule, async () => {
              await fields[field].fill('')
              await fields[field].pressSequentially(typed)
              await expect(fields[field]).toHaveValue(kept)
              await expect(fields[field]).toBeFocused()
              if (says === undefined) await expectNoErrorAt(fields[field])
              else {
                await expectErrorAt(fields[field], says(t))
                await expect(submit).toBeDisabled()
              }
              await fields[field].fill(good[field])
            })
          await expect(submit).toBeEnabled()
        },
      )

    test(
      'COUNTRY-06 PHONE-04 PHONE-05 REG-02 a number needs its country, a registration the terms, and +1 has a note',
      SOAK_ONLY,
      async ({ page, visit, t }) => {
        await page.goto('/auth/register')
        await fillRegistration(page, visit)
        const { country, number, terms } = fieldsOf(page, t)
        const submit = page.getByRole('button', { name: t('register.submit') })
        await country.fill('')
        await country.press('Tab')
        await expectErrorAt(country, t('error.required'))
        await expectErrorAt(number, t('error.required_country_code'))
        await expect(submit).toBeDisabled()

        await expect(page.getByText(t('phone.northAmerica'))).toHaveCount(0)
        await country.fill('+ 1')
        await page.getByRole('option', { name: /\+1$/ }).first().click()
        await expect(number).toHaveAccessibleDescription(t('phone.northAmerica'))
        await expectNoErrorAt(number)
        await terms.uncheck()
        await expectErrorAt(terms, t('error.required'))
        await expect(submit).toBeDisabled()
      },
    )

    test('LOGIN-01 LOGIN-04 LOGIN-05 LOGIN-06 LOGIN-07 LOGIN-08 ERR-07 what is wrong with a log-in is said, and what was typed stays', async ({
      page,
      visit,
      t,
      expectRefusals,
      expectOutage,
    }) => {
      expectRefusals(400, 401, 404, 429, 500)
      expectOutage()
      await account(visit)
      await page.goto('/auth/login')
      const { number, pin } = fieldsOf(page, t)
      await expect(page.getByRole('link', { name: t('login.forgotPin') })).toBeVisible()
      await expect(page.getByRole('link', { name: t('login.register') })).toBeVisible()
      const other = newNumber()
      await registration({ ...visit, number: other })
      const attempt = async (typed: { number?: string; pin?: string } = {}) => {
        await number.fill(typed.number ?? visit.number)
        await pin.fill(typed.pin ?? GOOD_PIN)
        await page.getByRole('button', { name: t('action.login'), exact: true }).click()
      }

      await attempt({ number: newNumber() })
      await expectErrorAt(number, t('error.phone_number_does_not_exist'))
      await expect(toasts(page, t).getByText(t('error.phone_number_does_not_exist'))).toBeVisible()
      await attempt({ pin: '2581' })
      await expectErrorAt(pin, t('error.wrong_login_info'))
      await expect(toasts(page, t).getByText(t('error.wrong_login_info'))).toBeVisible()
      await expect(pin).toHaveValue('')
      await expect(pin).toBeFocused()
      await expectNoErrorAt(number)
      await attempt({ number: other })
      await expect(toasts(page, t).getByText(t('login.userNotFound'), { exact: true })).toBeVisible()

      const shown = writtenNumber(visit.number)
      const answers = [
        { path: TOKEN, answer: { status: 400, json: { error: 'invalid_grant' } }, says: t('error.wrong_login_info') },
        { path: PRE_LOGIN, answer: problemOf('too_many_requests'), says: t('error.too_many_requests') },
        { path: PRE_LOGIN, answer: 'lost', says: t('notice.offline') },
      ] as const
      for (const { path, answer, says } of answers) {
        const end = await answerWith(page, path, answer)
        await attempt()
        await expect(toasts(page, t).getByText(says)).toBeVisible()
        await expect(number).toHaveValue(visit.number)
        await expect(pin).toHaveValue(path === TOKEN ? '' : GOOD_PIN)
        await end()
      }
      const end = await answerWith(page, PRE_LOGIN, problemOf('cannot_send_sms'))
      await attempt()
      await expect(toasts(page, t).getByText(t('error.cannot_send_sms', { phone: shown }))).toBeVisible()
      await end()
      await expect(page).toHaveURL(/\/auth\/login/)
    })

    test('REG-06 REG-07 LOGIN-07 what is wrong with a registration is said, and a number without SMS leads to the log-in', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(400, 409, 500)
      await account(visit)
      await page.goto('/auth/register')
      const { number, pin, repeat, terms } = fieldsOf(page, t)
      const submit = page.getByRole('button', { name: t('register.submit') })
      await fillRegistration(page, visit)
      await submit.click()
      await expectErrorAt(number, t('error.phone_number_exist'))
      await expect(number).toBeFocused()
      // The way to the log-in is in the message, and takes along what was typed.
      await page.getByRole('alert').getByRole('link').click()
      await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
      await expect(number).toHaveValue(visit.number)
      await page.goBack()
      await submit.click()
      await expectErrorAt(number, t('error.phone_number_exist'))
      await expect(number).toHaveValue(visit.number)
      for (const field of [pin, repeat]) await expect(field).toHaveValue(GOOD_PIN)
      await expect(terms).toBeChecked()

      await number.fill('3012345678')
      await submit.click()
      await expectErrorAt(number, t('error.invalid_phone_number'))

      const dead = unreachable(visit.number)
      await number.fill(dead)
      await submit.click()
      await expect(heading(page, t('login.title'))).toBeVisible()
      await expect(toasts(page, t).getByText(t('error.cannot_send_sms', { phone: writtenNumber(dead) }))).toBeVisible()
      await expect(number).toHaveValue(dead)
      await expect(toasts(page, t).getByRole('listitem')).toHaveCount(1)

      // The log-in sends the code again, also after a reload: what failed once is no user that is not found.
      await page.getByRole('button', { name: t('action.login'), exact: true }).click()
      await expect(toasts(page, t).getByText(t('error.cannot_send_sms', { phone: writtenNumber(dead) }))).toBeVisible()
      await expect(toasts(page, t).getByRole('listitem')).toHaveCount(1)
    })

    test('REG-06 REG-09 LOGIN-06 SESSION-07 a registration whose SMS failed is completed by a log-in in the same browser', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(500)
      const end = await answerWith(page, '**/auth/api/2fa/resend', problemOf('cannot_send_sms'))
      await page.goto('/auth/register')
      await fillRegistration(page, visit)
      await page.getByRole('button', { name: t('register.submit') }).click()
      await expect(heading(page, t('login.title'))).toBeVisible()
      await end()
      await page.reload()
      const [granted] = await Promise.all([page.waitForRequest(TOKEN), logIn(page, visit)])
      expect(new URLSearchParams(granted.postData() ?? '').get('client_id')).toBe('avouch-web')
      await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
      await startCheck(page, visit)
    })

    test(
      'RESET-04 every failure other than an unknown number shows one message',
      SOAK_ONLY,
      async ({ page, visit, t, expectRefusals }) => {
        expectRefusals(429, 500)
        const { number, pin, repeat } = fieldsOf(page, t)
        const next = page.getByRole('button', { name: t('action.continue') })
        await page.goto('/auth/forgot-pin')
        await number.fill(newNumber())
        await next.click()
        await expectErrorAt(number, t('error.phone_number_does_not_exist'))
        await beginReset(page, visit)
        await pin.fill('7319')
        await repeat.fill('7319')
        for (const answer of [
          { status: 204 },
          problemOf('cannot_send_sms'),
          problemOf('internal_error'),
          problemOf('too_many_requests'),
        ]) {
          const end = await answerWith(page, RECOVER, answer)
          await next.click()
          await expect(
            toasts(page, t).getByText(
              t(answer.status === 204 ? 'error.phone_number_does_not_exist' : 'error.wrong_login_info'),
            ),
          ).toBeVisible()
          await expect(pin).toHaveValue('7319')
          await end()
        }
      },
    )

    test('INTENT-06 KYC-04 ERR-06 what is wrong with a request or its proof is said', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(404, 422)
      await page.goto(`/?mintid=${UNKNOWN}`)
      await expect(page.getByText(t('error.mintid_not_exist'))).toBeVisible()
      const product = await askAtTheCinema(page, visit)
      const { searchParams, search } = new URL(product.url())
      const tokens = await account(visit)
      await keepSession(product, tokens)
      await product.goto(`/kyc?mintid=${UNKNOWN}`)
      await expect(product.getByRole('main').getByText(t('error.mintid_used'))).toBeVisible()

      // The page believes that everything is proven, the server knows better.
      await product.request.get('/api/idcheck/init', {
        headers: { authorization: `Bearer ${tokens.access_token}` },
        params: { mintid: searchParams.get('mintid') ?? '' },
      })
      await answerWith(product, '**/api/idcheck/status', { status: 200, json: { result: { status: 'COMPLETED' } } })
      await product.goto(`/kyc-result/approved${search}`)
      await product.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }).click()
      await expect(toasts(product, t).getByText(t('error.wrong_verification'))).toBeVisible()
    })

    test('AGE-02 ERR-05 the under-age page says what became of the account', async ({ page, t }) => {
      await page.goto('/verify-age/denied')
      await expect(page.getByText(t('underage.case'))).toBeVisible()
    })

    test('KYC-13 ERR-03 a status without a body is named by its code', async ({ page, visit, t, expectCrash }) => {
      expectCrash()
      await keepSession(page, await account(visit))
      await answerWith(page, '**/api/idcheck/status', { status: 200, body: '' })
      await page.goto('/kyc-check-result')
      await expect(heading(page, t('crash.heading'))).toBeVisible()
      await expect(toasts(page, t).getByText(t('kyc.statusNotFound'))).toBeVisible()
    })
  })
}
