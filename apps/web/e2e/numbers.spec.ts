import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { untilAlive } from './support/alive.ts'
import { expect, test } from './support/fixtures.ts'
import { expectErrorAt, fieldsOf } from './support/forms.ts'
import { ALSO_ON_PHONE, SOAK_ONLY } from './support/languages.ts'
import { fillRegistration, GOOD_PIN, newestCode, startCheck } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')

/** Sets the value as scripts of browsers and password managers do, past React. */
const setValue = (input: HTMLElement | SVGElement, { text, event }: { text: string; event: string }) => {
  Reflect.set(HTMLInputElement.prototype, 'value', text, input)
  const init = { bubbles: true, inputType: event, data: text }
  input.dispatchEvent(event === '' ? new Event('input', init) : new InputEvent('input', init))
}

/** Every way in which a text comes into the number's field, which has the focus and is empty. */
const WAYS = {
  typed: (page: Page, text: string) => page.keyboard.type(text),
  pasted: async (page: Page, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  },
  'inserted at once': (page: Page, text: string) => page.keyboard.insertText(text),
  'filled in': (page: Page, text: string) => fieldsOf(page, t).number.evaluate(setValue, { text, event: '' }),
  replaced: (page: Page, text: string) =>
    fieldsOf(page, t).number.evaluate(setValue, { text, event: 'insertReplacementText' }),
  dropped: (page: Page, text: string) => fieldsOf(page, t).number.evaluate(setValue, { text, event: 'insertFromDrop' }),
  composed: async (page: Page, text: string) => {
    const session = await page.context().newCDPSession(page)
    for (let length = 1; length <= text.length; length += 1) {
      const part = text.slice(0, length)
      await session.send('Input.imeSetComposition', { text: part, selectionStart: length, selectionEnd: length })
    }
    await session.send('Input.insertText', { text })
  },
} as const

const GERMAN = ['Germany (+49)', '15112345678']
const SWISS = ['Switzerland (+41)', '791234567']
/** Each begins with the country of the one before. */
const NOTATIONS: [text: string, shown: string[]][] = [
  ['+41791234567', SWISS],
  ['0049 151 12345678', GERMAN],
  ['4915112345678', GERMAN],
  ['41 79 123 45 67', SWISS],
  ['＋４９ (0) １５１ １２３４５６７８', GERMAN],
  ['+43 664 1234567', ['Austria (+43)', '6641234567']],
  ['+225 07 89 88 12 34', ['Côte d’Ivoire (+225)', '0789881234']],
]
/** These come from elsewhere, never key by key. */
const WITH_WORDS: [text: string, shown: string[]][] = [
  ['Mobil: +49 151 12345678 (privat)', GERMAN],
  ['tel:+41-79-123-45-67', SWISS],
  ['\u202a+49\u00a0151\u200b12345678\u202c', GERMAN],
]

async function expectTakenApart(page: Page, way: keyof typeof WAYS) {
  const { country, number } = fieldsOf(page, t)
  for (const [text, shown] of way === 'typed' ? NOTATIONS : [...NOTATIONS, ...WITH_WORDS]) {
    await number.fill('')
    await number.focus()
    await WAYS[way](page, text)
    // A zero in front is no difference.
    const seen = async () => [await country.inputValue(), (await number.inputValue()).replace(/^0(?=15)/, '')]
    await expect.poll(async () => [text, await seen()]).toEqual([text, shown])
    await expect(number).toHaveAttribute('aria-invalid', 'false')
  }
}

for (const way of ['typed', 'pasted', 'composed'] as const)
  test(`PHONE-09 PHONE-02 a whole number is taken apart, whatever its notation: ${way}`, async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/auth/forgot-pin')
    await untilAlive(page)
    await expectTakenApart(page, way)
  })

test('PHONE-09 a whole number is taken apart, whatever its notation: filled in, dropped, replaced', async ({
  page,
}) => {
  await page.goto('/auth/forgot-pin')
  await untilAlive(page)
  for (const way of ['inserted at once', 'filled in', 'dropped', 'replaced'] as const) await expectTakenApart(page, way)
})

test('PHONE-12 the empty field shows an example of the country that is picked', async ({ page }) => {
  await page.goto('/auth/register')
  const { number, country } = fieldsOf(page, t)
  await expect(number).toHaveAttribute('placeholder', / 1\d{10}$/)
  await country.fill('Switzerland')
  await page.getByRole('option', { name: /^Switzerland/ }).click()
  await expect(number).toHaveAttribute('placeholder', / 7\d{8}$/)
})

