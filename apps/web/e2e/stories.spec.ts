import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { enlarge, NARROWEST } from './support/boxes.ts'
import { expect, test } from './support/fixtures.ts'
import { askAtTheCinema, fillRegistration, fromLandingToRegister, startCheck } from './support/steps.ts'
import { WORLD } from './support/texts.ts'

const next = (page: Page) => page.getByRole('region', { name: 'Your next step' })

/** Begins a story on the page where everything begins. */
async function begin(page: Page, provider: string, name: string): Promise<void> {
  await page.goto(`${provider}/start`)
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('button').last().click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

/** Reads what the story gives its visitor to type. */
const given = (page: Page, name: string) =>
  next(page).locator('div').filter({ hasText: name }).getByRole('button').last().getAttribute('data-copy')

test('Who was here before begins with one click, logs in with the number and PIN of the page, and the film begins [APP-10]', async ({
  page,
  visit,
  t,
}) => {
  test.slow()
  await page.goto(`${visit.world.provider}/start`)
  await expectAccessible(page, 'the page where everything begins')
  await begin(page, visit.world.provider, 'Back again')
  const open = next(page).getByRole('link', { name: 'Open the cinema' })
  await expect(open).toBeVisible()
  await expectAccessible(page, 'the page beside a story')
  const [number, pin] = [await given(page, 'Your number'), await given(page, 'PIN')]
  const [cinema] = await Promise.all([page.context().waitForEvent('page'), open.click()])
  const ask = cinema.getByRole('button', { name: WORLD.en.askAge })
  const [product] = await Promise.all([page.context().waitForEvent('page'), ask.click()])
  await product.getByRole('link', { name: t('landing.web') }).click()
  await product
    .getByRole('link', { name: t('prompt.again') })
    .or(product.getByRole('button', { name: t('prompt.again') }))
    .click()
  await product.getByLabel(t('phone.number'), { exact: true }).fill(number ?? '')
  await product.getByLabel(t('pin.label'), { exact: true }).fill(pin ?? '')
  await product.getByRole('button', { name: t('action.login'), exact: true }).click()
  await expect(next(page).getByText('Type the code from the SMS, then send the answer.')).toBeVisible()
  await product.getByLabel(t('confirmCode.label')).fill((await given(page, 'Code')) ?? '')
  await product.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }).click()
  await expect(page.getByText('18 or over: yes.')).toBeVisible()
  await expect(page.getByText('“yes”, signed')).toBeVisible()
  await expect(cinema.getByRole('heading', { name: WORLD.en.unlocked })).toBeVisible()
  await expectAccessible(cinema, 'the film that begins')
})

test('The cinema hyphenates large letters in a narrow window, and no others [A11Y-07]', async ({ page, visit }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${visit.world.provider}/films/red-corridor`)
  const hyphens = () =>
    page
      .locator('main p')
      .first()
      .evaluate((text) => getComputedStyle(text).hyphens)
  expect(await hyphens()).toBe('manual')
  await enlarge(page, NARROWEST)
  expect(await hyphens()).toBe('auto')
})

test('A story that is left goes on later, and the one begun since goes on too [APP-10]', async ({ page, visit }) => {
  const { provider } = visit.world
  const waiting = page.getByRole('heading', { name: 'Waiting for your confirmation' })
  await begin(page, provider, 'A first visit')
  await page.request.post(`${provider}/ask`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: {},
    maxRedirects: 0,
  })
  await begin(page, provider, 'Too young')
  await page.goto(`${provider}/films/red-corridor`)
  await expect(waiting).toHaveCount(0)
  await page.goto(`${provider}/start/first`)
  await page.getByRole('button', { name: 'Continue this story' }).click()
  await expect(next(page)).toContainText('I am new here')
  await page.goto(`${provider}/films/red-corridor`)
  await expect(waiting).toBeVisible()
})

test('A story whose phone has no reception says so, and goes on with the next code once it has [APP-10 SMS-23]', async ({
  page,
  visit,
  t,
}) => {
  test.slow()
  await begin(page, visit.world.provider, 'A first visit')
  const phoneLink = page.getByRole('link', { name: 'Your phone' })
  const [phone] = await Promise.all([page.context().waitForEvent('page'), phoneLink.click()])
  await phone.getByRole('button', { name: 'Switch off reception' }).click()
  const cinema = await page.context().newPage()
  const product = await askAtTheCinema(cinema, visit)
  await fromLandingToRegister(product, visit)
  const number = (await given(page, 'Your number')) ?? ''
  await fillRegistration(product, { ...visit, number: number.slice(3) })
  await product.getByRole('button', { name: t('register.submit') }).click()
  await expect(product.getByRole('heading', { level: 1, name: t('confirmCode.notArrived') })).toBeVisible()
  await expect(next(page)).toContainText('The SMS did not arrive')
  await expect(page.getByText('SMS, not arrived')).toBeVisible()
  await expectAccessible(page, 'a story whose SMS did not arrive')
  await phone.getByRole('button', { name: 'Switch on reception' }).click()
  await expect(phone.getByRole('button', { name: 'Switch off reception' })).toBeVisible()
  await product.getByRole('button', { name: t('confirmCode.resend') }).click()
  await expect(next(page)).toContainText('Type the code from the SMS.')
  await product.getByLabel(t('confirmCode.label')).fill((await given(page, 'Code')) ?? '')
  await startCheck(product, visit)
})
