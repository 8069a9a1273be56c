import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { buyTicket, TICKET } from './support/cinema-ticket.ts'
import { askedOn } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { untilAlive } from './support/alive.ts'
import { expectErrorAt, fieldsOf } from './support/forms.ts'
import { answerWith, problemOf } from './support/problems.ts'
import { askForTheRest, serveInPieces } from './support/in-pieces.ts'
import { positionsOf, shiftsOf, watchShifts } from './support/shifts.ts'
import { askAtTheCinema, fillRegistration, GOOD_PIN, logIn, newestCode } from './support/steps.ts'
import type { Texts } from './support/texts.ts'
import { otherThan } from './support/world.ts'

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'
const PRE_LOGIN = '**/auth/public/app/prelogin'

type View = { width?: number; text?: string }
/** A form as it comes, in the smallest window, with text of double size; registering has every field that there is. */
const VIEWS: ({ path: string; wrongPin: string; errors: number } & View)[] = [
  { path: '/auth/register', wrongPin: '1234', errors: 5, width: 320 },
  { path: '/auth/login', wrongPin: '258', errors: 3 },
  ...(IS_SOAK
    ? [
        { path: '/auth/register', wrongPin: '1234', errors: 5 },
        { path: '/auth/register', wrongPin: '1234', errors: 5, text: '200%' },
      ]
    : []),
]

async function lookFrom(page: Page, { width, text = '' }: View): Promise<void> {
  if (width !== undefined) await page.setViewportSize({ width, height: 700 })
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), text)
}

async function pickUnitedStates(page: Page, t: Texts): Promise<void> {
  await fieldsOf(page, t).country.fill('+ 1')
  await page.getByRole('option', { name: /\+1$/ }).first().click()
  await fieldsOf(page, t).number.focus()
}

/** Whatever there is to fill in is filled in wrongly. */
async function spoil(page: Page, t: Texts, wrongPin: string): Promise<void> {
  const { country, number, pin, repeat, terms } = fieldsOf(page, t)
  await number.fill('1512345678901')
  await country.fill('')
  await country.press('Tab')
  for (const [field, wrong] of [
    [pin, wrongPin],
    [repeat, '2580'],
  ] as const)
    if ((await field.count()) === 1) {
      await field.fill(wrong)
      await field.blur()
    }
  if ((await terms.count()) === 0) return
  await terms.check()
  await terms.uncheck()
}

test.describe('without a script', () => {
  test.use({ early: true })

  test('A page that comes in pieces is painted when it is whole: no piece moves another [STATE-09]', async ({
    page,
    context,
  }) => {
    await watchShifts(context)
    await askForTheRest(page)
    const server = await serveInPieces()
    await page.route('**/*.woff2', async (route) => {
      await route.fulfill({ response: await page.request.get(new URL(route.request().url()).pathname) })
    })
    for (const path of IS_SOAK ? ['/', '/auth/register'] : ['/auth/register']) {
      const html = await (await page.request.get(path, { headers: { accept: 'text/html' } })).text()
      const still = html.replaceAll(
        /<link rel="(?:modulepreload|preload)"[^>]*>|<script type="module"[^>]*><\/script>/g,
        '',
      )
      for (const until of ['</svg>', '</h1>', '</li>', ...(IS_SOAK ? ['</button>', '</footer>'] : [])])
        await test.step(`${path} until ${until}`, async () => {
          server.serve(still, still.indexOf(until, still.indexOf('<header')) + until.length)
          await page.goto(server.url)
          await expect(page.getByRole('contentinfo')).toBeVisible()
          expect(await shiftsOf(page)).toEqual([])
        })
    }
    server.close()
  })
})

