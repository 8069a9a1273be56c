import type { Page, Response } from '@playwright/test'
import { account, basic, keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { expectAccessible } from './support/accessible.ts'
import { askAtTheCinema, confirmNumber, logIn, newestCode, register } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const logOutButton = (page: Page) => page.getByRole('button', { name: t('action.logout') })

/** The server answers 401 to this access token: the next call refreshes. */
const spendAccessToken = (page: Page) => page.evaluate(() => sessionStorage.setItem('access_token', 'avat_spent'))

const generationIn = async (page: Page) =>
  Number((await page.evaluate(() => sessionStorage.getItem('refresh_access_token')))?.split('.')[1])

/** A copy of the tab as the browser makes it: with everything that its session storage has. */
async function duplicate(page: Page): Promise<Page> {
  const [copy] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => void window.open('/favicon.svg')),
  ])
  const kept = await page.evaluate(() => Object.entries<string>(sessionStorage))
  await copy.waitForURL('**/favicon.svg')
  await copy.evaluate((items) => {
    for (const [name, value] of items) sessionStorage.setItem(name, value)
  }, kept)
  return copy
}

const isStatus = (answer: Response) => answer.ok() && answer.url().endsWith('/api/idcheck/status')

/** A page that asks again and again, and has its first answers: for a while nothing of it is on the way. */
async function openProcess(tab: Page): Promise<void> {
  const profile = tab.waitForResponse((answer) => answer.ok() && answer.url().endsWith('/api/user/me'))
  const status = tab.waitForResponse(isStatus)
  await tab.goto('/kyc-process')
  await Promise.all([profile, status])
  await expect(logOutButton(tab)).toBeVisible()
}

function countRefreshes(page: Page): () => number {
  let refreshes = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/auth/api/oauth/token')) refreshes += 1
  })
  return () => refreshes
}

test('ROUTE-21 who is logged in reads so above each form that asks for number or PIN, and goes on to the check', async ({
  page,
  visit,
}) => {
  const goOn = page.getByRole('button', { name: t('complete.goOn') })
  await page.goto('/auth/register')
  await register(page, visit)
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await page.waitForURL(/\/check\?/)
  await page.goBack()
  await expect(page.getByText(t('loggedIn.title'))).toBeVisible()
  for (const path of ['/auth/prompt', '/auth/login', '/auth/forgot-pin', '/auth/register']) {
    await page.goto(path)
    await expect(goOn, path).toBeVisible()
    await expectAccessible(page, `${path} with a session`)
  }
  await goOn.click()
  await page.waitForURL(/\/check\?/)
})

test('SESSION-12 X-09 two tabs whose token expired at once make one refresh, and both go on', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(401)
  const { access_token, ...tokens } = await account(visit)
  await keepSession(page, { access_token, ...tokens })
  const other = await duplicate(page)
  await Promise.all([page, other].map(openProcess))

  const refreshes = countRefreshes(page)
  // Not of a call that was on its way with the token that expires now.
  const answers = [page, other].map((tab) =>
    tab.waitForResponse(
      (answer) => isStatus(answer) && answer.request().headers()['authorization'] !== `Bearer ${access_token}`,
    ),
  )
  await Promise.all([spendAccessToken(page), spendAccessToken(other)])
  await Promise.all(answers)
  expect(refreshes()).toBe(1)
  expect(await generationIn(page)).toBe(1)
  expect(await generationIn(other)).toBe(1)
})

test(
  'SESSION-12 X-09 a duplicated tab goes on after the original rotated twice',
  SOAK_ONLY,
  async ({ page, visit, expectRefusals }) => {
    expectRefusals(401)
    await keepSession(page, await account(visit))
    const copy = await duplicate(page)
    await page.goto('/kyc-process')
    for (const generation of [1, 2]) {
      await spendAccessToken(page)
      await expect.poll(() => generationIn(page)).toBe(generation)
    }
    expect(await generationIn(copy)).toBe(0)
    await spendAccessToken(copy)
    await copy.goto('/kyc-process')
    await expect.poll(() => generationIn(copy)).toBeGreaterThanOrEqual(2)
    await copy.waitForResponse(isStatus)
    await expect(page).toHaveURL(/kyc-process/)
    await expect(copy).toHaveURL(/kyc-process/)
  },
)

