import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { AGE_TEXTS } from './support/age-app.ts'
import { requestForAge } from './support/age-request.ts'
import { endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { complete, confirmNumber, newestCode, passIdentityCheck, register, type Visit } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')

type Walk = (page: Page, visit: Visit) => Promise<void>

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const shows = (page: Page, name: string) => expect(heading(page, name)).toBeVisible()
const press = (page: Page, name: string) =>
  page.getByRole('button', { name }).or(page.getByRole('link', { name })).first().click()

const arrive: Walk = async (page, visit) => {
  await page.goto(`/?mintid=${await requestForAge(visit, { return: 'new_tab' })}&mobile=false`)
  await shows(page, t('landing.heading'))
}
const toPrompt: Walk = async (page, visit) => {
  await arrive(page, visit)
  await press(page, t('landing.web'))
  await shows(page, t('prompt.heading'))
}
const toRegister: Walk = async (page, visit) => {
  await toPrompt(page, visit)
  await press(page, t('prompt.first'))
  await shows(page, t('register.title'))
}
const toLogin: Walk = async (page, visit) => {
  await toPrompt(page, visit)
  await press(page, t('prompt.again'))
  await shows(page, t('login.title'))
}
const toForgotPin: Walk = async (page, visit) => {
  await account(visit)
  await toLogin(page, visit)
  await press(page, t('login.forgotPin'))
  await shows(page, t('forgotPin.title'))
}
const toResetPin: Walk = async (page, visit) => {
  await toForgotPin(page, visit)
  await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
  await press(page, t('action.continue'))
  await shows(page, t('resetPin.title'))
}
const toCode: Walk = async (page, visit) => {
  await toRegister(page, visit)
  await register(page, visit)
}
const toWords: Walk = async (page, visit) => {
  await toCode(page, visit)
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await shows(page, t('check.title'))
}
/** The check is left, with this outcome or none. */
const toResult =
  (title: string, status?: 'PENDING_MANUAL_REVIEW' | 'MANUAL_REVIEW_REJECTED'): Walk =>
  async (page, visit) => {
    await toRegister(page, visit)
    const { search } = new URL(page.url())
    await register(page, visit)
    await confirmNumber(page, visit)
    if (status !== undefined) await endCheck(visit, new URL(page.url()), status)
    await page.goto(`/kyc-check-result${search}`)
    await shows(page, title)
  }
const toApproved: Walk = async (page, visit) => {
  await toCode(page, visit)
  await confirmNumber(page, visit)
  await passIdentityCheck(page, visit)
}
const toEnd: Walk = async (page, visit) => {
  await toApproved(page, visit)
  await complete(page, visit)
  await shows(page, t('complete.done', { provider: 'Kino Aurora' }))
}
const toCodeOf =
  (way: 'landing.app' | 'landing.ageApp', code: string): Walk =>
  async (page, visit) => {
    await page.context().addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
    await arrive(page, visit)
    await press(page, t(way))
    await expect(page.getByRole('img', { name: code }).first()).toBeVisible()
  }

/** `again`: where a reload leads, if not to the same screen. `back`: none where the partner or the website was before. */
type Row = { walk: Walk; back?: string; again?: string }

const SCREENS: Record<string, Row> = {
  '/': { walk: arrive },
  '/auth/prompt': { walk: toPrompt, back: t('landing.heading') },
  '/auth/register': { walk: toRegister, back: t('prompt.heading') },
  '/auth/login': { walk: toLogin, back: t('prompt.heading') },
  '/auth/forgot-pin': { walk: toForgotPin, back: t('login.title') },
  // The number is in no storage.
  '/auth/reset-pin': { walk: toResetPin, back: t('forgotPin.title'), again: t('forgotPin.title') },
  '/auth/confirm-code': { walk: toCode, back: t('register.title') },
  '/check': { walk: toWords, back: t('register.title') },
  '/kyc-process': { walk: toResult(t('kyc.process')) },
  '/kyc-result/reviewing': { walk: toResult(t('reviewing.title'), 'PENDING_MANUAL_REVIEW') },
  '/kyc-result/denied': { walk: toResult(t('denied.title'), 'MANUAL_REVIEW_REJECTED') },
  '/kyc-result/approved': { walk: toApproved },
  '/complete-process': { walk: toEnd },
  '/verify-age/app': { walk: toCodeOf('landing.app', t('app.qr')), back: t('landing.heading') },
  '/verify-age/age-app': { walk: toCodeOf('landing.ageApp', AGE_TEXTS.en['ageApp.qr']), back: t('landing.heading') },
}

/** A browser that threw the tab away opens its address again, with what the tab had kept. */
async function throwAway(page: Page): Promise<Page> {
  const [address, kept] = [page.url(), await page.evaluate(() => Object.entries<string>(sessionStorage))]
  const tab = await page.context().newPage()
  await page.close()
  await tab.goto('/favicon.svg')
  await tab.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value)
  }, kept)
  await tab.goto(address)
  return tab
}

for (const [at, { walk, back, again }] of Object.entries(SCREENS))
  test(
    `${at} stays without a network, and is there again after Back, a reload and a tab thrown away [X-09 STATE-03]`,
    SOAK_ONLY,
    async ({ page, context, visit, isMobile, expectOutage, expectRefusals }) => {
      test.skip(isMobile, 'a phone goes the same way')
      test.slow()
      expectOutage()
      // A session that is asked for once more, and a code of an app that is over.
      expectRefusals(401, 404)
      await walk(page, visit)
      await expect(page).toHaveURL(new RegExp(`${at}\\?mintid=`))
      const shown = (await page.getByRole('heading', { level: 1 }).innerText()).replaceAll('\u00AD', '')
      const title = again ?? shown

      const notice = page.getByRole('region', { name: t('state.label') }).getByText(t('state.offline'))
      await context.setOffline(true)
      await expect(notice).toBeVisible()
      await shows(page, shown)
      await context.setOffline(false)
      await expect(notice).toBeHidden()
      await shows(page, shown)

      await page.reload()
      await shows(page, title)
      if (back !== undefined) {
        await page.goBack()
        await shows(page, back)
        await page.goForward()
        await shows(page, title)
      }
      await shows(await throwAway(page), title)
    },
  )
