import { type CodeSent, codeDelivery, prelogin, type SmsDelivery } from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { account } from '../../support/account.ts'
import { fieldsOf } from '../../support/forms.ts'
import { answerWith, problemOf } from '../../support/problems.ts'
import { GOOD_PIN, logIn, newestCode, type Visit } from '../../support/steps.ts'
import { otherThan, writtenNumber } from '../../support/world.ts'
import { notified, type Scene, seen, scenesOf } from '../scene.ts'

const NEW_PIN = '7319'
type Undelivered = `confirmCode.${'phoneOff' | 'numberUnknown' | 'smsBlocked' | 'undelivered'}`

async function toResetPin(page: Page, visit: Visit): Promise<void> {
  await account(visit)
  await page.goto('/auth/forgot-pin')
  await fieldsOf(page, visit.t).number.fill(visit.number)
  await page.getByRole('button', { name: visit.t('action.continue') }).click()
  await seen(page, visit.t('resetPin.title'))
}

async function typeNewPin(page: Page, { t }: Visit, pin: string, again = pin): Promise<void> {
  const { pin: first, repeat } = fieldsOf(page, t)
  await first.fill(pin)
  await repeat.fill(again)
}

async function toTheCode(page: Page, visit: Visit): Promise<void> {
  await account(visit)
  await page.goto('/auth/login')
  await logIn(page, visit)
}

/** The same with this in the answer, whatever was sent. */
async function toTheCodeWith(page: Page, visit: Visit, part: Partial<CodeSent>): Promise<void> {
  await page.route(`**${prelogin.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as CodeSent), ...part } })
  })
  await toTheCode(page, visit)
}

/** The same where the network has reported this reason. */
async function notDelivered(page: Page, visit: Visit, why: SmsDelivery['why'], phrase: Undelivered): Promise<void> {
  const report: SmsDelivery = { sms: 'sent', report: 'undelivered', why, resend_after: 0, restart: false }
  let answer: SmsDelivery = { sms: 'sent', report: 'expected', resend_after: 60, restart: false }
  await page.route(`**${codeDelivery.path.replace(':id', '*')}`, (route) => route.fulfill({ json: answer }))
  await toTheCode(page, visit)
  answer = report
  await seen(page, visit.t('confirmCode.notArrived'))
  await expect(page.getByRole('main')).toContainText(visit.t(phrase, { phone: writtenNumber(visit.number) }))
  await expect(page.getByRole('button', { name: visit.t('confirmCode.resend') })).toBeEnabled()
}

const typeCode = (page: Page, { t }: Visit, code: string) => page.getByLabel(t('confirmCode.label')).fill(code)
const next = (page: Page, { t }: Visit) => page.getByRole('button', { name: t('action.continue') }).click()
const alerts = (page: Page, text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()

export const CODES: Scene[] = [
  ...scenesOf('reset PIN')({
    empty: toResetPin,
    'two PINs': async (page, visit) => {
      await toResetPin(page, visit)
      await typeNewPin(page, visit, NEW_PIN, '2580')
      await alerts(page, visit.t('error.matching_pin'))
    },
    'the PIN it was': async (page, visit) => {
      await toResetPin(page, visit)
      await typeNewPin(page, visit, GOOD_PIN)
      await next(page, visit)
      await seen(page, visit.t('confirmCode.title'))
      await typeCode(page, visit, await newestCode(visit))
      await notified(page, visit, visit.t('error.same_pin'))
    },
    changed: async (page, visit) => {
      await toResetPin(page, visit)
      await typeNewPin(page, visit, NEW_PIN)
      await next(page, visit)
      await seen(page, visit.t('confirmCode.title'))
      await typeCode(page, visit, await newestCode(visit))
      await seen(page, visit.t('pinChanged.title'))
    },
  }),
  ...scenesOf('confirm code')({
    empty: toTheCode,
    'half typed': async (page, visit) => {
      await toTheCode(page, visit)
      await typeCode(page, visit, '123')
    },
    wrong: async (page, visit) => {
      await toTheCode(page, visit)
      await typeCode(page, visit, otherThan(await newestCode(visit)))
      await alerts(page, visit.t('error.wrong_sms_code'))
    },
    'a new one may be had': async (page, visit) => {
      await page.clock.install()
      await toTheCode(page, visit)
      await page.clock.runFor(61_000)
      await expect(page.getByRole('button', { name: visit.t('confirmCode.resend') })).toBeEnabled()
    },
    'not delivered, the phone is off': (page, visit) => notDelivered(page, visit, 'off', 'confirmCode.phoneOff'),
    'not delivered, nobody has the number': (page, visit) =>
      notDelivered(page, visit, 'number', 'confirmCode.numberUnknown'),
    'not delivered, refused by the network': (page, visit) =>
      notDelivered(page, visit, 'blocked', 'confirmCode.smsBlocked'),
    'not delivered': (page, visit) => notDelivered(page, visit, 'other', 'confirmCode.undelivered'),
    'of an earlier SMS': async (page, visit) => toTheCodeWith(page, visit, { sent: false }),
    'a long one': async (page, visit) => toTheCodeWith(page, visit, { form: 'long' }),
    'a long one, half typed': async (page, visit) => {
      await toTheCodeWith(page, visit, { form: 'long' })
      await typeCode(page, visit, 'K7QM-2X9P')
      await page.getByLabel(visit.t('confirmCode.label')).blur()
      await alerts(page, visit.t('error.code_length'))
    },
    'start again': async (page, visit) => {
      await toTheCode(page, visit)
      await answerWith(page, '**/auth/api/2fa/verify', problemOf('wrong_sms_code', { restart: true }))
      await typeCode(page, visit, '123456')
      await expect(page.getByText(visit.t('confirmCode.restart'), { exact: true })).toBeVisible()
    },
  }),
]
