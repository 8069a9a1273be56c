import type { Page, Response } from '@playwright/test'
import { account, keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
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

test('Two tabs whose token expired at once make one refresh, and both go on [SESSION-12]', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(401)
  const { access_token, ...tokens } = await account(visit)
  await keepSession(page, { access_token, ...tokens })
  const other = await duplicate(page)
  await Promise.all([page, other].map(openProcess))

  let refreshes = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/auth/api/oauth/token')) refreshes += 1
  })
  // Not of a call that was on its way with the token that expires now.
  const answers = [page, other].map((tab) =>
    tab.waitForResponse(
      (answer) => isStatus(answer) && answer.request().headers()['authorization'] !== `Bearer ${access_token}`,
    ),
  )
  await Promise.all([spendAccessToken(page), spendAccessToken(other)])
  await Promise.all(answers)
  expect(refreshes).toBe(1)
  expect(await generationIn(page)).toBe(1)
  expect(await generationIn(other)).toBe(1)
})

test('Log out in one tab ends the session of the other and on the server, and a notification says so until it is closed [SESSION-10 SESSION-14]', async ({
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
  const toast = page.getByRole('listitem').filter({ hasText: t('logout.done') })
  await expect(toast).toHaveCSS('transition-duration', '0.3s')
  const leaving = await toast.evaluate(
    (card) =>
      new Promise<string>((tell) => {
        new MutationObserver(() => tell(getComputedStyle(card).transitionDuration)).observe(card, { attributes: true })
        card.querySelector('button')?.click()
      }),
  )
  expect(leaving).toBe('0.1s')
  await expect(toast).toHaveCount(0)
  await page.goBack()
  await expect(logOutButton(page)).toHaveCount(0)
})
