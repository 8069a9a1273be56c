import { expect, type Locator, type Page } from '@playwright/test'
import type { Texts } from './texts.ts'

/** The fields of the sign-in forms, by what a visitor calls them. */
export const fieldsOf = (page: Page, t: Texts) => ({
  country: page.getByRole('combobox', { name: t('phone.country') }),
  number: page.getByLabel(t('phone.number')),
  pin: page.getByLabel(t('pin.label'), { exact: true }),
  repeat: page.getByLabel(t('pin.repeat'), { exact: true }),
  terms: page.getByRole('checkbox').first(),
})
export type FieldName = keyof ReturnType<typeof fieldsOf>

const borderOf = (field: Locator) => field.evaluate((input) => getComputedStyle(input).borderTopColor)

/** The colour that the page has for what is wrong, as the browser computes it. */
const red = (page: Page) =>
  page.evaluate(() => {
    const sample = document.createElement('i')
    sample.style.color = 'var(--color-danger)'
    document.body.append(sample)
    const { color } = getComputedStyle(sample)
    sample.remove()
    return color
  })

/** The text stands below the field, is tied to it, and the border is red. */
export async function expectErrorAt(page: Page, field: Locator, text: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const id = `${(await field.getAttribute('id')) ?? ''}-error`
  await expect(field).toHaveAttribute('aria-describedby', new RegExp(`${id}$`))
  const error = page.locator(`[id="${id}"]`)
  await expect(error).toHaveText(text)
  await expect(error).toHaveRole('alert')
  const [above, below] = [await field.boundingBox(), await error.boundingBox()]
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  expect(await borderOf(field)).toBe(await red(page))
}

export const expectNoErrorAt = (field: Locator): Promise<void> => expect(field).toHaveAttribute('aria-invalid', 'false')
