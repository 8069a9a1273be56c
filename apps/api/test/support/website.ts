import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApi } from './test-api.ts'

export const PRODUCT = 'http://product.test'
export const ISSUER = `${PRODUCT}/oidc`
export const CALLBACK = 'https://shop.example/callback'

/** Settings of a server with the OpenID Connect provider. */
export const WITH_OIDC = { OIDC: 'on' }

export const random = (): string => randomBytes(32).toString('base64url')
export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
export const basicOf = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

export type Client = { id: string; secret: string }
type Fields = Record<string, string>

/** A client of the sandbox's provider, of test intents unless its options say otherwise. */
export async function createClient(api: TestApi, ...options: string[]): Promise<Client> {
  const given = ['--redirect-uri', CALLBACK, ...options]
  const [id = '', secret = ''] = await api.operate('client', 'create', api.credentials.provider.id, '--test', ...given)
  return { id, secret }
}

/** A live client, which is for visitors. */
export async function createLiveClient(api: TestApi, provider: string, ...options: string[]): Promise<Client> {
  const [id = '', secret = ''] = await api.operate('client', 'create', provider, '--redirect-uri', CALLBACK, ...options)
  return { id, secret }
}

type Cookie = { name: string; value: string; path: string }

/** A browser at the product's address: keeps cookies by their path, and follows nothing by itself. */
export function createBrowser(api: TestApi) {
  const cookies: Cookie[] = []
  const keep = (line: string) => {
    const [pair = '', ...attributes] = line.split('; ')
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const path = attributes.find((one) => one.startsWith('path='))?.slice(5) ?? '/'
    const before = cookies.findIndex((one) => one.name === name && one.path === path)
    if (before >= 0) cookies.splice(before, 1)
    if (value !== '') cookies.push({ name, value, path })
    api.secrets.saw(JSON.stringify({ oidc_request: value }))
  }
  return {
    cookies,
    async visit(address: string, init: { method?: string; body?: URLSearchParams } = {}): Promise<Response> {
      const url = new URL(address, PRODUCT)
      const sent = cookies.filter(({ path }) => url.pathname.startsWith(path))
      const response = await fetch(api.baseUrl + url.pathname + url.search, {
        redirect: 'manual',
        ...init,
        headers: {
          'x-forwarded-for': api.place.address,
          accept: 'text/html',
          cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; '),
        },
      })
      for (const line of response.headers.getSetCookie()) keep(line)
      return response
    },
    /** Follows an address. @returns where its redirect leads to */
    async follow(address: string): Promise<string> {
      const response = await this.visit(address)
      await response.text()
      expect(response.status).toBe(303)
      return response.headers.get('location') ?? ''
    },
  }
}
export type Browser = ReturnType<typeof createBrowser>

/** An authorization request, and what the website keeps of it. */
export function newRequest(api: TestApi, client: Pick<Client, 'id'>, more: Fields = {}) {
  const [verifier, state, nonce] = [random(), random(), random()]
  api.secrets.saw(JSON.stringify({ code_verifier: verifier, state, nonce }))
  const params: Fields = {
    client_id: client.id,
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid age',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...more,
  }
  return { verifier, state, nonce, params, address: `/oidc/auth?${new URLSearchParams(params).toString()}` }
}

/** Up to the landing page. @returns its merchant intent code and the address of the request */
export async function arrive(browser: Browser, address: string) {
  const request = await browser.follow(address)
  const landing = new URL(await browser.follow(request))
  return { request, landing, mintid: landing.searchParams.get('mintid') ?? '' }
}

/** Answers the test intent of a code without a visitor. */
export async function answer(
  api: TestApi,
  mintid: string,
  result: 'yes' | 'no',
  key = api.credentials.provider.apiKey,
) {
  const { data } = await api.client('listIntents', { query: { limit: '20' } }, { bearer: key })
  const intent = data.data.find((one) => one.mintid === mintid)
  await api.client('answerTestIntent', { params: { id: intent?.id ?? '' }, body: { result } }, { bearer: key })
}

/** From the screens back to the website. @returns the parameters that it gets */
export async function goBack(api: TestApi, browser: Browser, request: string): Promise<URLSearchParams> {
  const website = new URL(await browser.follow(await browser.follow(`${request}/done`)))
  api.secrets.saw(JSON.stringify({ code: website.searchParams.get('code') ?? '' }))
  expect(website.href.startsWith(CALLBACK)).toBe(true)
  return website.searchParams
}

/** A test client's request that is answered yes, up to the code. */
export async function getCode(api: TestApi, client: Client, more: Fields = {}, browser = createBrowser(api)) {
  const asked = newRequest(api, client, more)
  const { request, mintid } = await arrive(browser, asked.address)
  await answer(api, mintid, 'yes')
  const params = await goBack(api, browser, request)
  return { ...asked, params, code: params.get('code') ?? '', browser }
}

/** Calls an endpoint as a website's server. */
export async function post(api: TestApi, path: string, fields: Fields, headers: Fields = {}) {
  const response = await fetch(`${api.baseUrl}/oidc${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': api.place.address, ...headers },
  })
  const text = await response.text()
  for (const said of [text, headers['authorization'], new URLSearchParams(fields).toString()]) api.secrets.saw(said)
  const data = JSON.parse(text) as Record<string, string>
  return { status: response.status, data, headers: response.headers }
}

type Redeemed = { code: string; verifier: string }

export const redeem = (api: TestApi, client: Client, { code, verifier }: Redeemed, more: Fields = {}) =>
  post(
    api,
    '/token',
    { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, ...more },
    client.secret === '' ? {} : { authorization: basicOf(client.id, client.secret) },
  )

/** The claims that an access token is good for. */
export async function userinfo(api: TestApi, token: string) {
  const headers = { 'x-forwarded-for': api.place.address, authorization: `Bearer ${token}` }
  const response = await fetch(`${api.baseUrl}/oidc/userinfo`, { headers })
  return { status: response.status, data: (await response.json()) as Record<string, unknown> }
}
