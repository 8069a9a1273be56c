import type { Page } from '@playwright/test'
import { account, toTheCheck } from './support/account.ts'
import { requestForAge } from './support/age-request.ts'
import { builtPart } from './support/built.ts'
import { askedOn } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { complete, fillLogIn, newestCode, passIdentityCheck, startCheck } from './support/steps.ts'
import { smsTo } from './support/world.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Faults of the storages of every page. */
const USELESS = {
  'throws when it is looked for': () => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure', 'SecurityError')
        },
      })
  },
  'is null': () => {
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value: null })
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded', 'QuotaExceededError')
    }
  },
  'drops what it takes': () => {
    Storage.prototype.setItem = () => undefined
  },
  'is cleared before each page': () => {
    for (const storage of [localStorage, sessionStorage]) storage.clear()
  },
} as const

for (const [way, spoil] of Object.entries(USELESS))
  test(
    `A storage that ${way} is reported before the first SMS, and the visit ends without a second one [STORE-05]`,
    way === 'throws when it is looked for' ? {} : SOAK_ONLY,
    async ({ page, context, visit, t }) => {
      // A storage that works for as long as a page does cannot be told from a good one.
      const isCleared = way === 'is cleared before each page'
      await account(visit)
      const before = (await smsTo(visit.request, visit.world.phone, visit.number)).length
      const sent = async () => (await smsTo(visit.request, visit.world.phone, visit.number)).length - before
      const logIn = async () => {
        if (!isCleared)
          await expect(page.getByRole('region', { name: t('layout.notifications') })).toContainText(
            t('login.nothingKept'),
          )
        await fillLogIn(page, visit)
        await expect(heading(page, t('confirmCode.title'))).toBeVisible()
        await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
      }
      await context.addInitScript(spoil)
      await page.goto(`/auth/login?mintid=${await requestForAge(visit, { return: 'new_tab' })}`)
      await logIn()
      await startCheck(page, visit)
      expect(await sent()).toBe(1)
      await page.getByRole('button', { name: 'Adult: approve' }).click()

      await expect(page.getByText(t('complete.logIn'))).toBeVisible()
      expect(await sent()).toBe(1)
      await page.getByRole('link', { name: t('action.login'), exact: true }).click()
      await logIn()
      await expect(heading(page, t('approved.heading'))).toBeVisible()
      if (!isCleared) {
        // With a session a switch reloads the page, which would forget it.
        await page.getByRole('button', { name: /Deutsch/ }).click()
        await expect(page.locator('html')).toHaveAttribute('lang', 'de')
        await expect(page.getByRole('button', { name: 'Ausloggen' })).toBeVisible()
        await page.getByRole('button', { name: /English/ }).click()
      }
      await complete(page, visit)
      await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
      expect(await sent()).toBe(2)
    },
  )

/** Takes from every page its channel, its locks and its clipboard. */
const LACKS = {
  'throws where a channel is opened': () => {
    window.BroadcastChannel = class extends EventTarget {
      constructor() {
        super()
        throw new DOMException('The operation is insecure', 'SecurityError')
      }
    } as unknown as typeof BroadcastChannel
  },
  'has null for a channel, locks and clipboard': () => {
    Object.defineProperty(window, 'BroadcastChannel', { value: null })
    for (const name of ['locks', 'clipboard']) Object.defineProperty(Navigator.prototype, name, { value: null })
  },
  'has neither channel nor locks nor clipboard': () => {
    Reflect.deleteProperty(window, 'BroadcastChannel')
    for (const name of ['locks', 'clipboard']) Reflect.deleteProperty(Navigator.prototype, name)
  },
  'throws at a channel, locks and clipboard that are there': () => {
    const fail = () => {
      throw new DOMException('Access is denied for this document', 'SecurityError')
    }
    BroadcastChannel.prototype.postMessage = fail
    LockManager.prototype.request = fail
    Clipboard.prototype.writeText = fail
  },
  'refuses each lock, and each cookie': () => {
    LockManager.prototype.request = () => Promise.reject(new DOMException('No', 'AbortError'))
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} })
  },
} as const

for (const [way, spoil] of Object.entries(LACKS))
  test(
    `A visit ends with the answer in a browser that ${way} [STORE-05 SESSION-12]`,
    way === 'throws where a channel is opened' ? {} : SOAK_ONLY,
    async ({ page, context, visit, t, expectRefusals }) => {
      expectRefusals(401)
      await context.addInitScript(spoil)
      await toTheCheck(page, visit, `?mintid=${await requestForAge(visit, { return: 'new_tab' })}`)
      await passIdentityCheck(page, visit)
      // The next call renews the session, which tabs do in turn.
      await page.evaluate(() => sessionStorage.setItem('access_token', 'avat_spent'))
      await complete(page, visit)
      await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
      await page.getByRole('button', { name: t('action.logout') }).click()
      await expect(page.getByRole('button', { name: t('action.logout') })).toBeHidden()
    },
  )

test('Where nothing is kept a missing chunk does not reload the page again and again [STORE-05 ROUTE-16]', async ({
  page,
  t,
  expectRefusals,
  expectCrash,
}) => {
  expectRefusals(404)
  expectCrash()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.addInitScript(USELESS['throws when it is looked for'])
  await page.route(builtPart('prompt.route'), (route) => route.fulfill({ status: 404 }))
  await page.goto('/')
  await page.getByRole('link', { name: t('landing.web') }).click()
  await expect(page.getByText(t('notice.blocked'), { exact: true })).toBeVisible()
  expect(loads).toBe(1)
})

test.describe('unasked', () => {
  test.use({ consent: 'unasked' })

  test('An answer counts for the visit in a browser that throws at cookies [CONSENT-08 ANALYTICS-01]', async ({
    page,
    t,
  }) => {
    await page.addInitScript(() => {
      const fail = () => {
        throw new DOMException('Access is denied for this document', 'SecurityError')
      }
      Object.defineProperty(Document.prototype, 'cookie', { get: fail, set: fail })
    })
    await page.goto('/auth/login')
    const { banner, inBanner } = askedOn(page, 'en')
    const tracker = page.locator('iframe[title=Matomo]')
    await inBanner.accept.click()
    await expect(tracker).toHaveCount(1)
    await page.goto('/auth/prompt')
    await expect(heading(page, t('prompt.heading'))).toBeVisible()
    await expect(banner).toBeHidden()
    await expect(tracker).toHaveCount(1)
  })
})
