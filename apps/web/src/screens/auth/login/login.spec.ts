import type { Page } from '@playwright/test'
import { account } from '#e2e/support/account.ts'
import { builtPart } from '#e2e/support/built.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { fieldsOf as formFields } from '#e2e/support/forms.ts'
import { hold } from '#e2e/support/hold.ts'
import { tabTo } from '#e2e/support/keyboard.ts'
import { GOOD_PIN } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')

const fieldsOf = (page: Page) => formFields(page, t)

test('A visitor logs in with the keyboard alone, and always sees where the focus is [A11Y-02 CODE-01]', async ({
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

test('A visitor who leaves the country in the moment in which its list comes is not brought back [A11Y-04]', async ({
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

test('The About box is open at first and can be folded', async ({ page }) => {
  // One column.
  await page.setViewportSize({ width: 600, height: 900 })
  await page.goto('/auth/login')
  const box = page.getByRole('complementary')
  await expect(box.getByRole('heading', { name: t('login.aboutTitle') })).toBeVisible()
  await expect(box.getByText(t('login.aboutText'))).toBeVisible()
  await box.locator('summary').click()
  await expect(box.getByText(t('login.aboutText'))).toBeHidden()
})