for (const language of ONE_LANGUAGE)
  test.describe(`nothing moves (${language})`, () => {
    test.use({ language })

    test('An error and the note of +1 stand in room that was kept for them [STATE-06 AUTH-06 PHONE-05]', async ({
      page,
      t,
    }) => {
      const alerts = page.getByRole('main').getByRole('alert')
      const size = page.viewportSize()
      for (const { path, wrongPin, errors, ...view } of VIEWS)
        await test.step(`${path} ${JSON.stringify(view)}`, async () => {
          if (size !== null) await page.setViewportSize(size)
          await page.goto(path)
          await untilAlive(page)
          await lookFrom(page, view)
          const before = await positionsOf(page)
          await pickUnitedStates(page, t)
          const note = t('phone.northAmerica')
          await expect(page.getByText(note)).toBeVisible()
          expect(await positionsOf(page)).toEqual(before)
          await spoil(page, t, wrongPin)
          await expect(alerts).toHaveCount(errors)
          expect(await positionsOf(page)).toEqual(before)
        })
    })

    test(
      'A refusal of the server stands in room that was kept for it, and one of no field lies above the page [STATE-06 CODE-05]',
      SOAK_ONLY,
      async ({ page, visit, t, expectRefusals }) => {
        expectRefusals(400, 404, 409, 422, 429)
        const { number, pin } = fieldsOf(page, t)
        const told = page.getByRole('region', { name: t('layout.notifications') })
        await account(visit)
        await page.goto('/auth/register')
        await untilAlive(page)
        await fillRegistration(page, visit)
        let before = await positionsOf(page)
        await page.getByRole('button', { name: t('register.submit') }).click()
        await expectErrorAt(number, t('error.phone_number_exist'))
        expect(await positionsOf(page)).toEqual(before)

        await page.goto('/auth/login')
        await untilAlive(page)
        await pin.fill(GOOD_PIN)
        await number.fill(visit.number)
        before = await positionsOf(page)
        for (const code of ['phone_number_does_not_exist', 'invalid_phone_number', 'too_many_requests'] as const) {
          const end = await answerWith(page, PRE_LOGIN, problemOf(code))
          await number.press('Enter')
          if (code === 'too_many_requests') await expect(told).toContainText(t('error.too_many_requests'))
          else await expectErrorAt(number, t(`error.${code}`))
          expect(await positionsOf(page)).toEqual(before)
          await end()
        }
        await logIn(page, visit)
        await expect(told.getByRole('listitem')).toHaveCount(0)
        before = await positionsOf(page)
        await page.getByLabel(t('confirmCode.label')).fill(otherThan(await newestCode(visit)))
        await expect(page.getByRole('main').getByRole('alert')).toHaveText(t('error.wrong_sms_code'))
        expect(await positionsOf(page)).toEqual(before)
      },
    )

    test('Who asks, for what, or that a code leads nowhere stands in the page as it arrives [GEN-16 STATE-07 STATE-08]', async ({
      context,
      page: cinema,
      visit,
      t,
    }) => {
      await watchShifts(context)
      const asking = await askAtTheCinema(cinema, visit)
      const paying = await buyTicket(cinema, visit)
      const asked = new URL(asking.url()).search
      const bought = new URL(paying.url())
      // A tab that is still loading would keep its visit for the next page.
      await Promise.all([asking, paying].map(untilAlive))
      await Promise.all([asking.close(), paying.close()])
      bought.searchParams.delete('payment')
      const provider = t('landing.asks', { provider: 'Kino Aurora' })
      const page = await context.newPage()
      // Each time a first visit.
      await page.addInitScript(() => window.localStorage.clear())
      const asks: string[] = []
      page.on('request', (request) => asks.push(new URL(request.url()).pathname))
      for (const [path, says] of [
        ['/', t('landing.heading')],
        ['/?payment=true', t('landing.paymentHeading')],
        [`/${asked}`, provider],
        [`/${bought.search}`, TICKET[language].price],
        [`/auth/login${asked}`, t('login.title')],
        [`/auth/register${asked}`, t('register.title')],
        [`/auth/login?mintid=${UNKNOWN}`, t('login.title')],
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
      const displays = () =>
        [...document.fonts].filter(({ family }) => family === 'Figtree').map(({ display }) => display)
      expect(await page.evaluate(displays)).toEqual(['optional'])
      expect(asks.filter((path) => path.startsWith('/api/idcheck/intent'))).toEqual([])
    })

    test.describe('asked about cookies, without a network', () => {
      test.use({ consent: 'unasked' })

      test('What lies above the page moves nothing, and leaves room at its end [STATE-08 CONSENT-04]', async ({
        context,
        page,
        t,
        expectOutage,
      }) => {
        expectOutage()
        await watchShifts(context)
        const { banner } = askedOn(page, language)
        const condition = page.getByRole('region', { name: t('state.label') })
        for (const path of IS_SOAK ? ['/', '/auth/login'] : ['/auth/login']) {
          await page.goto(path)
          await expect(banner).toBeVisible()
          await untilAlive(page)
          await context.setOffline(true)
          await expect(condition).toBeVisible()
          expect(await shiftsOf(page)).toEqual([])
          await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
          const footer = await page.getByRole('contentinfo').boundingBox()
          const covered = await condition.boundingBox()
          expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual((covered?.y ?? 0) + 1)
          await context.setOffline(false)
          await expect(condition).toHaveCount(0)
        }
      })
    })
  })
