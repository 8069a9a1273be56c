import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { Texts } from './texts.ts'

/** The fields of the sign-in forms, by what a visitor calls them. */
export const fieldsOf = (page: Page, t: Texts) => ({
  country: page.getByRole('combobox', { name: t('phone.country') }),
  number: page.getByLabel(t('phone.number'), { exact: true }),
  pin: page.getByLabel(t('pin.label'), { exact: true }),
  repeat: page.getByLabel(t('pin.repeat'), { exact: true }),
  terms: page.getByRole('checkbox').first(),
})

/** Reads what a visitor sees of an invalid field: the text and position of its alert, and the colour of its border. */
const lookAt = (field: Locator) =>
  field.evaluate((input) => {
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? []
    const error = described.map((id) => document.getElementById(id)).find((element) => element?.role === 'alert')
    if (error === null || error === undefined) return undefined
    const border = getComputedStyle(input).borderTopColor
    return {
      text: error.textContent,
      isInvalid: input.ariaInvalid === 'true',
      isBelow: error.getBoundingClientRect().top >= input.getBoundingClientRect().bottom,
      isRed: border === getComputedStyle(error).color,
    }
  })

/** The text stands below the field, is tied to it, and the border is red. */
export const expectErrorAt = (field: Locator, text: string): Promise<void> =>
  expect.poll(() => lookAt(field)).toEqual({ text, isInvalid: true, isBelow: true, isRed: true })
