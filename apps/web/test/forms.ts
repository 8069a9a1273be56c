import { screen, within } from '@testing-library/dom'
import { expect } from 'vitest'
import type { Texts } from '#e2e/support/texts.ts'

/** The fields of the sign-in forms, by what a visitor calls them. */
export const fieldsOf = (t: Texts) => ({
  get country() {
    return screen.getByRole<HTMLInputElement>('combobox', { name: t('phone.country') })
  },
  get number() {
    return screen.getByLabelText<HTMLInputElement>(t('phone.number'))
  },
  get pin() {
    return screen.getByLabelText<HTMLInputElement>(t('pin.label'))
  },
  get repeat() {
    return screen.getByLabelText<HTMLInputElement>(t('pin.repeat'))
  },
  get terms() {
    const [terms] = screen.getAllByRole<HTMLInputElement>('checkbox')
    if (terms === undefined) throw new Error('the form has no terms')
    return terms
  },
  /** The field that a password manager keeps and fills in. */
  get userName() {
    const [field] = document.getElementsByName('username')
    if (!(field instanceof HTMLInputElement)) throw new Error('the form has no user name')
    return field
  },
})

export const buttonOf = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

/** Sets the whole text, as browsers and password managers do, past React. */
export function fill(field: HTMLInputElement, text: string): void {
  field.focus()
  Reflect.set(HTMLInputElement.prototype, 'value', text, field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const describing = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))

/** Reads the description of a field, which a screen reader adds to its name. */
export const descriptionOf = (field: HTMLElement): string =>
  describing(field)
    .map((element) => element?.textContent ?? '')
    .join(' ')

/** The alert to which an invalid field is tied. */
const errorAt = (field: HTMLElement) =>
  field.getAttribute('aria-invalid') === 'true'
    ? describing(field).find((element) => element?.role === 'alert')?.textContent
    : undefined

/** Milliseconds; most texts need none. */
const SOON = { interval: 5 }

/** @param find the field: another element may take its place */
export async function expectErrorAt(find: () => HTMLElement, text: string): Promise<void> {
  await expect.poll(() => errorAt(find()), SOON).toBe(text)
}

export async function expectNoErrorAt(find: () => HTMLElement): Promise<void> {
  await expect.poll(() => find().getAttribute('aria-invalid'), SOON).toBe('false')
}

/** The texts of the notifications, one for each. */
export const noticesIn = (t: Texts): string[] =>
  screen
    .queryAllByRole('region', { name: t('layout.notifications') })
    .flatMap((region) => within(region).queryAllByRole('listitem'))
    .map((notice) => notice.textContent)

export async function expectNotice(t: Texts, text: string): Promise<void> {
  await expect.poll(() => noticesIn(t).join(' '), SOON).toContain(text)
}

/** @param text it may be a part of what an element says */
export async function expectSaid(text: string): Promise<void> {
  await expect.poll(() => document.body.textContent, SOON).toContain(text)
}

const withoutHyphens = (text: string | undefined) => text?.replaceAll('\u00ad', '')

/** The page with this heading; soft hyphens are not read. */
export async function expectPage(heading: string): Promise<void> {
  const shown = () => withoutHyphens(screen.queryByRole('heading', { level: 1 })?.textContent)
  await expect.poll(shown, SOON).toBe(withoutHyphens(heading))
}
