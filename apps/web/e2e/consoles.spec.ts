import { randomUUID } from 'node:crypto'
import { adminSmsSpend } from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { test } from './support/fixtures.ts'
import { tabTo } from './support/keyboard.ts'
import { IS_SOAK } from './support/languages.ts'
import { operate } from './support/operator.ts'
import { button, enrol, heading, link, PASSWORD, secretOf, signedIn } from './support/staff.ts'
import { newAddress } from './support/world.ts'

const NARROW = { width: 390, height: 844 }
const WIDE = { width: 1_200, height: 900 }

/** Half of the looks are wide and light, half of them narrow and dark. */
async function narrowAndDark(page: Page) {
  await page.setViewportSize(NARROW)
  await page.emulateMedia({ colorScheme: 'dark' })
}

/** A page names itself and is no wider than the window. Axe reads some pages by day, and all in `npm run test:soak`. */
async function expectNamed(page: Page, name: string) {
  await expect(heading(page, name)).toBeFocused()
  await expect(page).toHaveTitle(`${name} – Avouch`)
  await expect(page.getByText('Loading …')).toHaveCount(0)
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await overflow(), `${name}: nothing is wider than the window`).toBeLessThanOrEqual(0)
  if (IS_SOAK) await expectAccessible(page, name)
}

test('A provider signs up, creates a key, and sees the first check [ADMIN-08 A11Y-01 CONSOLE-07]', async ({
  page,
  expectRefusals,
}) => {
  // No one is signed in at first.
  expectRefusals(401)
  await page.setViewportSize(WIDE)
  await page.goto('/console')
  await expectAccessible(page, 'sign in')
  await link(page, 'Create a test project').click()
  await page.getByLabel('Name of the project').fill('Wine & more')
  await enrol(page, `owner-${randomUUID()}@shop.example`, () => expectAccessible(page, 'authenticator'))

  await expect(heading(page, 'Overview')).toBeFocused()
  await link(page, 'Go to the keys').click()
  await button(page, 'Create key').click()
  const key = await secretOf(page, 'API key')
  await expect(page.locator(':focus')).toContainText(key)
  await expect(page.getByRole('row', { name: 'Works' })).toBeVisible()
  await button(page, 'I have stored it').click()
  await expect(page.getByText(key)).toBeHidden()

  // An act that can't be taken back asks first.
  const revoke = page.getByRole('button', { name: 'Revoke' })
  await revoke.click()
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(revoke).toBeFocused()

  await link(page, 'Return addresses').click()
  await page.getByLabel('Address').fill('https://shop.example/back')
  await button(page, 'Add address').click()
  await expect(page.getByText('https://shop.example/back', { exact: true })).toBeVisible()

  const asked = await page.request.post('/provider/v1/intents', {
    headers: { authorization: `Bearer ${key}` },
    data: { redirect_uri: 'https://shop.example/back', reference: 'first-try' },
  })
  expect(asked.status()).toBe(201)
  await link(page, 'Checks').click()
  await page.getByLabel('Reference').fill('first-try')
  await button(page, 'Search').click()
  await page.getByRole('row', { name: 'first-try' }).getByRole('link').click()
  await button(page, 'Answer yes').click()
  await expect(page.getByText('The signed answer.')).toBeVisible()
  await expectAccessible(page, 'check')

  await narrowAndDark(page)
  for (const name of ['Overview', 'Checks', 'API keys', 'Webhook', 'Deliveries', 'Testing', 'Name and proofs']) {
    await page.getByText('Menu', { exact: true }).click()
    await link(page, name).click()
    await expectNamed(page, name)
  }

  await page.getByText('Menu', { exact: true }).click()
  await link(page, 'Deliveries').click()
  await button(page, 'Send given-up events again').click()
  await page.getByLabel('Events since').fill('2026-01-31T08:00')
  await expectAccessible(page, 'send again, narrow and dark')
  await page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true }).click()
  await expect(page.getByText('Sent again: 0')).toBeVisible()
})

