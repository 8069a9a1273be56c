import { randomBytes } from 'node:crypto'
import type { Movement } from '../src/bank/bank.ts'
import { createPhoneServer } from '../src/phone/phone-server.tsx'
import { createProviderServer } from '../src/provider/provider-server.tsx'
import { type FakeProduct, PROVIDER } from './fake-product.ts'

const PRODUCT = 'http://product.test'
export const SMS_TOKEN = 'sms-token-of-the-tests'
/** Headers of a form on a page of the server itself. */
export const OWN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }

const quiet = { assets: new Map(), log: () => undefined }

/** What the bank of a test signs and is known by, and what it keeps. */
export const fakeBank = () => ({
  callbackSecret: `whsec_${randomBytes(24).toString('base64')}`,
  token: 'bank-token-of-the-tests',
  movements: new Map<string, Movement>(),
})

/** The phone's server, with what a test does not name made up. */
export const startPhoneServer = (options: Partial<Parameters<typeof createPhoneServer>[0]> = {}) =>
  createPhoneServer({
    ...quiet,
    apiUrl: PRODUCT,
    productUrl: PRODUCT,
    token: SMS_TOKEN,
    messages: new Map(),
    hits: new Map(),
    bank: fakeBank(),
    ...options,
  })

type ProviderOptions = Parameters<typeof createProviderServer>[0]

/** The cinema's server, with what it keeps. */
export const startProviderServer = (
  { url }: FakeProduct,
  kept: Partial<Pick<ProviderOptions, 'bookings' | 'tickets'>>,
) =>
  createProviderServer({
    ...quiet,
    apiUrl: url,
    productUrl: url,
    publicUrl: 'http://localhost:3001',
    credentials: PROVIDER,
    bookings: new Map(),
    tickets: new Map(),
    ...kept,
  })

type Answer = { cookies: readonly { name: string; value: string }[] }
export const cookiesOf = ({ cookies }: Answer): Record<string, string> =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
