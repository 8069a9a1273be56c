import type { Page } from '@playwright/test'
import { account, toTheCheck } from './support/account.ts'
import { requestForAge } from './support/age-request.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'
import { complete, fillLogIn, newestCode, passIdentityCheck, showDocument, startCheck } from './support/steps.ts'
import { smsTo } from './support/world.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The storages of every page throw when they are looked for. */
const withoutStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('The operation is insecure', 'SecurityError')
      },
    })
}

test('A storage that throws is reported before the first SMS, and the visit ends without a second one before a new log-in [STORE-05]', async ({
  page,
  context,
  visit,
  t,
}) => {
  await account(visit)
  const before = (await smsTo(visit.request, visit.world.phone, visit.number)).length
  const sent = async () => (await smsTo(visit.request, visit.world.phone, visit.number)).length - before
  const logIn = async () => {
    await expect(page.getByRole('region', { name: t('layout.notifications') })).toContainText(t('login.nothingKept'))
    await fillLogIn(page, visit)
    await expect(heading(page, t('confirmCode.title'))).toBeVisible()
    await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  }
  await context.addInitScript(withoutStorage)
  await page.goto(`/auth/login?mintid=${await requestForAge(visit, { return: 'new_tab' })}`)
  await logIn()
  await startCheck(page, visit)
  await showDocument(page, visit)
  await expect(page.getByText(t('complete.logIn'))).toBeVisible()
  expect(await sent()).toBe(1)

  await page.getByRole('link', { name: t('action.login'), exact: true }).click()
  await logIn()
  await expect(heading(page, t('approved.heading'))).toBeVisible()
  // With a session a switch reloads the page, which would forget it.
  await page.getByRole('button', { name: /Deutsch/ }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await page.getByRole('button', { name: /English/ }).click()
  await complete(page, visit)
  await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
  expect(await sent()).toBe(2)
})

test('A visit ends with the answer in a browser that throws where tabs talk to each other [STORE-05 SESSION-12]', async ({
  page,
  context,
  visit,
  t,
  expectRefusals,
}) => {
  expectRefusals(401)
  await context.addInitScript(() => {
    function fail(): never {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    Object.assign(window, { BroadcastChannel: fail })
    LockManager.prototype.request = fail
  })
  await toTheCheck(page, visit, `?mintid=${await requestForAge(visit, { return: 'new_tab' })}`)
  await passIdentityCheck(page, visit)
  // The next call renews the session, which tabs do in turn.
  await page.evaluate(() => sessionStorage.setItem('access_token', 'avat_spent'))
  await complete(page, visit)
  await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
  await page.getByRole('button', { name: t('action.logout') }).click()
  await expect(page.getByRole('button', { name: t('action.logout') })).toBeHidden()
})

test('Where nothing is kept a missing chunk does not reload the page again and again [STORE-05 ROUTE-18]', async ({
  page,
  t,
  expectRefusals,
  expectCrash,
}) => {
  expectRefusals(404)
  expectCrash()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.addInitScript(withoutStorage)
  await page.route(builtPart('prompt.route'), (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await page.getByRole('link', { name: t('landing.web') }).click()
  await expect(page.getByText(t('notice.blocked'), { exact: true })).toBeVisible()
  expect(loads).toBe(1)
})
