import { CONSENT_COOKIE, type Consent, readConsent } from '@avouch/contract'
import { de } from '@avouch/phrases/consent/de'
import { en } from '@avouch/phrases/consent/en'
import type { Locator, Page } from '@playwright/test'
import { ADDRESSES } from './world.ts'

/** The texts of the question about consent. */
export const CONSENT_TEXTS = { en, de } as const

/** The question, by what it is called; in both places there is the same choice. */
export function askedOn(page: Page, language: keyof typeof CONSENT_TEXTS) {
  const texts = CONSENT_TEXTS[language]
  const banner = page.getByRole('region', { name: texts['consent.title'] })
  const dialog = page.getByRole('dialog', { name: texts['consent.dialogTitle'] })
  const choiceIn = (place: typeof banner, refuse: string, accept: string) => ({
    refuse: place.getByRole('button', { name: refuse }),
    accept: place.getByRole('button', { name: accept }),
  })
  return {
    texts,
    banner,
    dialog,
    inBanner: choiceIn(banner, texts['consent.reject'], texts['consent.accept']),
    inDialog: choiceIn(dialog, texts['consent.onlyNecessary'], texts['consent.acceptAll']),
    settings: banner.getByRole('button', { name: texts['consent.settings'] }),
    analytics: dialog.getByRole('switch', { name: texts['consent.analytics'] }),
    targeting: dialog.getByRole('switch', { name: texts['consent.targeting'] }),
    save: dialog.getByRole('button', { name: texts['consent.save'] }),
  }
}

/** The controls of the page, as far as they are in the window, that a press in their middle does not reach for the question. */
export const coveredBy = (banner: Locator): Promise<string[]> =>
  banner.evaluate((question) =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary')].flatMap((control) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const pressed = document.elementFromPoint(left + width / 2, top + height / 2)
      return !question.contains(control) && question.contains(pressed) ? [control.textContent] : []
    }),
  )

/**
 * The buttons and headings whose text leaves its own box, and buttons that lie over each other. At large text a word that does not
 * fit is printed over its neighbour, which no width of the page shows.
 */
export const overflowing = (place: Locator): Promise<string[]> =>
  place.evaluate((element) => {
    const controls = [...element.querySelectorAll<HTMLElement>('button, h2, h3, dt')].filter(
      (control) => control.getClientRects().length > 0 && control.offsetWidth > 1,
    )
    const outside = controls.filter((control) => {
      const range = document.createRange()
      range.selectNodeContents(control)
      const [text, box] = [range.getBoundingClientRect(), control.getBoundingClientRect()]
      return (
        text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1
      )
    })
    return outside.map(({ textContent }) => textContent)
  })

/** The cookie as it is kept. */
export async function keptConsent(page: Page): Promise<Consent | undefined> {
  const cookies = await page.context().cookies()
  return readConsent(cookies.map(({ name, value }) => `${name}=${value}`).join('; '))
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** The cookie of a visitor who chose "Only necessary" before. */
export function refusedConsent() {
  const asked = new Date(Date.now() - DAY_MS).toISOString()
  const consent: Consent = {
    categories: ['necessary'],
    services: { necessary: [], analytics: [], targeting: [] },
    revision: 0,
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: asked,
    lastConsentTimestamp: asked,
    expirationTime: Date.now() + 181 * DAY_MS,
  }
  return { name: CONSENT_COOKIE, value: encodeURIComponent(JSON.stringify(consent)), url: ADDRESSES.product }
}
