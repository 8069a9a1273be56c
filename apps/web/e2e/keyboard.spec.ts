import { expect, test } from './support/fixtures.ts'
import { press, tabTo } from './support/keyboard.ts'
import { expectUnlocked, GOOD_PIN, newestCode } from './support/steps.ts'
import { WORLD } from './support/texts.ts'

test('A visitor registers, proves the age and goes back by keyboard and names alone [A11Y-02 A11Y-04]', async ({
  page: cinema,
  visit,
  t,
}) => {
  const { world, number } = visit
  const arrived = (name: string) => expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
  const type = (text: string) => page.keyboard.type(text)

  await cinema.goto(`${world.provider}/films/red-corridor`)
  const asked = press(cinema, cinema.getByRole('button', { name: WORLD.en.askAge }))
  const [page] = await Promise.all([cinema.context().waitForEvent('page'), asked])
  await page.waitForURL(`${world.product}/**`)
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()

  // The first stop leads past the header.
  const skip = page.getByRole('link', { name: t('layout.skip') })
  await press(page, skip)
  await expect(page.getByRole('main')).toBeFocused()
  await press(page, page.getByRole('link', { name: t('landing.web') }))
  await arrived(t('prompt.heading'))
  await press(page, page.getByRole('button', { name: t('prompt.first') }))
  const phone = page.getByLabel(t('phone.number'), { exact: true })
  await expect(phone).toBeFocused()

  const country = page.getByRole('combobox', { name: t('phone.country') })
  await page.keyboard.press('Shift+Tab')
  await expect(country).toBeFocused()
  await type(WORLD.en.germany.slice(0, 5))
  // Faster than the list, which waits for a pause in typing.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(country).toHaveValue(new RegExp(WORLD.en.germany))
  await expect(phone).toBeFocused()
  await type(number)
  const pin = page.getByLabel(t('pin.label'), { exact: true })
  await tabTo(page, pin)
  await type('1234')
  // The error is tied to its field and said; the focus stays in the field.
  await expect(pin).toHaveAccessibleDescription(new RegExp(t('error.invalid_pin')))
  await expect(page.getByRole('alert').filter({ hasText: t('error.invalid_pin') })).toBeVisible()
  await expect(pin).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await type(GOOD_PIN)
  await tabTo(page, page.getByLabel(t('pin.repeat'), { exact: true }))
  await type(GOOD_PIN)
  await press(page, page.getByRole('checkbox').first(), 'Space')
  await press(page, page.getByRole('button', { name: t('register.submit') }))
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()

  // The only field of its page has the focus, and says what the page does.
  const code = page.getByLabel(t('confirmCode.label'))
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/\+49.*•••/)
  await type(await newestCode(visit))
  await press(page, page.getByRole('link', { name: t(visit.isMobile ? 'check.start' : 'check.computer') }))
  await page.waitForURL(`${world.identity}/**`)
  await press(page, page.getByRole('link', { name: WORLD.en.adult }))
  await press(page, page.getByRole('button', { name: WORLD.en.skip }))
  const button = page.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) })
  await expect(button).toBeVisible()
  await press(page, button)
  await expect(
    page.getByRole('heading', { level: 1, name: t('complete.done', { provider: 'Kino Aurora' }) }),
  ).toBeFocused()
  await expectUnlocked(cinema, visit)
})
