import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test as base, expect } from 'vitest'
import { PROOF_OF_AGE } from '../src/age-office/office-keys.ts'
import { cookiesOf, post, startPhoneServer } from './servers.ts'

const NONCE = 'nonce-of-the-tests'

function dcqlFor(doctype: string): string {
  const claims = [{ id: '18', path: [PROOF_OF_AGE, 'age_over_18'] }]
  const credential = { id: 'proof', format: 'mso_mdoc', meta: { doctype_value: doctype }, claims }
  return JSON.stringify({ credentials: [credential] })
}

/** Takes the answers of age apps as the product does. */
async function startVerifier() {
  const received: URLSearchParams[] = []
  async function answer(request: IncomingMessage, response: ServerResponse) {
    received.push(new URLSearchParams(await text(request)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const responseUri = `${url}/openid4vp/response/route-of-the-tests`
  return {
    url,
    received,
    link(changed: Readonly<Record<string, string>> = {}) {
      const fields = {
        client_id: `redirect_uri:${changed['response_uri'] ?? responseUri}`,
        response_type: 'vp_token',
        response_mode: 'direct_post',
        response_uri: responseUri,
        nonce: NONCE,
        dcql_query: dcqlFor(PROOF_OF_AGE),
        ...changed,
      }
      return `av://?${new URLSearchParams(fields)}`
    },
    /** The one presentation of the last answer. */
    presented(): Buffer {
      const { proof } = JSON.parse(received.at(-1)?.get('vp_token') ?? '{}') as { proof?: string[] }
      return Buffer.from(proof?.[0] ?? '', 'base64url')
    },
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The age app of a phone, as one browser uses it. */
async function startPhone() {
  const verifier = await startVerifier()
  const app = await startPhoneServer({ apiUrl: verifier.url, productUrl: verifier.url })
  const cookies = cookiesOf(await app.inject('/age-app'))
  const get = (path: string) => app.inject({ url: `/age-app${path}`, cookies })
  const send = (path: string, fields = {}) => post(app, `/age-app${path}`, fields, cookies)
  return {
    verifier,
    see: async (path = '') => (await get(path)).body,
    open: (link = verifier.link()) => get(`/open${new URL(link).search}`),
    scan: (link: string) => send('/scan', { link }),
    get: (person: string) => send('/office', { person }),
    show: (person: string, nonce = NONCE) => send('/request/show', { person, nonce }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await verifier[Symbol.asyncDispose]()
    },
  }
}

const test = base.extend<{ phone: Awaited<ReturnType<typeof startPhone>> }>({
  phone: async ({ task: _ }, use) => {
    await using phone = await startPhone()
    await use(phone)
  },
})

test('The age app has proofs for each person, and shows each once [APP-10]', async ({ phone }) => {
  await phone.get('adult')
  await phone.get('teenager')
  await phone.open()
  await phone.show('adult')
  expect(await phone.see()).toMatch(/An adult.*29 proofs left.*16 years old.*30 proofs left/s)
  const first = phone.verifier.presented()
  await phone.open()
  await phone.show('adult')
  expect(phone.verifier.presented().equals(first)).toBe(false)
})

test('The age app asks before it shows anything, and names who asks [APP-10]', async ({ phone }) => {
  await phone.get('adult')
  await phone.open()
  const { host } = new URL(phone.verifier.url)
  expect(await phone.see('/request')).toContain(`Show “18 or over” to ${host}?`)
  expect(phone.verifier.received).toEqual([])
})

test('A tap in the age app answers the request that its page showed, and no later one [APP-10]', async ({ phone }) => {
  await phone.get('adult')
  await phone.open()
  await phone.open(phone.verifier.link({ nonce: 'a-later-one' }))
  await phone.show('adult')
  expect(phone.verifier.received).toEqual([])
  await phone.show('adult', 'a-later-one')
  expect(phone.verifier.received).toHaveLength(1)
})

test('The age app refuses codes and requests that are not for it', async ({ phone }) => {
  const { verifier } = phone
  for (const link of [
    'https://elsewhere.test/w/short-link-of-the-tests',
    verifier.link({ client_id: 'redirect_uri:https://elsewhere.test/' }),
    verifier.link({ dcql_query: dcqlFor('pid') }),
  ])
    expect((await phone.scan(link)).statusCode).toBe(422)
})

test('The age app sends its answers to the product alone', async ({ phone }) => {
  await phone.get('adult')
  await phone.open(phone.verifier.link({ response_uri: 'http://localhost:1/answer' }))
  await phone.show('adult')
  expect(await phone.see('/request')).toContain('No connection')
})