test('SESSION-10 SESSION-14 X-09 log out in one tab ends the session of the other, and on the server', async ({
  page,
  visit,
}) => {
  const tokens = await account(visit)
  await keepSession(page, tokens)
  const other = await duplicate(page)
  await Promise.all([page, other].map(openProcess))

  await logOutButton(page).focus()
  await page.keyboard.press('Enter')
  for (const tab of [page, other]) {
    await expect(heading(tab, t('landing.heading'))).toBeVisible()
    await expect(tab.getByText(t('logout.done'), { exact: true })).toBeVisible()
    await expect(logOutButton(tab)).toHaveCount(0)
    expect(await keptIn(tab)).not.toMatch(SESSION_NAMES)
  }
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  await expect.poll(async () => (await page.request.get('/api/user/me', { headers })).status()).toBe(401)
  await page.goBack()
  await expect(logOutButton(page)).toHaveCount(0)
})

test('SESSION-14 without the server, log out ends the session in the browser', async ({
  page,
  visit,
  expectOutage,
}) => {
  expectOutage()
  await keepSession(page, await account(visit))
  await page.goto('/')
  await expect(logOutButton(page)).toBeVisible()
  await page.route('**/auth/api/oauth/revoke', (route) => route.abort('connectionrefused'))
  await logOutButton(page).click()
  await expect(page.getByText(t('logout.done'), { exact: true })).toBeVisible()
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
})

test(
  'SESSION-05 LOGIN-02 a session that ended while the tab slept leads to the log-in, and back to the check',
  SOAK_ONLY,
  async ({ page, visit, expectRefusals }) => {
    expectRefusals(400, 401)
    const tokens = await account(visit)
    const product = await askAtTheCinema(page, visit)
    const query = new URL(product.url()).search
    await product.evaluate(({ access_token, refresh_token, user_id }) => {
      sessionStorage.setItem('access_token', access_token)
      sessionStorage.setItem('refresh_access_token', refresh_token)
      sessionStorage.setItem('userId', user_id)
    }, tokens)
    await product.goto(`/kyc${query}`)
    await product.waitForURL(`${visit.world.identity}/**`)
    await product.request.post('/auth/api/oauth/revoke', {
      headers: { authorization: basic },
      form: { token: tokens.refresh_token },
    })
    await product.goto(`/kyc-check-result${query}`)
    await expect(product.getByText(t('login.expired'))).toBeVisible()
    expect(new URL(product.url()).searchParams.get('mintid')).toBe(new URLSearchParams(query).get('mintid'))
    await logIn(product, visit)
    await confirmNumber(product, visit)
  },
)

test(
  'SESSION-06 a profile that is refused again and again makes no loop',
  SOAK_ONLY,
  async ({ page, visit, expectRefusals }) => {
    expectRefusals(401)
    await keepSession(page, await account(visit))
    let asked = 0
    await page.route('**/api/user/me', (route) => {
      asked += 1
      const json = { type: 'about:blank', title: 'No', status: 401, code: 'invalid_token', message: 'No' }
      return route.fulfill({ status: 401, contentType: 'application/problem+json', json })
    })
    await page.goto('/kyc-process')
    await expect(heading(page, t('complete.heading'))).toBeVisible()
    expect(asked).toBe(2)
    expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
  },
)

test('SESSION-15 X-09 a page that is shown again after log out shows nothing of the session', async ({
  page,
  visit,
}) => {
  await keepSession(page, await account(visit))
  await page.goto('/kyc-result/in-progress')
  await expect(logOutButton(page)).toBeVisible()
  await page.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    sessionStorage.clear()
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.getByText(t('signedOut.login'))).toBeVisible()
  await expect(logOutButton(page)).toHaveCount(0)
})

test('LANG-06 a language is saved with the account, and a save that fails is only logged', async ({
  page,
  visit,
  expectOutage,
}) => {
  expectOutage()
  const tokens = await account(visit)
  await keepSession(page, tokens)
  await page.goto('/')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await reloaded
  const german = textsOf('de')
  await expect(heading(page, german('landing.heading'))).toBeVisible()
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const profile = await page.request.get('/api/user/me', { headers })
  expect(await profile.json()).toMatchObject({ language: 'de' })

  await page.route('**/auth/user', (route) => route.abort('connectionrefused'))
  const logged = page.waitForEvent('console', (message) => message.text().includes('the language was not saved'))
  await page.getByRole('button', { name: 'EN – English' }).click()
  await logged
  await expect(heading(page, t('landing.heading'))).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('LANG-06 SESSION-16 with a session that is over, another language leaves the visitor where they are', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400, 401)
  await keepSession(page, { access_token: 'avat_over', refresh_token: 'avrt_over', user_id: 'usr_over' })
  await page.goto('/')
  const logged = page.waitForEvent('console', (message) => message.text().includes('the language was not saved'))
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await logged
  await expect(logOutButton(page)).toHaveCount(0)
  await expect(heading(page, textsOf('de')('landing.heading'))).toBeVisible()
  await expect(page).toHaveURL(/\/\?mobile=false$/)
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
})

