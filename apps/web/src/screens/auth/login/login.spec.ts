import { COUNTRY_SEARCH_DEBOUNCE_MS, HOUR_MS, prelogin } from '@avouch/contract'
import type { Locator, Page } from '@playwright/test'
import { account, keepSession, registration } from '#e2e/support/account.ts'
import { builtPart } from '#e2e/support/built.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { fieldsOf as formFields } from '#e2e/support/forms.ts'
import { hold } from '#e2e/support/hold.ts'
import { ALSO_ON_PHONE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { problemOf } from '#e2e/support/problems.ts'
import { tabTo } from '#e2e/support/keyboard.ts'
import { GOOD_PIN } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')

const fieldsOf = (page: Page) => formFields(page, t)

test('AUTH-07 a PIN is hidden until the visitor shows it', async ({ page }) => {
  await page.goto('/auth/login')
  const { pin } = fieldsOf(page)
  await pin.fill(GOOD_PIN)
  await expect(pin).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }).click()
  await expect(pin).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: t('pin.hide', { field: t('pin.label') }) }).click()
  await expect(pin).toHaveAttribute('type', 'password')
})

test(
  'COUNTRY-03 COUNTRY-05 COUNTRY-06 PHONE-05 the list of countries waits for the typing to rest, stays low, and one must be picked',
  ALSO_ON_PHONE,
  async ({ page }) => {
    await page.clock.install()
    await page.goto('/auth/login')
    const { country } = fieldsOf(page)
    const list = page.getByRole('listbox', { name: t('phone.countries') })
    await country.click()
    await expect(list).toBeVisible()
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
    await expect(page.getByRole('option').nth(5)).toBeAttached()

    await page.clock.pauseAt(Date.now() + HOUR_MS)
    await country.fill('united st')
    await page.clock.runFor(COUNTRY_SEARCH_DEBOUNCE_MS - 1)
    await expect(page.getByRole('option', { name: /^Germany/ })).toBeAttached()
    await page.clock.runFor(1)
    await expect(page.getByRole('option', { name: /^Germany/ })).toHaveCount(0)
    await page.clock.resume()

    await expect(page.getByText(t('phone.northAmerica'))).toBeHidden()
    await page.getByRole('option', { name: /^United States/ }).click()
    await expect(page.getByText(t('phone.northAmerica'))).toBeVisible()

    await country.fill('')
    await country.press('Tab')
    await expect(country).toHaveAccessibleDescription(t('error.required'))
    await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeDisabled()
  },
)

test('A11Y-02 AUTH-03 a visitor logs in with the keyboard alone, and always sees where the focus is', async ({
  page,
  visit,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no Tab key')
  await account(visit)
  await page.goto('/auth/login')
  await untilAlive(page)
  const { country, number, pin } = fieldsOf(page)
  const next = async () => {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused === null ? 'none' : getComputedStyle(focused).outlineStyle
      }),
    ).toBe('solid')
  }
  await tabTo(page, country)
  await page.keyboard.type('germ')
  // The list comes with its first use, and takes the field's place.
  await expect(page.getByRole('option', { name: /^Germany/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(number).toBeFocused()
  await page.keyboard.type(visit.number)
  await next()
  await expect(pin).toBeFocused()
  await page.keyboard.type(GOOD_PIN)
  // The boxes of the code draw their own ring.
  await expect(page.getByLabel(t('confirmCode.label'))).toBeFocused()
  await next()
  await expect(page.getByRole('link', { name: t('confirmCode.sandboxPhone') })).toBeFocused()
  await next()
  await expect(page.getByRole('button', { name: t('confirmCode.wrongNumber') })).toBeFocused()
})

test('LOGIN-12 the same PIN may be typed again after a refusal; from the third on a new PIN is offered, from the tenth it is the only way', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(401)
  const asked: unknown[] = []
  await page.route(`**${prelogin.path}`, async (route) => {
    asked.push(Reflect.get(route.request().postDataJSON() as object, 'pin'))
    await route.fulfill(problemOf('wrong_login_info'))
  })
  await page.goto('/auth/login')
  const { number, pin } = fieldsOf(page)
  const [offer, only] = [page.getByRole('link', { name: t('resetPin.title') }), page.getByText(t('login.onlyNewPin'))]
  await number.fill(visit.number)
  for (let times = 1; times <= 10; times++) {
    await pin.pressSequentially('2581')
    await expect.poll(() => asked.length).toBe(times)
    await expect(pin).toHaveValue('')
    await expect(offer).toHaveCount(times < 3 ? 0 : 1)
    await expect(only).toHaveCount(times < 10 ? 0 : 1)
  }
  await offer.click()
  await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
})

