import { ERROR_REDIRECT_DELAY_MS, HOUR_MS } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { account, keepSession, keptIn, SESSION_NAMES, toTheCheck } from '#e2e/support/account.ts'
import { beginCheck, endCheck } from '#e2e/support/check.ts'
import { approveAtDesk, rejectAtDesk } from '#e2e/support/desk.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { hold } from '#e2e/support/hold.ts'
import { SOAK_ONLY } from '#e2e/support/languages.ts'
import { fulfil, problemOf } from '#e2e/support/problems.ts'
import { askAtTheCinema, fillLogIn, logIn, newestCode, register } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'
import { smsTo } from '#e2e/support/world.ts'

const t = textsOf('en')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The identity check comes to what its page calls so. Gives its transaction code. */
async function decide(page: Page, outcome: string): Promise<string> {
  await page.goto('/kyc')
  await page.getByText('Other outcomes').click()
  const code = new URL(page.url()).searchParams.get('tc') ?? ''
  await page.getByRole('button', { name: outcome }).click()
  return code
}

test(
  'KYC-05 KYC-15 a review is waited for: a person looks, an SMS follows, and Refresh leads on',
  SOAK_ONLY,
  async ({ page, visit }) => {
    await keepSession(page, await account(visit))
    const code = await decide(page, 'Manual review')
    await expect(heading(page, t('reviewing.title'))).toBeVisible()
    await expect(page.getByText('You get an SMS as soon as we know the result.')).toBeVisible()

    await approveAtDesk(page, visit.world, code)
    await page.getByRole('button', { name: t('action.refresh') }).click()
    await expect(heading(page, t('approved.heading'))).toBeVisible()
  },
)

test(
  'KYC-27 KYC-36 INTENT-09 the link in the SMS about a review leads back to the same request, in a browser without a session',
  SOAK_ONLY,
  async ({ page, visit, browser }) => {
    const cinema = await askAtTheCinema(page, visit)
    const mintid = new URL(cinema.url()).searchParams.get('mintid')
    await toTheCheck(cinema, visit, new URL(cinema.url()).search)
    const code = new URL(cinema.url()).searchParams.get('tc') ?? ''
    await cinema.getByText('Other outcomes').click()
    await cinema.getByRole('button', { name: 'Manual review' }).click()
    await expect(cinema.getByText(t('reviewing.mayClose'))).toBeVisible()
    await cinema.close()

    await approveAtDesk(page, visit.world, code)
    const linkOf = async () =>
      /http\S+kyc-check-result\S+/.exec((await smsTo(visit.request, visit.world.phone, visit.number)).at(-1) ?? '')?.[0]
    await expect.poll(linkOf).toBeDefined()
    const phone = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await phone.goto((await linkOf()) ?? '')
    await phone.getByRole('button', { name: t('action.login'), exact: true }).click()
    await logIn(phone, visit)
    await phone.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(heading(phone, t('approved.heading'))).toBeVisible()
    expect(new URL(phone.url()).searchParams.get('mintid')).toBe(mintid)
    await phone.context().close()
  },
)

test('KYC-10 AGE-01 AGE-02 AGE-03 AGE-05 ERR-05 under age: the page says so, the account is gone, and the number opens no new one', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(403, 404)
  await keepSession(page, await account(visit))
  await decide(page, 'Under 18')
  await expect(page).toHaveURL(/\/verify-age\/denied/)
  await expect(heading(page, 'Not 18 yet')).toBeVisible()
  await expect(page.getByText('Your account is deactivated and your data is deleted.')).toBeVisible()
  await expect(page).toHaveURL(/\/verify-age\/denied/)
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)

  await untilAlive(page)
  await page.getByRole('button', { name: t('underage.login') }).click()
  await fillLogIn(page, visit)
  await expect(page.getByRole('form').getByText(t('error.phone_number_does_not_exist'))).toBeVisible()

  await page.goto('/auth/register')
  await register(page, visit)
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await expect(heading(page, 'Not 18 yet')).toBeVisible()
  await expect(page.getByText('Your account is deactivated and your data is deleted.')).toBeVisible()
  await expect(page.locator('[aria-live=assertive]')).toContainText('You must be at least 18.')
})