test('PHONE-02 PHONE-09 the field shows digits alone: no +, and 00 with the code, uncounted, until the country is known', async ({
  page,
}) => {
  await page.goto('/auth/login')
  await untilAlive(page)
  const { country, number } = fieldsOf(page, t)
  const begins = async (...steps: [keys: string, shown: string, country: string][]) => {
    await number.fill('')
    for (const [keys, shown, where] of steps) {
      await number.pressSequentially(keys)
      await expect(number).toHaveValue(shown)
      await expect(country).toHaveValue(where)
      if (shown !== '') await expect(number).toHaveAttribute('aria-invalid', 'false')
    }
  }
  const [germany, austria] = ['Germany (+49)', 'Austria (+43)']
  await begins(
    ['+', '', germany],
    ['4', '4', germany],
    ['3', '43', germany],
    ['6', '6', austria],
    ['64', '664', austria],
  )
  await begins(['0049 1511 234567', '00491511234567', austria], ['8', '15112345678', germany])
  await begins(['+49 1512 3456789', '15123456789', germany])
  await begins(['15-1a ', '151', germany])

  // A slip in the middle leaves the caret there.
  await number.press('ArrowLeft')
  await number.pressSequentially(' x2')
  await expect(number).toHaveValue('1521')
  await number.fill('')
  await page.keyboard.insertText('+44 7700 900123')
  await expect(country).toHaveValue('United Kingdom (+44)')
  await expect(number).toHaveValue('7700900123')
})

test('PHONE-11 PHONE-06 a number of an impossible length disables the button, and is said once the field is left', async ({
  page,
  visit,
}) => {
  await page.goto('/auth/register')
  await untilAlive(page)
  await fieldsOf(page, t).number.pressSequentially('15123')
  await fieldsOf(page, t).pin.focus()
  await expectErrorAt(fieldsOf(page, t).number, t('phone.tooShort', { country: 'Germany' }))
  await fillRegistration(page, visit)
  const { number, pin, country } = fieldsOf(page, t)
  const submit = page.getByRole('button', { name: t('register.submit') })
  await expect(submit).toBeEnabled()
  for (const [typed, says] of [
    ['151', t('phone.tooShort', { country: 'Germany' })],
    ['0151 2345', t('phone.tooShort', { country: 'Germany' })],
    ['151234567890', t('phone.tooLong', { country: 'Germany' })],
  ] as const) {
    await number.fill('')
    await number.pressSequentially(typed)
    await expect(submit).toBeDisabled()
    await expect(number).toHaveAttribute('aria-invalid', 'false')
    await pin.focus()
    await expectErrorAt(number, says)
  }
  for (const whole of ['01512345678', '15123456789', '+4915123456789', '004915123456789']) {
    await number.fill('')
    await number.pressSequentially(whole)
    await expect(submit).toBeEnabled()
  }
  // Tables of mobile numbers have gaps: the server decides.
  await number.fill('3012345678')
  await expectErrorAt(number, t('error.invalid_phone_number'))
  await expect(submit).toBeEnabled()
  // Another country, other lengths.
  await country.click()
  await page.getByRole('option', { name: /^Switzerland/ }).click()
  await expect(submit).toBeDisabled()
})

test('PHONE-09 PHONE-04 of the code of no country nothing stays, and a country is to be picked', async ({ page }) => {
  await page.goto('/auth/forgot-pin')
  await untilAlive(page)
  const { country, number } = fieldsOf(page, t)
  await number.focus()
  await page.keyboard.insertText('+999 151 12345678')
  await expect(number).toHaveValue('15112345678')
  await expect(country).toHaveValue('')
  await expect(number).toHaveAccessibleDescription(t('error.required_country_code'))
  // A number that has only begun does not stay either.
  await number.fill('')
  await number.pressSequentially('+4')
  await expect(number).toHaveValue('4')
  await number.blur()
  await expect(number).toHaveValue('')
})

test('PHONE-07 a number of Argentina that may be a fixed line says that the 9 is missing', async ({ page }) => {
  await page.goto('/auth/forgot-pin')
  await untilAlive(page)
  const { country, number } = fieldsOf(page, t)
  await number.pressSequentially('+541112345678')
  await expect(country).toHaveValue('Argentina (+54)')
  await expect(number).toHaveAccessibleDescription(t('phone.argentina'))
  await number.fill('011 15 1234 5678')
  await expect(number).toHaveValue('91112345678')
  await expect(number).toHaveAttribute('aria-invalid', 'false')
})

/** Keeps a form as a password manager does, and fills it in at the next visit. */
const userName = (page: Page) => page.locator('input[autocomplete~=username]')

