import type { Page } from '@playwright/test'
import { requestForAge } from './support/age-request.ts'
import { askedOn } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE } from './support/languages.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { positionsOf, shiftsOf, watchShifts } from './support/shifts.ts'
import { buyTicket } from './support/steps.ts'
import { type Texts, textsOf } from './support/texts.ts'

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Whatever there is to fill in is filled in wrongly. */
async function spoil(page: Page, t: Texts, wrongPin: string): Promise<void> {
  const { country, number, pin, repeat, terms } = fieldsOf(page, t)
  await number.fill('1512345678901')
  await country.fill('')
  await country.press('Tab')
  await pin.fill(wrongPin)
  await pin.blur()
  if ((await repeat.count()) === 0) return
  await repeat.fill('2580')
  await repeat.blur()
  await terms.check()
  await terms.uncheck()
}

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('An error and the note of +1 stand in room that was kept for them [STATE-06 AUTH-06]', async ({ page, t }) => {
      // A form with every field in the smallest window, and with text of double size; and one as it comes.
      for (const { path, wrongPin, errors, width, text } of [
        { path: '/auth/register', wrongPin: '1234', errors: 5, width: 320, text: '' },
        { path: '/auth/register', wrongPin: '1234', errors: 5, width: 1280, text: '200%' },
        { path: '/auth/login', wrongPin: '258', errors: 3, width: 1280, text: '' },
      ])
        await test.step(`${path} ${width} ${text}`, async () => {
          await page.setViewportSize({ width, height: 700 })
          await page.goto(path)
          await untilAlive(page)
          await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
          const before = await positionsOf(page)
          await fieldsOf(page, t).country.fill('+ 1')
          await page.getByRole('option', { name: /\+1$/ }).first().click()
          await fieldsOf(page, t).number.focus()
          await expect(page.getByText(t('phone.northAmerica'))).toBeVisible()
          expect(await positionsOf(page)).toEqual(before)
          await spoil(page, t, wrongPin)
          await expect(page.getByRole('main').getByRole('alert')).toHaveCount(errors)
          expect(await positionsOf(page)).toEqual(before)
        })
    })
  })

const t = textsOf('en')

test('Who asks, for what, or that a code leads nowhere stands in the page as it arrives [ROUTE-15 STATE-06]', async ({
  context,
  page: cinema,
  visit,
}) => {
  await watchShifts(context)
  const asked = `?mintid=${await requestForAge(visit, { return: 'new_tab' })}`
  const paying = await buyTicket(cinema, visit)
  const bought = new URL(paying.url())
  bought.searchParams.delete('payment')
  // A tab that is still loading would keep its visit for the next page.
  await untilAlive(paying)
  await paying.close()
  const page = await context.newPage()
  // Each time a first visit.
  await page.addInitScript(() => window.localStorage.clear())
  const asks: string[] = []
  page.on('request', (request) => asks.push(new URL(request.url()).pathname))
  for (const [path, says] of [
    ['/', t('landing.heading')],
    ['/?payment=true', t('landing.paymentHeading')],
    [`/${asked}`, t('landing.asks', { provider: 'Kino Aurora' })],
    [`/${bought.search}`, '€12.50'],
    [`/auth/register${asked}`, t('register.title')],
    [`/?mintid=${UNKNOWN}`, t('landing.intentGone')],
  ] as const)
    await test.step(path, async () => {
      const arrived = await (await page.goto(path))?.text()
      expect(arrived?.replaceAll('\u00a0', ' ').includes(says), 'before a script runs').toBe(true)
      await untilAlive(page)
      await expect(page.getByRole('main')).toContainText(says)
      if (path.includes(asked)) await expect(page.getByRole('contentinfo')).toContainText(/[A-Z0-9]{4}-[A-Z0-9]{4}/)
      expect(await shiftsOf(page)).toEqual([])
    })
  // No line waits for the typeface, nor moves when it comes.
  const displays = () => [...document.fonts].filter(({ family }) => family === 'Figtree').map(({ display }) => display)
  expect(await page.evaluate(displays)).toEqual(['optional'])
  expect(asks.filter((path) => path.startsWith('/api/idcheck/intent'))).toEqual([])
})

test.describe('asked about cookies, without a network', () => {
  test.use({ consent: 'unasked' })

  test('What lies above the page moves nothing, and leaves room at its end [ROUTE-15 CONSENT-04]', async ({
    context,
    page,
    expectOutage,
  }) => {
    expectOutage()
    await watchShifts(context)
    const condition = page.getByRole('region', { name: t('state.label') })
    await page.goto('/auth/login')
    await expect(askedOn(page, 'en').banner).toBeVisible()
    await untilAlive(page)
    await context.setOffline(true)
    await expect(condition).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const footer = await page.getByRole('contentinfo').boundingBox()
    const covered = await condition.boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((covered?.y ?? 0) + 1)
  })
})
