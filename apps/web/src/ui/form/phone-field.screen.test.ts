import { COUNTRY_SEARCH_DEBOUNCE_MS } from '@avouch/contract'
import { expect, onTestFinished, test } from 'vitest'
import { buttonOf, descriptionOf, expectErrorAt, expectNoErrorAt, fieldsOf, fill } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { accepting, fillRegistration, GOOD_PIN, NUMBER } from '#test/sign-in.ts'

type Page = Awaited<ReturnType<typeof openPage>>
const [GERMANY, AUSTRIA, SWITZERLAND] = ['Germany (+49)', 'Austria (+43)', 'Switzerland (+41)']
const GERMAN = [GERMANY, NUMBER]
const SWISS = [SWITZERLAND, '791234567']

/** Each begins with the country of the one before. */
const NOTATIONS: [text: string, shown: string[]][] = [
  ['+41791234567', SWISS],
  ['0049 151 12345678', GERMAN],
  ['+225 07 89 88 12 34', ['Côte d’Ivoire (+225)', '0789881234']],
  ['Mobil: +49 151 12345678 (privat)', GERMAN],
]

/** Brings the numbering plans, which the first key loads. */
async function loadPlans({ user, t }: Page): Promise<void> {
  const { number } = fieldsOf(t)
  await user.type(number, '+4915')
  await expect.poll(() => number.value).toBe('15')
  await user.clear(number)
}

/** A press while the list is still being loaded does not reach it here. */
async function openCountries({ user, screen, t }: Page): Promise<void> {
  const press = async () => {
    await user.click(fieldsOf(t).country)
    return screen.queryAllByRole('option').length
  }
  await expect.poll(press).toBeGreaterThan(0)
}

async function open(address: string, opening: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(address, opening)
  await loadPlans(page)
  return { ...page, fields: fieldsOf(page.t) }
}

test('A whole number that is filled in is taken apart, whatever its notation [PHONE-09]', async () => {
  const { fields } = await open('/auth/forgot-pin')
  for (const [text, shown] of NOTATIONS) {
    fill(fields.number, text)
    // A zero in front is no difference.
    const seen = () => [fields.country.value, fields.number.value.replace(/^0(?=15)/, '')]
    await expect.poll(() => [text, seen()]).toEqual([text, shown])
    await expectNoErrorAt(() => fields.number)
  }
})