test.describe('a number of another country than the browser', () => {
  test.use({ locale: 'de-DE' })
  for (const form of ['/auth/login', '/auth/register'])
    test(`AUTH-09 a password manager keeps the whole number and brings its country back: ${form}`, async ({ page }) => {
      const words = textsOf('de')
      await page.goto(`${form}?lng=de`)
      await untilAlive(page)
      const { country, number } = fieldsOf(page, words)
      await number.pressSequentially('+8615112345678')
      await expect(country).toHaveValue('China (+86)')
      await expect(userName(page)).toHaveValue('+8615112345678')
      await page.goto('/auth/login?lng=de')
      await untilAlive(page)
      await expect(country).toHaveValue('Deutschland (+49)')
      const saved = { text: '+8615112345678', event: '' }
      await userName(page).evaluate(setValue, saved)
      await expect(country).toHaveValue('China (+86)')
      await expect(number).toHaveValue('15112345678')
      await expect(userName(page)).toHaveValue('+8615112345678')
    })
})

test.describe('a visitor in Austria', () => {
  test.use({ locale: 'en-AT' })

  test('COUNTRY-08 AUTH-09 a form begins with the country of the number that this browser confirmed last', async ({
    page,
    visit,
  }) => {
    await account(visit)
    await page.goto('/auth/login')
    await untilAlive(page)
    const { country, number, pin } = fieldsOf(page, t)
    await expect(country).toHaveValue('Austria (+43)')
    await number.pressSequentially(`+49${visit.number}`)
    await pin.pressSequentially(GOOD_PIN)
    await expect(page.getByLabel(t('confirmCode.label'))).toBeFocused()
    await page.keyboard.type(await newestCode(visit))
    await startCheck(page, visit)
    // Another visit: the tab's session is over.
    await page.goto('/favicon.svg')
    await page.evaluate(() => {
      sessionStorage.clear()
      localStorage.removeItem('react_app_token')
    })
    await page.goto('/auth/login')
    await untilAlive(page)
    await expect(country).toHaveValue('Germany (+49)')
    // A national number that a password manager kept before means the same again.
    await number.evaluate(setValue, { text: visit.number, event: '' })
    await expect(userName(page)).toHaveValue(`+49${visit.number}`)
  })
})

/** Finds the element that a press in the middle of the number's field reaches. */
const isReachable = (page: Page) =>
  fieldsOf(page, t).number.evaluate((input) => {
    const { left, right, top, height } = input.getBoundingClientRect()
    return document.elementFromPoint(right - (right - left) / 4, top + height / 2) === input
  })

async function expectNumberNext(page: Page) {
  const { country, number } = fieldsOf(page, t)
  await expect(number).toBeFocused()
  await expect(country).toHaveAttribute('aria-expanded', 'false')
  expect(await isReachable(page)).toBe(true)
}

test(
  'COUNTRY-07 A11Y-06 once a country is chosen the number is seen and has the focus, by mouse, finger and keyboard',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    await page.goto('/auth/forgot-pin')
    await untilAlive(page)
    const { country, number } = fieldsOf(page, t)
    const option = page.getByRole('option', { name: /^Switzerland/ })
    await country.click()
    await country.fill('Switz')
    if (isMobile) await option.tap()
    else await option.click()
    await expectNumberNext(page)
    await page.keyboard.type('791234567')
    await expect(number).toHaveValue('791234567')

    // The same one again, by Enter before the search has rested.
    await country.focus()
    expect(await isReachable(page)).toBe(true)
    await page.keyboard.type('switz')
    await page.keyboard.press('Enter')
    await expectNumberNext(page)
    await expect(country).toHaveValue('Switzerland (+41)')

    // Nothing found, nothing chosen: the search stays until it is given up.
    await country.focus()
    await page.keyboard.type('zzz')
    await expect(page.getByRole('status').getByText(t('phone.nothingFound'))).toBeAttached()
    await page.keyboard.press('Enter')
    await expect(country).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(country).toHaveValue('Switzerland (+41)')
    expect(await isReachable(page)).toBe(true)
  },
)

test('COUNTRY-07 the number is reached after a choice at every width and size of text', SOAK_ONLY, async ({ page }) => {
  for (const width of [320, 360, 768, 1200])
    for (const size of ['100%', '200%']) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/auth/register')
      await untilAlive(page)
      await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size)
      await fieldsOf(page, t).country.click()
      await page.getByRole('option', { name: /^Austria/ }).click()
      await expectNumberNext(page)
    }
})