test(
  'KYC-09 KYC-15 a review that is rejected at the desk is denied, without its reason',
  SOAK_ONLY,
  async ({ page, visit }) => {
    await keepSession(page, await account(visit))
    const code = await decide(page, 'Manual review')
    await expect(heading(page, t('reviewing.title'))).toBeVisible()
    await rejectAtDesk(page, visit.world, code)
    await page.getByRole('button', { name: t('action.refresh') }).click()
    await expect(heading(page, t('denied.title'))).toBeVisible()
    await expect(page.getByText('blurred')).toHaveCount(0)
  },
)

test('KYC-05 KYC-09 KYC-18 a check that ran out is denied, and may be tried again', async ({ page, visit }) => {
  await keepSession(page, await account(visit))
  await decide(page, 'Expired')
  await expect(heading(page, t('denied.title'))).toBeVisible()
  await expect(page.getByText('denied or interrupted')).toBeVisible()
  const [asked] = await Promise.all([
    page.waitForRequest(/\/api\/idcheck\/init\?/),
    page.getByRole('button', { name: t('action.retry') }).click(),
  ])
  expect(new URL(asked.url()).searchParams.get('retry')).toBe('true')
  await page.waitForURL(`${visit.world.identity}/**`)
})

test(
  'KYC-16 the page of a check that runs on a phone opens another one in another tab',
  SOAK_ONLY,
  async ({ page, visit, isMobile }) => {
    test.skip(isMobile, 'a phone goes on where it is (KYC-17)')
    await keepSession(page, await account(visit))
    await page.goto('/kyc-result/in-progress')
    await expect(heading(page, t('inProgress.title'))).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: t('inProgress.waiting') })).toBeAttached()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: t('kyc.restart') }).click(),
    ])
    await tab.waitForURL(`${visit.world.identity}/**`)
    expect(new URL(tab.url()).searchParams.get('tc')).not.toBeNull()
    await expect(page).toHaveURL(/\/kyc-result\/in-progress/)
  },
)

test('INTENT-05 TOAST-01 TOAST-03 a failed confirmation shows a toast, and leads to the start after 5 seconds', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(404)
  await keepSession(page, await account(visit))
  await page.goto('/kyc')
  await page.getByRole('button', { name: 'Adult: approve' }).click()
  await expect(heading(page, t('approved.heading'))).toBeVisible()
  await page.clock.install()
  await page.goto('/kyc-result/approved?mintid=AAAAAAAAAAAAAAAAAAAAAA')
  const notifications = page.getByRole('region', { name: t('layout.notifications') })
  const toast = notifications.getByRole('listitem').filter({ hasText: t('error.mintid_used') })
  const button = page.getByRole('button', { name: t('approved.buttonNoProvider') })
  await expect(button).toBeEnabled()
  await untilAlive(page)
  await page.clock.pauseAt(Date.now() + HOUR_MS)
  await button.click()
  await expect(toast).toBeVisible()
  // The announcement comes a moment after its element.
  await page.clock.runFor(1)
  await expect(page.locator('[aria-live=assertive]')).toContainText(t('notice.error'))
  await expect(toast.locator('svg').first()).toBeVisible()
  await expect(toast).toHaveCSS('transition-duration', '0.3s')
  await expect(notifications).toHaveCSS('position', 'fixed')
  await page.clock.runFor(ERROR_REDIRECT_DELAY_MS - 2)
  await expect(page).toHaveURL(/\/kyc-result\/approved/)
  await page.clock.runFor(1)
  await expect(page).toHaveURL(/\/\?mintid=/)
  await toast.getByRole('button', { name: t('action.close') }).click()
  await expect(toast).toHaveCSS('transition-duration', '0.1s')
  await page.clock.runFor(100)
  await expect(toast).toHaveCount(0)
})