test('The number field shows digits alone, and 00 with a code only until the country is known [PHONE-09]', async () => {
  const { fields, user } = await open('/auth/login')
  const { number } = fields
  const begins = async (...steps: [keys: string, shown: string, country: string][]) => {
    await user.clear(number)
    for (const [keys, ...shown] of steps) {
      await user.type(number, keys)
      await expect.poll(() => [number.value, fields.country.value]).toEqual(shown)
      if (number.value !== '') await expectNoErrorAt(() => number)
    }
  }
  await begins(
    ['+', '', GERMANY],
    ['4', '4', GERMANY],
    ['3', '43', GERMANY],
    ['6', '6', AUSTRIA],
    ['64', '664', AUSTRIA],
  )
  await begins(['0049 1511 234567', '00491511234567', AUSTRIA], ['8', NUMBER, GERMANY])
  await begins(['+49 1512 3456789', '15123456789', GERMANY])
  await begins(['15-1a ', '151', GERMANY])
  // A slip in the middle leaves the caret there.
  await user.type(number, ' x2', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect(number.value).toBe('1521')
})

test('The empty number field shows an example of the country that is picked', async () => {
  const page = await open('/auth/register')
  const { fields, user, screen, advance } = page
  const example = () => advance(300).then(() => fields.number.placeholder)
  await expect.poll(example).toMatch(/ 1\d{10}$/)
  await openCountries(page)
  await user.click(screen.getByRole('option', { name: /^Switzerland/ }))
  await expect.poll(example).toMatch(/ 7\d{8}$/)
})

test('A number of an impossible length disables the button, and is said once the field is left [PHONE-11 PHONE-06]', async () => {
  const page = await open('/auth/register', {
    answers: {
      validatePhone: ({ body }) => {
        const valid = !(body as { phone_number: string }).phone_number.startsWith('4930')
        return { valid, type: valid ? 'mobile' : 'fixed_line' }
      },
    },
  })
  const { fields, user, t, screen, advance } = page
  const { number } = fields
  await fillRegistration(page)
  const submit = buttonOf(t('register.submit'))
  await expect.poll(() => submit.disabled).toBe(false)
  for (const [typed, says] of [
    ['0151 2345', t('phone.tooShort', { country: 'Germany' })],
    ['151234567890', t('phone.tooLong', { country: 'Germany' })],
  ] as const) {
    await user.clear(number)
    await user.type(number, typed)
    await expect.poll(() => submit.disabled).toBe(true)
    await expectNoErrorAt(() => number)
    await user.click(fields.pin)
    await expectErrorAt(() => number, says)
  }
  fill(number, '01512345678')
  await expect.poll(() => submit.disabled).toBe(false)
  // Tables of mobile numbers have gaps: the server decides.
  fill(number, '3012345678')
  await advance(1_000)
  await expectErrorAt(() => number, t('error.invalid_phone_number'))
  expect(submit.disabled).toBe(false)
  // Another country, other lengths.
  await openCountries(page)
  await user.click(screen.getByRole('option', { name: /^Switzerland/ }))
  await expect.poll(() => submit.disabled).toBe(true)
})

test('Of the code of no country nothing stays, and a country is to be picked [PHONE-09 PHONE-03]', async () => {
  const { fields, t } = await open('/auth/forgot-pin')
  const { number } = fields
  fill(number, '+999 151 12345678')
  await expect.poll(() => [fields.country.value, number.value]).toEqual(['', NUMBER])
  await expectErrorAt(() => number, t('error.required_country_code'))
})

test('A number of Argentina that may be a fixed line says that the 9 is missing [PHONE-07]', async () => {
  const { fields, user, t, advance } = await open('/auth/forgot-pin', {
    answers: {
      validatePhone: ({ body }) => {
        const valid = (body as { phone_number: string }).phone_number.startsWith('549')
        return { valid, type: valid ? 'mobile' : 'fixed_line' }
      },
    },
  })
  await user.type(fields.number, '+541112345678')
  expect(fields.country.value).toBe('Argentina (+54)')
  await advance(1_000)
  await expectErrorAt(() => fields.number, t('phone.argentina'))
  fill(fields.number, '011 15 1234 5678')
  await expect.poll(() => fields.number.value).toBe('91112345678')
  await advance(1_000)
  await expectNoErrorAt(() => fields.number)
})

test('A password manager keeps the whole number of a registration, and brings its country back at the log-in [AUTH-09]', async () => {
  const { fields } = await open('/auth/register')
  fill(fields.number, '+8615112345678')
  await expect.poll(() => fields.country.value).toBe('China (+86)')
  expect(fields.userName.value).toBe('+8615112345678')
  await openPage('/auth/login')
  expect(fields.country.value).toBe(GERMANY)
  fill(fields.userName, '+8615112345678')
  await expect.poll(() => [fields.country.value, fields.number.value]).toEqual(['China (+86)', '15112345678'])
})

test('A form begins with the country of the number that this browser confirmed last, else with its own [COUNTRY-08 AUTH-09]', async () => {
  Object.defineProperty(navigator, 'languages', { value: ['en-AT'], configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'languages'))
  const page = await openPage('/auth/login', { answers: accepting() })
  const { t, user, screen } = page
  expect(fieldsOf(t).country.value).toBe(AUSTRIA)
  await user.type(fieldsOf(t).number, `+49${NUMBER}`)
  await user.type(fieldsOf(t).pin, GOOD_PIN)
  await user.type(await screen.findByLabelText(t('confirmCode.label')), '407119')
  await expect.poll(() => window.localStorage.getItem('country')).toBe('DE49')
  // Another visit: the tab's session is over.
  window.sessionStorage.clear()
  window.localStorage.removeItem('react_app_token')
  await openPage('/auth/login', { sameTab: true })
  const { country, number, userName } = fieldsOf(t)
  expect(country.value).toBe(GERMANY)
  // A national number that a password manager kept before means the same again.
  fill(number, NUMBER)
  await expect.poll(() => userName.value).toBe(`+49${NUMBER}`)
})

test('The list of countries waits for the typing to rest, and one must be picked [PHONE-03]', async () => {
  const page = await open('/auth/register')
  const { fields, user, t, screen, advance } = page
  await fillRegistration(page, '1512345678')
  const submit = buttonOf(t('register.submit'))
  await expect.poll(() => submit.disabled).toBe(false)
  await openCountries(page)
  const germany = () => screen.queryAllByRole('option', { name: /^Germany/ }).length
  fill(fields.country, 'united st')
  await advance(COUNTRY_SEARCH_DEBOUNCE_MS - 50)
  expect(germany()).toBe(1)
  await advance(50)
  await expect.poll(germany).toBe(0)

  expect(descriptionOf(fields.number)).not.toContain(t('phone.northAmerica'))
  await user.click(screen.getByRole('option', { name: /^United States/ }))
  expect(document.activeElement).toBe(fields.number)
  await expect.poll(() => descriptionOf(fields.number)).toContain(t('phone.northAmerica'))

  await user.clear(fields.country)
  await user.tab()
  await expectErrorAt(() => fields.country, t('error.required'))
  await expectErrorAt(() => fields.number, t('error.required_country_code'))
  expect(submit.disabled).toBe(true)
})

test('A search without a match says so, and the country that was picked comes back [COUNTRY-02]', async () => {
  const page = await open('/auth/forgot-pin')
  const { fields, user, t, screen, advance } = page
  await openCountries(page)
  await user.clear(fields.country)
  await user.keyboard('zzz')
  await advance(COUNTRY_SEARCH_DEBOUNCE_MS)
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await expect.poll(said).toContain(t('phone.nothingFound'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(fields.country)
  await user.keyboard('{Escape}')
  await expect.poll(() => fields.country.value).toBe(GERMANY)
})
