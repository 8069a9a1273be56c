import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { en } from '@avouch/phrases/age-app/en'
import { type Browser, type BrowserContext, devices } from '@playwright/test'
import { refusedConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { operate } from './support/operator.ts'
import { accountInApp } from './support/phone-app.ts'
import { textsOf } from './support/texts.ts'
import { newAddress } from './support/world.ts'

const t = textsOf('en')

/** A website with an OpenID Connect client. @returns where it sends a tab, and where the tab comes back to */
async function openWebsite(product: string): Promise<{ ask: string; callback: string }> {
  // A route of the browser's would not see a redirect.
  const server = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Back</h1>'))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  const callback = `http://vinothek.localhost:${(server.address() as AddressInfo).port}/callback`
  const id = `vinothek-${randomBytes(5).toString('hex')}`
  await operate('provider', 'create', id, 'Vinothek')
  const [client = ''] = /client_[\w-]+/.exec(await operate('client', 'create', id, '--redirect-uri', callback)) ?? []
  const query = { client_id: client, redirect_uri: callback, response_type: 'code', scope: 'openid age' }
  const proof = { code_challenge: randomBytes(32).toString('base64url'), code_challenge_method: 'S256' }
  const own = { state: 'a-state', nonce: 'a-nonce' }
  return { ask: `${product}/oidc/auth?${new URLSearchParams({ ...query, ...proof, ...own })}`, callback }
}

/** A phone with both apps, and a browser without an API for apps. */
async function phoneOf(browser: Browser): Promise<BrowserContext> {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US', extraHTTPHeaders })
  await context.addCookies([refusedConsent()])
  await context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  return context
}

test('A website with OpenID Connect gets its answer at the door of the app, of an age app and of the first page [RETURN-04]', async ({
  browser,
  visit,
  expectRefusals,
}) => {
  expectRefusals(404)
  const { ask, callback } = await openWebsite(visit.world.product)
  const context = await phoneOf(browser)
  const page = await context.newPage()
  await accountInApp(context, visit)
  const tap = (name: string) => page.getByRole('button', { name }).click()
  const ways = [
    async (mintid: string) => {
      await page.goto(`${visit.world.phone}/app?mintid=${mintid}&mobile=true`)
      await tap('Refuse')
      await expect(page.getByText('Refused').first()).toBeVisible()
      await expect(page.getByRole('main')).toContainText('passed on')
    },
    async () => {
      await page.getByRole('link', { name: t('landing.ageApp') }).click()
      await tap('Do not show')
      await expect(page.getByText(en['ageApp.cancelled']).first()).toBeVisible()
    },
    async () => undefined,
  ]
  for (const go of ways) {
    await page.goto(ask)
    await page.waitForURL(`${visit.world.product}/?**`)
    await go(new URL(page.url()).searchParams.get('mintid') ?? '')
    await page.getByRole('link', { name: /^(?:Not now: back|Return|Back) to Vinothek$/ }).click()
    await page.waitForURL(`${callback}?**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  }
  await context.close()
})
