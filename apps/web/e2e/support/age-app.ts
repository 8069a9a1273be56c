import { en } from '@avouch/phrases/age-app/en'
import { de } from '@avouch/phrases/age-app/de'
import { type Browser, expect, type Page } from '@playwright/test'
import { newPhone } from './phone-app.ts'
import type { Visit } from './steps.ts'

/** The texts of the screen of age apps, and of the sandbox's age app. */
export const AGE_TEXTS = { en, de } as const
const APP = {
  en: { show: 'Show', paste: 'Paste the link of the code', open: 'Open' },
  de: { show: 'Zeigen', paste: 'Link des Codes einfügen', open: 'Öffnen' },
} as const

export type Person = 'adult' | 'teenager' | 'only18' | 'expired' | 'unlisted'

/** The ways that are folded under the first one. */
export const otherWays = (page: Page, { language }: Visit) =>
  page.locator('summary').filter({ hasText: AGE_TEXTS[language]['ageApp.anotherWay'] })

/** Takes one of them. */
export async function takeOtherWay(page: Page, visit: Visit, way: keyof typeof en): Promise<void> {
  await otherWays(page, visit).click()
  await page.getByRole('button', { name: AGE_TEXTS[visit.language][way] }).click()
}

/** In the age app, with a request open: gets proofs where it has none, and shows one. */
export async function showProof(phone: Page, { language }: Visit, person: Person = 'adult'): Promise<void> {
  await expect(phone.getByRole('heading', { level: 1 })).toContainText('18')
  await phone.locator(`#office-${person}`).click()
  await phone.getByRole('button', { name: APP[language].show, exact: true }).click()
}

/** The age app on another phone, with the request of a code open. */
export async function scanWithAgeApp(browser: Browser, visit: Visit, link: string) {
  const context = await newPhone(browser, visit)
  const phone = await context.newPage()
  const words = APP[visit.language]
  await phone.goto(`${visit.world.phone}/age-app/scan`)
  await phone.getByLabel(words.paste).fill(link)
  await phone.getByRole('button', { name: words.open }).click()
  return { phone, close: () => context.close() }
}

/**
 * Gives a page the browser's API, with the sandbox's age app behind it, because the browser of the tests has none. It hands on
 * the request and the origin of the page, as a browser does.
 */
export async function bringBrowserApi(page: Page, { request, world }: Visit, person: Person = 'adult'): Promise<void> {
  await page.exposeFunction('askSandbox', async (asked: unknown, origin: string) => {
    const answer = await request.post(`${world.phone}/age-app/browser`, { data: { person, origin, request: asked } })
    return (await answer.json()) as { response: string }
  })
  await page.addInitScript(() => {
    type Asked = { digital: { requests: [unknown] } }
    const { askSandbox } = window as unknown as {
      askSandbox: (asked: unknown, origin: string) => Promise<{ response: string }>
    }
    const DigitalCredential = { userAgentAllowsProtocol: (protocol: string) => protocol === 'org-iso-mdoc' }
    Object.assign(window, { DigitalCredential })
    navigator.credentials.get = async (options) => {
      const { requests } = (options as unknown as Asked).digital
      return { id: '', type: 'digital', data: await askSandbox(requests[0], window.origin) } as Credential
    }
  })
}