test('An owner reads how far visitors came, and invites, changes and removes a member [A11Y-01 ADMIN-14 ADMIN-02]', async ({
  page,
  browser,
  expectRefusals,
}) => {
  expectRefusals(401)
  await page.setViewportSize(WIDE)
  const { project } = await signedIn(page, { project: 'Wine & more' })
  await page.goto(`/console/projects/${project}`)
  await link(page, 'Return addresses').click()
  await page.getByLabel('Address').fill('https://shop.example/back')
  await button(page, 'Add address').click()
  await link(page, 'Webhook').click()
  await button(page, 'Make secret').click()
  await expect(page.getByRole('group', { name: 'Signing secret' })).toContainText('whsec_')
  await button(page, 'Send test event').click()
  await expect(link(page, 'Show the check')).toBeVisible()

  await link(page, 'Conversion').click()
  // A test project has no live checks.
  await expect(page.getByLabel('Mode')).toHaveValue('test')
  await expect(page.getByRole('listitem').filter({ hasText: 'Answered yes' })).toContainText('1 · 100%')
  await page.getByLabel('Step').selectOption('Opened')
  await expect(page.getByRole('img', { name: 'Opened: 0 in all' })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(2)
  await expectAccessible(page, 'conversion')
  await link(page, 'Usage').click()
  await expect(page.getByRole('row', { name: '0 0 1 1' })).toBeVisible()

  await link(page, 'Members').click()
  await page.getByLabel('Role', { exact: true }).selectOption({ label: 'Viewer: reads' })
  await button(page, 'Make link').click()
  const invitation = await secretOf(page, 'Link of the invitation')
  const context = await browser.newContext()
  const second = await context.newPage()
  const { email } = await signedIn(second, { invitation: new URL(invitation).hash.slice(1) })
  await second.goto(page.url())
  await link(second, 'Members').click()
  await expect(second.getByText('Owners invite people')).toBeVisible()
  await expect(button(second, 'Make link')).toHaveCount(0)
  await context.close()

  await page.reload()
  const member = page.getByRole('row', { name: email })
  await member.getByRole('button', { name: 'Change role' }).click()
  await page.getByLabel(`Role of ${email}`).selectOption({ label: 'Developer: keys, addresses, webhook, test checks' })
  await button(page, 'Set role').click()
  await expect(member).toContainText('Developer')
  await member.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(member).toBeHidden()

  await narrowAndDark(page)
  for (const name of ['Conversion', 'Usage', 'Members']) {
    await page.getByText('Menu', { exact: true }).click()
    await link(page, name).click()
    await expectNamed(page, name)
  }
  await expectAccessible(page, 'members, narrow and dark')
})

test('A page that is open in another tab shows nothing of the person who signed out [SESSION-15]', async ({
  page,
  context,
  expectRefusals,
}) => {
  // The person whose session it is now has no such project.
  expectRefusals(401, 404)
  await page.setViewportSize(WIDE)
  const { email, project } = await signedIn(page, { project: 'Wine & more' })
  await page.goto(`/console/projects/${project}`)
  await link(page, 'Members').click()
  await expect(page.getByRole('row', { name: email })).toBeVisible()

  const other = await context.newPage()
  await other.setViewportSize(WIDE)
  await other.goto('/console')
  await button(other, 'Sign out').click()
  await expect(heading(other, 'Sign in')).toBeVisible()
  await signedIn(other, { project: 'Wine & more' })
  await page.clock.setSystemTime(Date.now() + 60_000)
  await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Not found. It may be mistyped, or gone.')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('An operator follows an invitation, signs in by keyboard, and finds every page [ADMIN-02 A11Y-01 ADMIN-17]', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(401)
  const email = `${randomUUID().slice(0, 8)}@installation.example`
  const invitation = /https?:\S+/.exec(await operate('staff', 'invite', 'operator'))?.[0] ?? ''
  // A sign-up that was begun in the same tab is another account.
  await page.goto('/console')
  await link(page, 'Create a test project').click()
  await page.getByLabel('Name of the project').fill('Given up')
  await page.getByLabel('E-mail').fill(`other-${email}`)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Set up your authenticator app')).toBeVisible()
  await page.goto(invitation)
  await button(page, 'I have an account').click()
  await expect(heading(page, 'Sign in')).toBeFocused()
  await button(page, 'I have no account yet').click()
  await expect(heading(page, 'You are invited to operate Avouch')).toBeFocused()
  const [recovery = ''] = await enrol(page, email)
  const role = page.getByRole('complementary', { name: 'Your role' }).getByText('Operator', { exact: true })
  await expect(role).toBeVisible()

  await button(page, 'Sign out').click()
  await expect(heading(page, 'Sign in')).toBeFocused()
  await button(page, 'DE – Deutsch').click()
  await expect(heading(page, 'Anmelden')).toBeVisible()
  await button(page, 'EN – English').click()
  await tabTo(page, page.getByLabel('E-mail'))
  await page.keyboard.type(email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Tab')
  await page.keyboard.type(recovery)
  await page.keyboard.press('Enter')
  await expect(role).toBeVisible()
  await expect(heading(page, 'Attention')).toBeFocused()

  // Every page, on a narrow window and dark.
  await narrowAndDark(page)
  const go = async (name: string) => {
    await page.getByText('Menu', { exact: true }).click()
    // The list of what needs attention leads to some of the pages as well.
    await page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
    await expectNamed(page, name)
  }
  for (const name of ['Held accounts', 'Providers', 'Switches', 'Keys', 'People']) await go(name)

  await page.route(`**${adminSmsSpend.path}`, async (route) => {
    const response = await route.fetch()
    const counts = { accepted: 9, delivered: 3, undelivered: 1, half_within: null, most_within: null }
    const delivery = [{ country: 'AT', gateway: 2, ...counts }]
    await route.fulfill({ response, json: { ...((await response.json()) as object), delivery } })
  })
  await go('SMS and limits')
  await expect(page.getByRole('table', { name: 'Delivery' }).getByRole('row').last()).toContainText(
    /AT.*2.*9.*3.*1.*33%/,
  )
  await page.getByLabel('Number, address or cookie').fill(newAddress())
  await button(page, 'Show limits').click()
  await expect(page.getByText('No limit holds anything', { exact: true })).toBeVisible()
  expect(page.url()).not.toContain('2001')

  await go('Jobs')
  await page.getByRole('button', { name: 'Run now: retention.sweep' }).click()
  await expect(button(page, 'Cancel')).toBeFocused()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now', exact: true }).click()
  await expect(page.getByText('The job begins', { exact: true })).toBeAttached()

  await go('Audit trail')
  await page.getByLabel('Kind begins with').fill('operator.job_run')
  await button(page, 'Search').click()
  await expect(page.getByRole('table', { name: 'Audit trail' })).toContainText('retention.sweep')
  await button(page, 'Verify').click()
  await expect(page.getByText('The chain is whole', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a verified trail')

  // A reviewer is shown less.
  await page.route('**/admin/v1/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), role: 'reviewer' } })
  })
  await page.setViewportSize(WIDE)
  await page.goto('/operator')
  await expect(heading(page, 'Held accounts')).toBeVisible()
  await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Held accounts', 'Your account'])
})

test('A browser that does not take the cookie of the session learns it at the sign-in [STORE-05]', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(401)
  const person = { id: 'adm_1', email: 'me@shop.example', role: null, projects: [], recovery_codes: 8 }
  await page.route('**/admin/v1/session', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: { ...person, expires_at: '2030-01-01T00:00:00.000Z' } })
      : route.continue(),
  )
  await page.goto('/console')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Code').fill('123456')
  await button(page, 'Sign in').click()
  await expect(page.getByText(/does not keep the cookie/)).toBeVisible()
  await expect(page.getByLabel('E-mail')).toHaveValue(person.email)
})

test('On a phone the header of a console takes one row, in both languages [A11Y-02]', async ({ page, visit }) => {
  await page.setViewportSize(NARROW)
  const { project } = await signedIn(page, { project: 'Kino' })
  await page.goto(`${visit.world.product}/console/projects/${project}`)
  for (const language of ['DE – Deutsch', 'EN – English']) {
    await page.getByRole('button', { name: language }).click()
    await expect(page.getByRole('button', { name: language })).toHaveAttribute('aria-pressed', 'true')
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      expect((await page.getByRole('banner').boundingBox())?.height, `${language} ${width}`).toBeLessThanOrEqual(72)
    }
  }
})
