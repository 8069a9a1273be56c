import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { test as base } from 'vitest'
import { makeOfficeKeys, type OfficeKeys } from '../src/age-office/office-keys.ts'
import type { Movement } from '../src/phone/bank/bank.tsx'
import { createPhoneServer } from '../src/phone/phone-server.tsx'
import type { Order } from '../src/provider/orders.ts'
import { createProviderServer } from '../src/provider/provider-server.tsx'
import { addShop, newVisits } from '../src/shop/shop.tsx'
import { type FakeProduct, PROVIDER, startFakeProduct } from './fake-product.ts'

const PRODUCT = 'http://product.test'
export const SMS_TOKEN = 'sms-token-of-the-tests'
/** Headers of a form on a page of the server itself. */
export const OWN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
type Texts = Record<string, string>

export const quiet = { assetsDir: import.meta.dirname, log: () => undefined }

/** Posts a form as a page of the server itself does, unless the headers say another thing. */
export const post = (app: FastifyInstance, url: string, fields: Texts = {}, cookies: Texts = {}, headers: Texts = {}) =>
  app.inject({
    method: 'POST',
    url,
    cookies,
    headers: { ...OWN, ...headers },
    payload: new URLSearchParams(fields).toString(),
  })

type Answer = { cookies: readonly { name: string; value: string }[] }
export const cookiesOf = ({ cookies }: Answer): Texts =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))

export const fakeBank = () => ({
  callbackSecret: `whsec_${randomBytes(24).toString('base64')}`,
  token: 'bank-token-of-the-tests',
  movements: new Map<string, Movement>(),
})

let office: Promise<OfficeKeys> | undefined
/** Made once, because an RSA key takes its time. */
const officeKeys = () => (office ??= makeOfficeKeys(new Date()))

/** The phone's server, with what a test does not name made up. */
export const startPhoneServer = async (options: Partial<Parameters<typeof createPhoneServer>[0]> = {}) =>
  createPhoneServer({
    ...quiet,
    apiUrl: PRODUCT,
    productUrl: PRODUCT,
    storyUrl: 'http://localhost:3001/start/now',
    token: SMS_TOKEN,
    messages: new Map(),
    runs: new Map(),
    bank: fakeBank(),
    office: await officeKeys(),
    ...options,
  })

export const GATED = '/films/red-corridor'
export const OPEN = '/films/low-tide'

type Orders = Map<string, Order>

/** The cinema with the wine shop, and browsers of its visitors. */
export async function startCinema({ url }: FakeProduct, orders: Orders = new Map()) {
  const shared = { ...quiet, apiUrl: url, productUrl: url, publicUrl: 'http://localhost:3001' }
  const app = await createProviderServer({
    ...shared,
    orders,
    credentials: PROVIDER,
    beside: {
      phone: 'http://localhost:3003',
      desk: 'http://localhost:3002/desk',
      console: 'http://localhost:3000/console',
    },
  })
  const credentials = { clientId: 'client', clientSecret: 'secret' }
  addShop(app, { ...shared, credentials, visits: newVisits(() => undefined), clock: () => new Date() })
  /** A browser of its own, at one film: keeps the cookies it gets. */
  async function visitor(film = GATED, lang = 'en', known?: Texts) {
    const cookies = known ?? cookiesOf(await app.inject({ url: `${film}?lang=${lang}` }))
    const page = async () => (await app.inject({ url: film, cookies })).body
    const send = (path: string, fields: Texts = {}, headers: Texts = {}) =>
      post(app, path, { film: film.replace('/films/', ''), ...fields }, cookies, headers)
    return {
      cookies,
      page,
      post: send,
      ask: (headers: Texts = {}) => send('/ask', {}, headers),
      version: async () => /data-version="([^"]+)"/.exec(await page())?.[1],
    }
  }
  return { app, orders, visitor, [Symbol.asyncDispose]: () => app.close() }
}
type Cinema = Awaited<ReturnType<typeof startCinema>>

/** A test with a product of its own, and a cinema that asks it. */
export const test = base.extend<{ product: FakeProduct; cinema: Cinema }>({
  product: async ({ task: _ }, use) => {
    await using product = await startFakeProduct()
    await use(product)
  },
  cinema: async ({ product }, use) => {
    await using cinema = await startCinema(product)
    await use(cinema)
  },
})
