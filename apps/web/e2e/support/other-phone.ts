import type { Browser, Page } from '@playwright/test'
import { account } from './account.ts'
import { beginCheck, endCheck } from './check.ts'
import type { Visit } from './steps.ts'
import { newAddress } from './world.ts'

export const qrCode = (page: Page, { t }: Visit) => page.getByRole('img', { name: t('app.qr') })
/** The number to compare. */
export const numberOn = async (page: Page) => Number(await page.getByText(/^[1-9][0-9]$/).textContent())

/** The app on another phone: another browser, by the calls that the app makes. */
export async function phoneOf(browser: Browser, visit: Visit) {
  const context = await browser.newContext({ extraHTTPHeaders: { 'x-forwarded-for': newAddress() } })
  const owner = { ...visit, request: context.request }
  const tokens = await account(owner)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const post = async (path: string, data: object = {}) => {
    const answer = await context.request.post(`${visit.world.product}${path}`, { headers, data })
    return {
      status: answer.status(),
      body: answer.status() === 204 ? {} : ((await answer.json()) as Record<string, unknown>),
    }
  }
  const link = (url: string) => `/api/app/links/${url.split('/').at(-1)}`
  return {
    claim: (url: string) => post(`${link(url)}/claim`),
    pick: (url: string, number: number) => post(`${link(url)}/match`, { number }),
    refuse: (url: string) => post(`${link(url)}/refuse`),
    async prove(mintid: string) {
      await context.request.get(`${visit.world.product}/api/idcheck/init?mintid=${mintid}`, { headers })
      await endCheck(owner, await beginCheck(owner, tokens), 'COMPLETED')
    },
    confirm: (mintid: string) => post(`/api/idcheck/intent/${mintid}/confirm`),
    close: () => context.close(),
  }
}
