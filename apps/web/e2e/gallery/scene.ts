import { expect, type Page } from '@playwright/test'
import { account, keepSession } from '../support/account.ts'
import type { Visit } from '../support/steps.ts'
import type { Texts } from '../support/texts.ts'

/** A screen as it looks in one state: how a visitor comes to it, and how the page shows that it is there. */
export type Scene = {
  screen: string
  state: string
  /** @returns the tab to take the picture of, when it is another one */
  open: (page: Page, visit: Visit) => Promise<Page | void>
  /** The kind of device that alone has it. */
  only?: 'phone' | 'desktop'
  /** It changes the whole product: such scenes are taken one after the other, in the end. */
  alone?: true
}

type Open = Scene['open']

/** The states of a screen, by their names. */
export const scenesOf =
  (screen: string, kind: Pick<Scene, 'only' | 'alone'> = {}) =>
  (states: Record<string, Open>): Scene[] =>
    Object.entries(states).map(([state, open]) => ({ screen, state, open, ...kind }))

/** Opens an address at which this heading is seen. */
export const shows =
  (address: string, heading: Parameters<Texts>[0]): Open =>
  async (page, { t }) => {
    await page.goto(address)
    await seen(page, t(heading as 'landing.heading'))
  }

export const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
export const seen = (page: Page, name: string | RegExp): Promise<void> => expect(heading(page, name)).toBeVisible()

/** A notification that says this. */
export const notified = (page: Page, { t }: Visit, text: string): Promise<void> =>
  expect(
    page
      .getByRole('region', { name: t('layout.notifications') })
      .getByRole('listitem')
      .filter({ hasText: text }),
  ).toBeVisible()

/** The answers of an address do not come: what waits for them stays as it is. */
export async function withhold(page: Page, address: string): Promise<void> {
  await page.route(address, () => {})
}

/** A page of a visitor with an account and a session. */
export async function openSignedIn(page: Page, visit: Visit, path: string): Promise<void> {
  await keepSession(page, await account(visit))
  await page.goto(path)
}

/** An open request of the cinema. @returns the landing page's address */
export async function requestOfTheCinema(page: Page, visit: Visit): Promise<string> {
  const film = await page.context().newPage()
  await film.goto(`${visit.world.provider}/films/red-corridor`)
  const button = film.getByRole('button').filter({ hasText: /18/ })
  const [tab] = await Promise.all([opened(film, visit), button.click()])
  await tab.waitForURL(`${visit.world.product}/**`)
  const address = tab.url()
  for (const other of new Set([film, tab])) await other.close()
  return address
}

/** An open request of the wine shop, in the same tab, by OpenID Connect. @returns the landing page's address */
export async function requestOfTheShop(page: Page, { world }: Visit): Promise<string> {
  await page.goto(`${world.provider}/wine`)
  await page.getByRole('button').filter({ hasText: /18/ }).click()
  await page.waitForURL(`${world.product}/**`)
  return page.url()
}

const opened = (film: Page, { isMobile }: Visit) =>
  isMobile ? Promise.resolve(film) : film.context().waitForEvent('page')
