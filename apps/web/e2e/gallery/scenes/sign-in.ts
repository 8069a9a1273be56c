import { expect, type Page } from '@playwright/test'
import { account, registration } from '../../support/account.ts'
import { fieldsOf } from '../../support/forms.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { fillLogIn, fillRegistration, GOOD_PIN, type Visit } from '../../support/steps.ts'
import { newNumber, writtenNumber } from '../../support/world.ts'
import { notified, requestOfTheShop, type Scene, withhold, scenesOf, shows } from '../scene.ts'

const PRE_LOGIN = '**/auth/public/app/prelogin'

async function send(page: Page, { t }: Visit, name: 'register.submit' | 'action.continue'): Promise<void> {
  await page.getByRole('button', { name: t(name) }).click()
}
const alerts = (page: Page, text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

export const SIGN_IN: Scene[] = [
  ...scenesOf('prompt')({
    open: shows('/auth/prompt', 'prompt.heading'),
    'asked by OpenID Connect': async (page, visit) => {
      const { search } = new URL(await requestOfTheShop(page, visit))
      await page.goto(`/auth/prompt${search}`)
      await expect(page.getByRole('link', { name: visit.t('visit.notNow', { provider: 'Weinkontor' }) })).toBeVisible()
    },
  }),
  ...scenesOf('register')({
    empty: shows('/auth/register', 'register.title'),
    'every field is wrong': async (page, visit) => {
      await page.goto('/auth/register')
      const { number, pin, repeat, terms, country } = fieldsOf(page, visit.t)
      await country.fill('')
      await country.press('Tab')
      await number.fill('1512345678901')
      await pin.fill('1234')
      await repeat.fill('2580')
      await terms.check()
      await terms.uncheck()
      await expect(page.getByText(visit.t('error.invalid_pin'))).toBeVisible()
    },
    countries: async (page, { t }) => {
      await page.goto('/auth/register')
      await page.getByRole('combobox', { name: t('phone.country') }).click()
      await expect(page.getByRole('option').first()).toBeVisible()
    },
    'no country found': async (page, { t }) => {
      await page.goto('/auth/register')
      await page.getByRole('combobox', { name: t('phone.country') }).fill('zzz')
      await expect(page.getByText(t('phone.nothingFound')).first()).toBeVisible()
    },
    'North America, PIN shown': async (page, { t }) => {
      await page.goto('/auth/register')
      const { country, pin } = fieldsOf(page, t)
      await country.fill('+ 1')
      await page.getByRole('option', { name: /\+1$/ }).first().click()
      await pin.fill(GOOD_PIN)
      await page.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }).click()
      await expect(page.getByText(t('phone.northAmerica'))).toBeVisible()
    },
    'sent, no answer yet': async (page, visit) => {
      await withhold(page, '**/auth/public/app/signup')
      await page.goto('/auth/register')
      await fillRegistration(page, visit)
      await send(page, visit, 'register.submit')
    },
    'the number has an account': async (page, visit) => {
      await account(visit)
      await page.goto('/auth/register')
      await fillRegistration(page, visit)
      await send(page, visit, 'register.submit')
      await alerts(page, visit.t('error.phone_number_exist'))
    },
  }),
  ...scenesOf('login')({
    empty: shows('/auth/login', 'login.title'),
    'nothing kept': async (page, visit) => {
      await page.addInitScript(() => Object.defineProperty(window, 'sessionStorage', { value: null }))
      await page.goto('/auth/login')
      await notified(page, visit, visit.t('login.nothingKept'))
    },
    'logged out automatically': async (page, { t }) => {
      await page.goto('/auth/login?expired=true')
      await expect(page.getByText(t('login.expired'), { exact: true })).toBeVisible()
    },
    'number or PIN wrong': async (page, visit) => {
      await account(visit)
      await page.goto('/auth/login')
      await fillLogIn(page, visit, '2581')
      await notified(page, visit, visit.t('error.wrong_login_info'))
    },
    'no account': async (page, visit) => {
      await page.goto('/auth/login')
      await fillLogIn(page, { ...visit, number: newNumber() })
      await alerts(page, visit.t('error.phone_number_does_not_exist'))
    },
    'never confirmed, with a toast': async (page, visit) => {
      await registration(visit)
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await expect(page.getByText(visit.t('login.userNotFound'), { exact: true })).toBeVisible()
    },
    'no SMS to this number': async (page, visit) => {
      await answerWith(page, PRE_LOGIN, problemOf('cannot_send_sms'))
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await notified(page, visit, visit.t('error.cannot_send_sms', { phone: writtenNumber(visit.number) }))
    },
    'locked by the operator': async (page, visit) => {
      await answerWith(page, PRE_LOGIN, problemOf('account_locked'))
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await notified(page, visit, visit.t('error.account_locked'))
      await expect(page.getByRole('link', { name: visit.t('process.support') })).toBeVisible()
    },
    'too many attempts': async (page, visit) => {
      await answerWith(page, PRE_LOGIN, problemOf('too_many_requests'))
      await page.goto('/auth/login')
      await fillLogIn(page, visit)
      await notified(page, visit, visit.t('error.too_many_requests'))
    },
    'a passkey is refused': async (page, visit) => {
      await answerWith(page, '**/auth/public/app/passkey/options', problemOf('passkey_refused'))
      await page.goto('/auth/login')
      await page.getByRole('button', { name: visit.t('login.passkey') }).click()
      await notified(page, visit, visit.t('error.passkey_refused'))
    },
    'no connection': async (page, visit) => {
      await page.goto('/auth/login')
      await answerWith(page, PRE_LOGIN, 'lost')
      await fillLogIn(page, visit)
      await notified(page, visit, visit.t('notice.offline'))
    },
  }),
  ...scenesOf('forgot PIN')({
    empty: shows('/auth/forgot-pin', 'forgotPin.title'),
    'no account': async (page, visit) => {
      await page.goto('/auth/forgot-pin')
      await fieldsOf(page, visit.t).number.fill(newNumber())
      await send(page, visit, 'action.continue')
      await alerts(page, visit.t('error.phone_number_does_not_exist'))
    },
  }),
]