test('LANG-06 AUTH-02 a visitor with a session who types to sign in keeps it all in another language, and it is in no storage', async ({
  page,
  visit,
}) => {
  const tokens = await account(visit)
  await keepSession(page, tokens)
  await page.goto('/auth/register')
  // A press before the page is alive does nothing.
  await expect(logOutButton(page)).toBeVisible()
  const typed = { [t('phone.number')]: '15155501234', [t('pin.label')]: '7319', [t('pin.repeat')]: '7310' }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await saved
  const german = textsOf('de')
  await expect(page.getByLabel(german('phone.number'), { exact: true })).toHaveValue('15155501234')
  await expect(page.getByLabel(german('pin.label'), { exact: true })).toHaveValue('7319')
  await expect(page.getByText(german('error.matching_pin'))).toBeVisible()
  const kept = (await keptIn(page)) + (await page.evaluate(() => JSON.stringify([history.state, window.name])))
  for (const text of Object.values(typed)) expect(kept).not.toContain(text)
})

test(
  'SESSION-13 X-09 an answer that is lost on the way costs nothing: the next call refreshes with the same token',
  SOAK_ONLY,
  async ({ page, visit, expectRefusals, expectOutage }) => {
    expectRefusals(401)
    expectOutage()
    await keepSession(page, await account(visit))
    await page.goto('/kyc-process')
    await expect(logOutButton(page)).toBeVisible()
    let lost = 0
    await page.route(
      '**/auth/api/oauth/token',
      async (route) => {
        // The server has answered, and the answer is lost.
        if ((await route.fetch()).ok()) lost += 1
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await spendAccessToken(page)
    await expect.poll(() => generationIn(page)).toBe(1)
    expect(lost).toBe(1)
    await page.waitForResponse(isStatus)
    await expect(page).toHaveURL(/kyc-process/)
  },
)

test(
  'DEVICE-08 LOGIN-02 X-09 a stolen refresh token that is tried elsewhere ends the session, and its owner reads so',
  SOAK_ONLY,
  async ({ page, visit, browser, expectRefusals }) => {
    expectRefusals(400, 401)
    const tokens = await account(visit)
    await keepSession(page, tokens)
    await page.goto('/kyc-process')
    await expect(logOutButton(page)).toBeVisible()
    const thief = await browser.newContext()
    for (let attempts = 0; attempts < 3; attempts++) {
      const answer = await thief.request.post(`${visit.world.product}/auth/api/oauth/token`, {
        headers: { authorization: basic },
        form: { grant_type: 'refresh_token', refresh_token: tokens.refresh_token },
      })
      expect(answer.status()).toBe(400)
    }
    await thief.close()
    await expect(page.getByText(t('login.expired'))).toBeVisible()
    expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
  },
)

test(
  'SESSION-12 X-09 a tab that was frozen while another renewed twice goes on without a refresh of its own',
  SOAK_ONLY,
  async ({ page, visit, expectRefusals }) => {
    expectRefusals(401)
    await keepSession(page, await account(visit))
    const sleeper = await duplicate(page)
    for (const tab of [page, sleeper]) {
      await tab.goto('/kyc-process')
      await expect(logOutButton(tab)).toBeVisible()
    }
    const developer = await page.context().newCDPSession(sleeper)
    await developer.send('Page.setWebLifecycleState', { state: 'frozen' })
    for (const generation of [1, 2]) {
      await spendAccessToken(page)
      await expect.poll(() => generationIn(page)).toBe(generation)
    }
    const refreshes = countRefreshes(page)
    await developer.send('Page.setWebLifecycleState', { state: 'active' })
    await sleeper.waitForResponse(isStatus)
    await expect.poll(() => generationIn(sleeper)).toBe(2)
    expect(refreshes()).toBe(0)
  },
)
