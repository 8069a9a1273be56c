import type { Page } from '@playwright/test'
import { untilAlive } from './support/alive.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { ALSO_ON_PHONE } from './support/languages.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')

/** Composes a text with an input method, piece by piece. */
async function compose(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (let length = 1; length <= text.length; length += 1) {
    const part = text.slice(0, length)
    await session.send('Input.imeSetComposition', { text: part, selectionStart: length, selectionEnd: length })
  }
  await session.send('Input.insertText', { text })
}

/** Ways in which a browser brings a text into the field that has the focus and is empty. */
const WAYS = {
  typed: (page: Page, text: string) => page.keyboard.type(text),
  pasted: async (page: Page, text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
    await page.keyboard.press('ControlOrMeta+v')
  },
  composed: compose,
} as const

const GERMAN = ['Germany (+49)', '15112345678']
const SWISS = ['Switzerland (+41)', '791234567']
/** Each begins with the country of the one before. */
const NOTATIONS: [text: string, shown: string[]][] = [
  ['+41791234567', SWISS],
  ['0049 151 12345678', GERMAN],
  ['41 79 123 45 67', SWISS],
  ['＋４９ (0) １５１ １２３４５６７８', GERMAN],
]

test('A whole number that is typed, pasted or composed is taken apart, and a composed PIN is one [PHONE-09 AUTH-12]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/auth/register')
  await untilAlive(page)
  const { country, number, pin } = fieldsOf(page, t)
  for (const bring of Object.values(WAYS))
    for (const [text, shown] of NOTATIONS) {
      await number.fill('')
      await number.focus()
      await bring(page, text)
      // A zero in front is no difference.
      const seen = async () => [await country.inputValue(), (await number.inputValue()).replace(/^0(?=15)/, '')]
      await expect.poll(async () => [text, await seen()]).toEqual([text, shown])
      await expect(number).toHaveAttribute('aria-invalid', 'false')
    }
  // A hidden PIN is not composed: browsers switch the input method off.
  await page.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }).click()
  await pin.focus()
  await compose(page, '２５８０')
  await expect(pin).toHaveValue('2580')
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
  'The list of countries stays low, and once one is chosen the number is seen and has the focus, by mouse, finger and keyboard [A11Y-02]',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    await page.goto('/auth/forgot-pin')
    await untilAlive(page)
    const { country, number } = fieldsOf(page, t)
    const option = page.getByRole('option', { name: /^Switzerland/ })
    await country.click()
    const list = page.getByRole('listbox', { name: t('phone.countries') })
    await expect(list).toBeVisible()
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
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
  },
)