test('LOGIN-09 a PIN that is pasted or filled in, or typed without a whole number, sends nothing', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(401)
  await account(visit)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/public/app/prelogin')) sent += 1
  })
  const logIn = page.getByRole('button', { name: t('action.login'), exact: true })
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page)
  await number.pressSequentially('15')
  await pin.pressSequentially(GOOD_PIN)
  await expect(logIn).toBeDisabled()
  await number.fill(visit.number)
  await expect(number).toHaveValue(visit.number)
  await pin.focus()
  await pin.fill('')
  await pin.fill(GOOD_PIN)
  await expect(logIn).toBeEnabled()
  expect(sent).toBe(0)

  // A wrong one goes out by itself, and leaves the field empty.
  await pin.fill('')
  await pin.pressSequentially('1379')
  const notice = page.getByRole('region', { name: t('layout.notifications') }).getByRole('listitem')
  await expect(notice).toContainText(t('error.wrong_login_info'))
  await expect(pin).toBeFocused()
  expect(sent).toBe(1)
  await expect(pin).toHaveValue('')
  await pin.pressSequentially(GOOD_PIN)
  await expect(page.getByLabel(t('confirmCode.label'))).toBeFocused()
})

test('COUNTRY-03 A11Y-04 a visitor who leaves the country in the moment in which its list comes is not brought back', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no Tab key')
  const release = await hold(page, builtPart('country-list'))
  await page.addInitScript(() => {
    const post = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage')?.value as () => void
    const waiting: (() => void)[] = []
    const late = { isOn: false, goOn: () => waiting.splice(0).forEach((send) => send()) }
    // Delays what React renders in a task of its own.
    MessagePort.prototype.postMessage = function (...said: unknown[]) {
      const send = () => void Reflect.apply(post, this, said)
      if (late.isOn) waiting.push(send)
      else send()
    }
    Object.assign(window, { late })
  })
  type Late = { late: { isOn: boolean; goOn: () => void } }
  await page.goto('/auth/login')
  await untilAlive(page)
  const { country, number } = fieldsOf(page)
  await tabTo(page, country)
  await page.keyboard.type('austr')
  await page.keyboard.press('Enter')
  await page.evaluate(() => Object.assign((window as unknown as Late).late, { isOn: true }))
  const list = page.waitForResponse(builtPart('country-list'))
  release()
  const address = (await list).url()
  await page.evaluate(async (url) => void (await import(url)), address)
  await page.keyboard.press('Tab')
  await page.evaluate(() => {
    const { late } = window as unknown as Late
    late.isOn = false
    late.goOn()
  })
  await expect(country).toHaveValue(/^Austr/)
  await expect(country).toHaveAttribute('aria-expanded', 'false')
  await expect(number).toBeFocused()
})

test('LOGIN-06 ERR-07 a number that was registered and never confirmed has no user', async ({ page, visit }) => {
  await registration(visit)
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page)
  await number.fill(visit.number)
  await pin.fill(GOOD_PIN)
  await pin.press('Enter')
  await expect(page.locator('[aria-live=assertive]')).toContainText('User not found')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('PHONE-06 a number that no SMS can reach is said at its field before it is sent, and goes with the next key', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number } = fieldsOf(page)
  await number.pressSequentially('3012345678')
  await expect(number).toHaveAccessibleDescription(t('error.invalid_phone_number'))
  await expect(number).toBeFocused()
  await number.press('Backspace')
  await expect(number).toHaveAttribute('aria-invalid', 'false')
})

