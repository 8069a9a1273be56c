import type { Page, Route } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { account, keepSession } from './support/account.ts'
import { untilAlive } from './support/alive.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { hold } from './support/hold.ts'
import { tabTo } from './support/keyboard.ts'
import { askAtTheCinema, expectUnlocked } from './support/steps.ts'
import { WORLD } from './support/texts.ts'

const FILM = '/films/red-corridor'
const ASK = '**/ask'
const CINEMA = { provider: 'Kino Aurora' }

const ask = (page: Page) => page.getByRole('button', { name: WORLD.en.askAge, exact: true })
const intentIn = (page: Page) => new URL(page.url()).searchParams.get('mintid')

test('The button is found by its name and pressed by key; the website alone is asked, and the visitor comes to us [PROV-01 PROV-34 A11Y-02]', async ({
  page,
  visit,
}) => {
  const asked = new Set<string>()
  page.on('request', (request) => asked.add(new URL(request.url()).origin))
  await page.goto(`${visit.world.provider}${FILM}`)
  const button = page.locator('avouch-button').getByRole('button', { name: WORLD.en.askAge, exact: true })
  await expectAccessible(page, 'film with the question')
  await tabTo(page, button)
  // Has two colours, of which one shows on a light page and one on a dark one.
  const look = await button.evaluate((element) => {
    const { backgroundColor, color, outlineColor, outlineStyle, boxShadow } = getComputedStyle(element)
    return { backgroundColor, color, outlineColor, outlineStyle, boxShadow }
  })
  expect(look).toMatchObject({ outlineStyle: 'solid', outlineColor: look.backgroundColor })
  expect(look.boxShadow).toContain(look.color)
  const [tab, asking] = await Promise.all([
    page.context().waitForEvent('page'),
    page.waitForRequest(ASK),
    page.keyboard.press('Enter'),
  ])
  // No browser takes a call of the page itself for one of another site.
  expect(asking.resourceType()).toBe('fetch')
  await tab.waitForURL(`${visit.world.product}/**`)
  expect(intentIn(tab)).toMatch(/^[\w-]{16,}$/)
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
  // The page of the website stays, and waits for the answer.
  expect(new URL(page.url()).pathname).toBe(FILM)
  expect([...asked]).toEqual([visit.world.provider])
})

test('The website stops waiting for a visitor who leaves its tab of ours, and opens the film when the answer comes after all [RETURN-07]', async ({
  page,
  visit,
}) => {
  const { t } = visit
  // A browser that does not let the page close its tab.
  await page.context().addInitScript(() => Object.assign(window, { close: () => undefined }))
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await page.goto(`${visit.world.provider}${FILM}`)
  const tab = await askAtTheCinema(page, visit)
  const { search } = new URL(tab.url())
  const waits = page.getByRole('heading', { level: 2, name: 'Waiting for your confirmation' })
  await expect(waits).toBeVisible()
  await untilAlive(tab)
  await tab.getByRole('link', { name: t('visit.notNow', CINEMA) }).click()
  await expect(tab.getByText(t('complete.nothing'))).toBeVisible()
  await expect(page.getByText('You came back without an answer.')).toBeVisible()
  await expect(waits).toBeHidden()
  await keepSession(tab, tokens)
  await tab.goto(`/kyc${search}`)
  await tab.getByRole('button', { name: t('approved.button', CINEMA) }).click()
  await expectUnlocked(page, visit)
})

test('Two presses open one tab, which is there before the website answers [PROV-34]', async ({ page, visit }) => {
  await page.goto(`${visit.world.provider}${FILM}`)
  const answer = await hold(page, ASK)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), ask(page).dblclick()])
  expect(tab.url()).toBe('about:blank')
  answer()
  await tab.waitForURL(`${visit.world.product}/**`)
  expect(page.context().pages()).toHaveLength(2)
})

const STRAIGHT_BACK = 'You go to Avouch and come straight back.'
const NEW_TAB = 'Opens a new tab.'

const asksByScript = (route: Route) => route.request().resourceType() === 'fetch'

/** Answers to the script's question; the visitor sees the answer to the form. */
const ANSWERS: readonly [name: string, answer: (route: Route) => Promise<void>][] = [
  ['redirects', (route) => route.fulfill({ status: 303, headers: { location: '/return' } })],
  ['names a script', (route) => route.fulfill({ json: { url: 'javascript:alert(1)' } })],
  ['answers nothing', (route) => route.abort('connectionrefused')],
]

test('A website that answers the script with no address is asked by its form, in its own tab [PROV-34]', async ({
  page,
  visit,
  expectOutage,
}) => {
  expectOutage()
  for (const [name, answer] of ANSWERS)
    await test.step(name, async () => {
      await page.context().clearCookies()
      await page.goto(`${visit.world.provider}${FILM}`)
      await page.route(ASK, (route) => (asksByScript(route) ? answer(route) : route.continue()))
      await ask(page).click()
      await page.waitForURL(`${visit.world.product}/?*`)
      expect(intentIn(page)).toMatch(/^[\w-]{16,}$/)
      await expect.poll(() => page.context().pages().length).toBe(1)
      await page.unroute(ASK)
    })
})

test('Where the browser opens no tab the visitor goes on in the one there is [PROV-34]', async ({ page, visit }) => {
  await page.addInitScript(() => (window.open = () => null))
  await page.goto(`${visit.world.provider}${FILM}`)
  await ask(page).click()
  await page.waitForURL(`${visit.world.product}/?*`)
  expect(intentIn(page)).toMatch(/^[\w-]{16,}$/)
})

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15'

for (const [name, viewport] of [
  ['a small tablet that calls itself a computer', { width: 744, height: 1133 }],
  ['a phone held sideways', { width: 844, height: 390 }],
] as const)
  test.describe(name, () => {
    test.use({ viewport, isMobile: true, hasTouch: true, userAgent: MAC })

    test(`On ${name} the website promises no new tab, and none opens [PROV-34]`, async ({ page, visit }) => {
      // Safari sends no hints; this one would give the phone away.
      await page.route(`${visit.world.provider}/**`, (route) =>
        route.continue({ headers: { ...route.request().headers(), 'sec-ch-ua-mobile': '?0' } }),
      )
      await page.goto(`${visit.world.provider}${FILM}`)
      await expect(page.getByText(STRAIGHT_BACK)).toBeVisible()
      await expect(page.getByText(NEW_TAB)).toBeHidden()
      await ask(page).click()
      await page.waitForURL(`${visit.world.product}/?*`)
      expect(page.context().pages()).toHaveLength(1)
      await page.goBack()
      await page.reload()
      await expect(page.getByText('You have not finished yet')).toBeVisible()
    })
  })

test('On a desktop the website promises the new tab that opens, and waits for it [PROV-34]', async ({
  page,
  visit,
}) => {
  await page.goto(`${visit.world.provider}${FILM}`)
  await expect(page.getByText(NEW_TAB)).toBeVisible()
  await expect(page.getByText(STRAIGHT_BACK)).toBeHidden()
  const [tab] = await Promise.all([page.context().waitForEvent('page'), ask(page).click()])
  await tab.waitForURL(`${visit.world.product}/**`)
  await expect(page.getByText('Finish in the other tab.')).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('The fallback button creates an intent too, in the same tab [PROV-01 PROV-34]', async ({ page, visit }) => {
    await page.goto(`${visit.world.provider}${FILM}`)
    await expect(page.getByText(STRAIGHT_BACK)).toBeVisible()
    await ask(page).click()
    await page.waitForURL(`${visit.world.product}/?*`)
    expect(intentIn(page)).toMatch(/^[\w-]{16,}$/)
  })
})