const ANSWERS = [
  {
    kind: 'a text',
    answer: { status: 502, contentType: 'text/plain', body: 'Upstream is away. <b>7</b>' },
    says: 'Upstream is away. <b>7</b>',
  },
  { kind: 'a long text', answer: { status: 500, contentType: 'text/html', body: 'x'.repeat(900) }, says: /^x{300}$/ },
  { kind: 'JSON of another shape', answer: { status: 500, json: { reason: 'closed' } }, says: '{"reason":"closed"}' },
  { kind: 'a message', answer: { status: 500, json: { message: 'Closed for today.' } }, says: 'Closed for today.' },
  {
    kind: 'a long message',
    answer: { status: 500, json: { message: `${'x'.repeat(299)}\u{1F512}${'x'.repeat(900)}` } },
    says: /^x{299}\u{1F512}$/u,
  },
  { kind: 'nothing', answer: { status: 500, body: '' }, says: t('notice.unexpected') },
]
test('INTENT-05 a confirmation that fails shows what was answered, as it is and once', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(500, 502)
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await keepSession(page, tokens)
  for (const { answer, says } of ANSWERS) {
    await page.route('**/api/idcheck/intent/**', (route) => route.fulfill(answer))
    await page.goto('/kyc-result/approved?mintid=AAAAAAAAAAAAAAAAAAAAAA')
    await page.getByRole('button', { name: t('approved.buttonNoProvider') }).click()
    const toast = page.getByRole('region', { name: t('layout.notifications') }).getByRole('listitem')
    await expect(toast.getByText(says)).toBeVisible()
    await expect(toast).toHaveCount(1)
  }
})

test('LOGIN-02 SESSION-05 a visitor whose session ended reads so at the log-in', async ({ page, expectRefusals }) => {
  expectRefusals(400, 401)
  await keepSession(page, { access_token: 'avat_over', refresh_token: 'avrt_over', user_id: 'usr_over' })
  await page.goto('/kyc-check-result')
  await expect(page).toHaveURL(/\/auth\/login\?.*expired=true/)
  await expect(page.getByText(t('login.expired'))).toBeVisible()
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
})

test('SESSION-06 LOGIN-02 a profile whose session can no longer be renewed reloads the page, which says so', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400, 401)
  await keepSession(page, { access_token: 'avat_over', refresh_token: 'avrt_over', user_id: 'usr_over' })
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.goto('/kyc-process')
  await expect.poll(() => loads).toBe(2)
  await expect(heading(page, t('login.title'))).toBeVisible()
  await expect(page.getByText(t('login.expired'))).toBeVisible()
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
})

test('SESSION-06 a profile that is refused late leaves a number that is typed at the log-in by then', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(400, 401)
  await keepSession(page, { access_token: 'avat_over', refresh_token: 'avrt_over', user_id: 'usr_over' })
  const release = await hold(page, '**/api/user/me')
  await page.goto('/kyc-process')
  await expect(heading(page, t('login.title'))).toBeVisible()
  const { number } = fieldsOf(page, t)
  await number.pressSequentially('151123')
  const refused = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/api/user/me'))
  release()
  await refused
  await number.pressSequentially('4567')
  await expect(number).toHaveValue('1511234567')
})

const REFUSALS = [
  { by: 'a proxy', answer: { status: 403, contentType: 'text/html', body: '<h1>Forbidden</h1>' }, tag: [] },
  { by: 'the server', answer: problemOf('under_age_18'), ...SOAK_ONLY },
]
for (const { by, answer, tag } of REFUSALS)
  test(`SESSION-06 a profile that ${by} refuses clears the session and reloads the page`, { tag }, async ({
    page,
    visit,
    expectRefusals,
  }) => {
    expectRefusals(403)
    await keepSession(page, await account(visit))
    await page.route('**/api/user/me', (route) => route.fulfill(answer))
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await page.goto('/kyc-process')
    // Without a session there is nothing to wait for: the page that comes after the reload says so.
    await expect(heading(page, t('complete.heading'))).toBeVisible()
    expect(loads).toBe(2)
    expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
  })

test('ERR-02 ERR-03 QUERY-02 a status that cannot be read is requested once and leads to the error screen, whose Refresh starts over', async ({
  page,
  expectRefusals,
  expectCrash,
}) => {
  expectRefusals(500)
  expectCrash()
  let asked = 0
  await page.route('**/api/idcheck/status', (route) => {
    asked += 1
    return fulfil(route, problemOf('internal_error'))
  })
  await keepSession(page, { access_token: 'avat_any', refresh_token: 'avrt_any', user_id: 'usr_any' })
  await page.goto('/kyc-check-result')
  await expect(heading(page, 'Ooops, something went wrong :(')).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(page.locator('[aria-live=assertive]')).toContainText(t('error.internal_error'))
  expect(asked).toBe(1)
  await page.getByRole('button', { name: t('action.refresh') }).click()
  await expect(heading(page, t('complete.heading'))).toBeVisible()
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
})