test('PHONE-06 a form that was left asks nothing about its number', SOAK_ONLY, async ({ page }) => {
  const asked: string[] = []
  let tasks = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/challenge?action=validate')) tasks += 1
    if (request.url().endsWith('validateClientPhoneNumber')) asked.push(request.postData() ?? '')
  })
  const release = await hold(page, '**/auth/public/challenge?action=validate')
  await page.goto('/auth/login')
  await fieldsOf(page).number.pressSequentially('1511234567')
  await expect.poll(() => tasks).toBe(1)
  await page.getByRole('link', { name: t('login.forgotPin') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('forgotPin.title') })).toBeVisible()
  release()
  const { number } = fieldsOf(page)
  await number.fill('')
  await number.pressSequentially('1517654321')
  await expect.poll(() => asked).toEqual([expect.stringContaining('"491517654321"')])
})

test('PHONE-06 SESSION-14 a log-out forgets which numbers were checked', SOAK_ONLY, async ({ page, visit }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('validateClientPhoneNumber')) asked.push(request.postData() ?? '')
  })
  await keepSession(page, await account(visit))
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number } = fieldsOf(page)
  await number.pressSequentially('1511234567')
  await expect.poll(() => asked.length).toBe(1)
  // Known by now: the same number is not asked about again.
  await number.press('Backspace')
  await number.pressSequentially('7')
  await page.getByRole('button', { name: t('action.logout') }).click()
  await page.getByRole('link', { name: t('landing.web') }).click()
  await page.getByRole('button', { name: t('prompt.again') }).click()
  await number.pressSequentially('1511234567')
  await expect.poll(() => asked.length).toBe(2)
})

test('AUTH-09 every field says what it is for, so that browser and phone can fill it and show the right keys', async ({
  page,
}) => {
  const expectHelp = async (field: Locator, autocomplete: string, inputmode: string) => {
    await expect(field).toHaveAttribute('autocomplete', autocomplete)
    await expect(field).toHaveAttribute('inputmode', inputmode)
  }
  await page.goto('/auth/login')
  const { number, pin, repeat } = fieldsOf(page)
  await expectHelp(number, 'tel', 'tel')
  await expectHelp(pin, 'current-password', 'numeric')
  await page.goto('/auth/register')
  await expectHelp(number, 'tel', 'tel')
  for (const chosen of [pin, repeat]) await expectHelp(chosen, 'new-password', 'numeric')
  await page.goto('/auth/forgot-pin')
  await expectHelp(number, 'tel', 'tel')
})

test('GEN-11 the About box is open at first and can be folded', async ({ page }) => {
  // One column.
  await page.setViewportSize({ width: 600, height: 900 })
  await page.goto('/auth/login')
  const box = page.getByRole('complementary')
  await expect(box.getByRole('heading', { name: t('login.aboutTitle') })).toBeVisible()
  await expect(box.getByText(t('login.aboutText'))).toBeVisible()
  await box.locator('summary').click()
  await expect(box.getByText(t('login.aboutText'))).toBeHidden()
})

test('LOGIN-11 a number that was typed goes along to the registration and back', async ({ page, visit }) => {
  await page.goto('/auth/login')
  await untilAlive(page)
  await fieldsOf(page).number.fill(visit.number)
  await page.getByRole('link', { name: t('login.register') }).click()
  await expect(page).toHaveURL(/\/auth\/register/)
  await expect(fieldsOf(page).number).toHaveValue(visit.number)
  await page.getByRole('link', { name: t('action.login'), exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await expect(fieldsOf(page).number).toHaveValue(visit.number)
})
