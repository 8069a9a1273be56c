import type { BrowserContext, Locator, Page } from '@playwright/test'
import { requestForAge } from './support/age-request.ts'
import { TICKET } from './support/cinema-ticket.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { PHONE_ONLY } from './support/languages.ts'
import { accountInApp, APP, newPhone } from './support/phone-app.ts'
import { GOOD_PIN, newestCode, passIdentityCheck } from './support/steps.ts'
import { codeIn, smsTo } from './support/world.ts'

type Counted = { at: string; what: 'press' | 'field' | 'digit'; name?: string }

/**
 * Hears on every page of these sites what a finger and a keyboard do there: a press that reaches a button, a link or a tick, a
 * touch that is needed to come into a field, and each digit typed. The question about cookies was answered before. A focus that
 * the page itself sets is no touch, nor are presses on the partner's page.
 */
async function countEffort(context: BrowserContext, sites: readonly string[]) {
  let counted: Counted[] = []
  let screens: string[] = []
  await context.exposeBinding('tellEffort', (_source, one: Counted) => void counted.push(one))
  await context.addInitScript(
    (origins) => {
      if (!origins.includes(window.origin)) return
      const { tellEffort } = window as unknown as { tellEffort: (one: Counted) => void }
      const tell = (what: Counted['what'], name?: string) =>
        tellEffort({ at: window.location.pathname, what, ...(name === undefined ? {} : { name }) })
      window.addEventListener(
        'pointerdown',
        ({ isTrusted, target }) => {
          const control = (target as Element).closest('a[href], button, input, label, summary, [role=option]')
          if (!isTrusted || control === null) return
          tell(control.matches('input:not([type=checkbox])') ? 'field' : 'press')
        },
        true,
      )
      window.addEventListener(
        'beforeinput',
        ({ isTrusted, data, target }) => {
          if (!isTrusted || !(target instanceof HTMLInputElement)) return
          for (const _digit of data?.match(/\d/g) ?? []) tell('digit', target.name || target.id)
        },
        true,
      )
    },
    sites.map((site) => new URL(site).origin),
  )
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame() && sites.some((site) => frame.url().startsWith(site)))
        screens.push(new URL(frame.url()).pathname)
    })
  })
  /** Counts since the last call. A screen counts where something was done; others go on by themselves. */
  return function take() {
    const of = (what: Counted['what']) => counted.filter((one) => one.what === what)
    const effort = {
      presses: of('press').length,
      touches: of('field').length,
      digits: of('digit').length,
      fields: new Set(of('digit').map(({ at, name }) => `${at} ${name}`)).size,
      screens: [...new Set(counted.map(({ at }) => at))],
      passed: [...new Set(screens)].filter((at) => !counted.some((one) => one.at === at)),
    }
    counted = []
    screens = []
    return effort
  }
}

const FIRST_SCREENS = ['/', '/auth/prompt', '/auth/register', '/auth/confirm-code', '/check', '/kyc-result/approved']

test(
  'A phone’s visitor needs six presses for the first visit, three for the next one, and one SMS for a forgotten PIN [REG-10 LOGIN-10 RESET-10]',
  PHONE_ONLY,
  async ({ context, visit, t, isMobile }) => {
    test.skip(!isMobile, 'a mouse does not tap')
    test.slow()
    const { world, request, number } = visit
    const take = await countEffort(context, [world.product])
    const page = await context.newPage()
    // The notice of a changed PIN has no code.
    const sms = async () => (await smsTo(request, world.phone, number)).filter((text) => codeIn(text) !== '').length
    const type = (text: string) => page.keyboard.type(text)
    const touch = async (field: Locator, text: string) => {
      await field.tap()
      await type(text)
    }
    const press = (name: string) => pressIn(page, name).tap({ timeout: 20_000 })
    const arrive = async () => {
      await page.goto(`/?mintid=${await requestForAge(visit, { return: 'same_tab' })}&mobile=true`)
      await press(t('landing.web'))
    }
    const typeCode = async (sent: number) => {
      await expect(page.getByLabel(t('confirmCode.label'))).toBeFocused()
      await expect.poll(sms).toBe(sent)
      await type(await newestCode(visit))
    }
    const send = async () => {
      await press(t('approved.button', { provider: 'Kino Aurora' }))
      await page.waitForURL(`${world.provider}/**`)
    }
    const { number: numberField, pin, repeat, terms } = fieldsOf(page, t)

    await arrive()
    await press(t('prompt.first'))
    await expect(numberField).toBeFocused()
    await expect(page.getByRole('form', { name: t('register.title') })).toBeVisible()
    await type(number)
    await touch(pin, GOOD_PIN)
    await touch(repeat, GOOD_PIN)
    await terms.tap()
    await press(t('register.submit'))
    await typeCode(1)
    await press(t('check.start'))
    await page.waitForURL(`${world.identity}/**`)
    await passIdentityCheck(page, visit)
    await send()
    const first = take()

    await arrive()
    await press(t('prompt.again'))
    await expect(numberField).toBeFocused()
    await type(number)
    await expect(pin).toHaveAccessibleDescription(t('login.pinHint'))
    await touch(pin, GOOD_PIN)
    await typeCode(2)
    await send()
    const next = take()

    await arrive()
    await press(t('prompt.again'))
    await press(t('login.forgotPin'))
    await expect(page.getByRole('form', { name: t('forgotPin.title') })).toBeVisible()
    await expect(numberField).toBeFocused()
    await type(number)
    await press(t('action.continue'))
    await expect(pin).toBeFocused()
    await type('7319')
    await touch(repeat, '7319')
    await press(t('action.continue'))
    await typeCode(3)
    await press(t('complete.goOn'))
    await send()
    const forgotten = take()
    expect(await sms()).toBe(3)

    const typed = number.length
    expect({ first, next, forgotten }).toMatchObject({
      first: { presses: 6, touches: 2, digits: typed + 14, fields: 4, screens: FIRST_SCREENS },
      next: { presses: 3, touches: 1, digits: typed + 10, fields: 3, passed: ['/check'] },
      forgotten: { presses: 7, touches: 1, digits: typed + 14, fields: 4, passed: ['/check'] },
    })
  },
)

test(
  'A phone’s visitor with an empty wallet needs nine presses from the film to the ticket, log-in and bank included [PAY-18 APP-15]',
  PHONE_ONLY,
  async ({ browser, context, visit, t, isMobile }) => {
    test.skip(!isMobile, 'a mouse does not tap')
    const { world, number } = visit
    const w = TICKET.en
    const earlier = await newPhone(browser, visit)
    await accountInApp(earlier, visit)
    await earlier.close()
    const take = await countEffort(context, [world.product, world.provider, world.phone])
    const page = await context.newPage()
    const press = (name: string | RegExp) => pressIn(page, name).tap({ timeout: 20_000 })
    await page.goto(`${world.provider}/films/low-tide`)
    await press(w.buy)
    await press(t('landing.payment'))
    await page.getByLabel(APP.en.national).tap()
    await page.keyboard.type(number)
    await page.getByLabel(APP.en.pin, { exact: true }).tap()
    await page.keyboard.type(GOOD_PIN)
    await press(APP.en.logIn)
    await press(/^Messages · now/)
    await press(w.missing)
    await press(w.bank)
    await press(w.send)
    await press(w.back)
    await press(w.pay)
    await expect(page.getByRole('heading', { level: 2, name: w.paid, exact: true })).toBeVisible()
    expect(take()).toMatchObject({ presses: 9, touches: 2, fields: 2 })
  },
)

const pressIn = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).or(page.getByRole('main').getByRole('link', { name })).first()
