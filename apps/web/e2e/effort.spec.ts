import type { Locator } from '@playwright/test'
import { requestForAge } from './support/age-request.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { PHONE_ONLY } from './support/languages.ts'
import { GOOD_PIN, newestCode, passIdentityCheck } from './support/steps.ts'
import { codeIn, smsTo } from './support/world.ts'

test(
  'Six presses are enough for a phone’s first visit, and three for the next one; a PIN alone has to be touched [REG-10]',
  PHONE_ONLY,
  async ({ page, visit, t, isMobile }) => {
    test.skip(!isMobile, 'a mouse does not tap')
    const { world, request, number } = visit
    const { number: numberField, pin, repeat, terms } = fieldsOf(page, t)
    const main = page.getByRole('main')
    let presses = 0
    const tap = async (control: Locator) => {
      presses += 1
      await control.tap()
    }
    const press = (name: string) => tap(main.getByRole('button', { name }).or(main.getByRole('link', { name })).first())
    const touch = async (field: Locator, text: string) => {
      await field.tap()
      await page.keyboard.type(text)
    }
    const typeNumber = async () => {
      await expect(numberField).toBeFocused()
      await page.keyboard.type(number)
    }
    const typeCode = async (sent: number) => {
      await expect(page.getByLabel(t('confirmCode.label'))).toBeFocused()
      const codes = async () => (await smsTo(request, world.phone, number)).filter((text) => codeIn(text) !== '')
      await expect.poll(async () => (await codes()).length).toBe(sent)
      await page.keyboard.type(await newestCode(visit))
    }
    const arrive = async () => {
      presses = 0
      await page.goto(`/?mintid=${await requestForAge(visit, { return: 'same_tab' })}&mobile=true`)
      await press(t('landing.web'))
    }
    const send = async () => {
      await press(t('approved.button', { provider: 'Kino Aurora' }))
      await page.waitForURL(`${world.provider}/**`)
      return presses
    }

    await arrive()
    await press(t('prompt.first'))
    await typeNumber()
    await touch(pin, GOOD_PIN)
    await touch(repeat, GOOD_PIN)
    await tap(terms)
    await press(t('register.submit'))
    await typeCode(1)
    await press(t('check.start'))
    await page.waitForURL(`${world.identity}/**`)
    await passIdentityCheck(page, visit)
    expect(await send()).toBe(6)

    await arrive()
    await press(t('prompt.again'))
    await typeNumber()
    await expect(pin).toHaveAccessibleDescription(t('login.pinHint'))
    await touch(pin, GOOD_PIN)
    await typeCode(2)
    expect(await send()).toBe(3)
  },
)
