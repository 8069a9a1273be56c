import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { ErrorResponse, OidcClient, type OidcClientSettings } from 'oidc-client-ts'
import * as openid from 'openid-client'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { snippet } from '#test/guide.ts'
import { isSoak } from '#test/soak.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { answer, CALLBACK, type Client, createBrowser, random, WITH_OIDC } from '#test/website.ts'

const t = useTestApi(WITH_OIDC)
const issuer = () => `${t.api.baseUrl}/oidc`

/** Beside the installed packages, so that Node finds the libraries. */
const cache = resolve(import.meta.dirname, '../../../../../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'libraries-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  // A library takes one address of the product, as websites do.
  t.api.settings['PUBLIC_URL'] = t.api.baseUrl
  await t.api.restart()
})

type Params = Record<string, string>
/** Told to the code of a website by its library. */
type Learned = { isAdult?: unknown; error?: unknown }
type Visit = { address: string; comeBack: (callback: string) => Promise<Learned> }
type Website = (more: Params) => Promise<Visit>

async function register(callback: string, ...options: string[]): Promise<Client> {
  const given = ['--test', '--redirect-uri', callback, ...options]
  const [id = '', secret = ''] = await t.api.operate('client', 'create', t.api.credentials.provider.id, ...given)
  return { id, secret }
}

const environment = ({ id, secret }: Client) => ({
  ISSUER: issuer(),
  CLIENT_ID: id,
  CLIENT_SECRET: secret,
  COOKIE_SECRET: random(),
})

/** A file with the code of that name in the guide. */
function write(name: string, change = (code: string) => code): string {
  const file = join(folder, name)
  writeFileSync(file, change(snippet(name)))
  return file
}

/** Runs that code. @returns its exports */
async function load<M>(name: string, change?: (code: string) => string): Promise<M> {
  return (await import(`${write(name, change)}?${random()}`)) as M
}

/** The cookies of one visitor at a website. */
function createCookies() {
  const cookies = new Map<string, string>()
  return {
    line: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    keep(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
        cookies.set(name, value)
      }
      return response
    },
  }
}

type Registered = { options?: string[]; metadata?: Partial<openid.ClientMetadata>; auth?: openid.ClientAuth }

async function openidClient({ options = [], metadata = {}, auth }: Registered = {}): Promise<Website> {
  const { id, secret } = await register(CALLBACK, ...options)
  const insecure = { execute: [openid.allowInsecureRequests] }
  const proves = auth ?? openid.ClientSecretBasic(secret)
  const config = await openid.discovery(new URL(issuer()), id, metadata, proves, insecure)
  return async (more) => {
    const [pkceCodeVerifier, expectedState, expectedNonce] = [openid.randomPKCECodeVerifier(), random(), random()]
    const code_challenge = await openid.calculatePKCECodeChallenge(pkceCodeVerifier)
    const wish = { redirect_uri: CALLBACK, scope: 'openid age', state: expectedState, nonce: expectedNonce, ...more }
    const build = options.includes('--require-par') ? openid.buildAuthorizationUrlWithPAR : openid.buildAuthorizationUrl
    const { href } = await build(config, { ...wish, code_challenge, code_challenge_method: 'S256' })
    const maxAge = more['max_age'] === undefined ? {} : { maxAge: Number(more['max_age']) }
    const checks = { pkceCodeVerifier, expectedState, expectedNonce, idTokenExpected: true, ...maxAge }
    return {
      address: href,
      comeBack: async (callback) =>
        openid.authorizationCodeGrant(config, new URL(callback), checks).then(
          (tokens) => ({ isAdult: tokens.claims()?.['age_over_18'] }),
          (error: openid.AuthorizationResponseError) => ({ error: error.error ?? error.code }),
        ),
    }
  }
}

async function oidcClientTs(): Promise<Website> {
  const { id } = await register(CALLBACK, '--public')
  const { settings } = await load<{ settings: OidcClientSettings }>('oidc-client-ts.mjs', (code) =>
    code.replace('https://avouch.example', t.api.baseUrl).replace('client_…', id),
  )
  const library = new OidcClient(settings)
  return async ({ max_age, ...more }) => {
    const maxAge = max_age === undefined ? {} : { max_age: Number(max_age) }
    const request = await library.createSigninRequest({ nonce: random(), ...more, ...maxAge })
    return {
      address: request.url,
      comeBack: async (callback) =>
        library.processSigninResponse(callback).then(
          ({ profile }) => ({ isAdult: profile['age_over_18'] }),
          (error: Error) => ({ error: error instanceof ErrorResponse ? error.error : error.message }),
        ),
    }
  }
}

async function authJs(): Promise<Website> {
  const { origin } = new URL(CALLBACK)
  Object.assign(process.env, environment(await register(`${origin}/auth/callback/avouch`)))
  // Its types would bring those of browsers with them.
  type Module = { config: object; Auth: (request: Request, config: object) => Promise<Response> }
  const { config, Auth } = await load<Module>('auth.mjs', (code) => `${code}export { Auth } from '@auth/core'`)
  const quiet = { ...config, logger: { error: () => undefined } }
  return async (more) => {
    const cookies = createCookies()
    const call = async (path: string, body?: URLSearchParams) => {
      const init = { headers: { cookie: cookies.line() }, ...(body && { method: 'POST', body }) }
      return cookies.keep(await Auth(new Request(new URL(path, origin), init), quiet))
    }
    const { csrfToken = '' } = (await (await call('/auth/csrf')).json()) as Params
    const sent = new URLSearchParams({ csrfToken })
    const begun = await call(`/auth/signin/avouch?${new URLSearchParams(more).toString()}`, sent)
    return {
      address: begun.headers.get('location') ?? '',
      async comeBack(callback) {
        const location = new URL((await call(callback)).headers.get('location') ?? '')
        const session = (await (await call('/auth/session')).json()) as { isAdult: boolean } | null
        return session === null ? { error: location.searchParams.get('error') } : { isAdult: session.isAdult }
      },
    }
  }
}

async function expressOpenidConnect(change = (code: string) => code): Promise<Website> {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const env = { ...process.env, ...environment(await register(`${url}/callback`)), SHOP_URL: url, PORT: port }
  const file = write('express-openid-connect.mjs', change)
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill())
  const isUp = async () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isUp).toBe(true)
  return async (more) => {
    const cookies = createCookies()
    const call = async (to: string) =>
      cookies.keep(await fetch(to, { redirect: 'manual', headers: { cookie: cookies.line() } }))
    const address = new URL((await call(`${url}/login`)).headers.get('location') ?? '')
    for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value)
    return {
      address: address.href,
      async comeBack(callback) {
        const response = await call(callback)
        const shown = response.status < 400 ? await call(url) : response
        return (await shown.json()) as Learned
      },
    }
  }
}

/** A visitor's way: through the product, back to the address that the website is called at. */
async function walk(address: string, how: 'yes' | 'no' | 'turns back' | 'unseen') {
  const browser = createBrowser(t.api)
  const request = await browser.follow(address)
  if (how === 'unseen') return { callback: request, lng: null }
  const { searchParams: landing } = new URL(await browser.follow(request))
  if (how !== 'turns back') await answer(t.api, landing.get('mintid') ?? '', how)
  const callback = await browser.follow(await browser.follow(`${request}/done`))
  t.api.secrets.saw(JSON.stringify({ code: new URL(callback).searchParams.get('code') ?? '' }))
  return { callback, lng: landing.get('lng') }
}

const ADULT: Learned = { isAdult: true }
const itself = (error: string) => error
/** Tells what becomes of an error, of an answer with a foreign state, and of one that comes a second time. */
type Library = { make: () => Promise<Website>; heard: (error: string) => string; foreign: string; again: Learned }

const { privateKey, publicKey } = await generateKeyPair('ES256')
const jwks = join(folder, 'jwks.json')
writeFileSync(jwks, JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: '1', alg: 'ES256', use: 'sig' }] }))
const ofOpenid = { heard: itself, foreign: 'OAUTH_INVALID_RESPONSE', again: { error: 'invalid_grant' } }
const es256 = { options: ['--id-token-alg', 'ES256'], metadata: { id_token_signed_response_alg: 'ES256' } }
const signed = { options: ['--jwks', jwks], auth: openid.PrivateKeyJwt({ key: privateKey, kid: '1' }) }
const NO_STATE = 'No matching state found in storage'

describe.runIf(isSoak).each<[string, Library]>([
  ['openid-client', { ...ofOpenid, make: async () => openidClient() }],
  ['openid-client with PAR', { ...ofOpenid, make: async () => openidClient({ options: ['--require-par'] }) }],
  ['openid-client with ES256', { ...ofOpenid, make: async () => openidClient(es256) }],
  ['openid-client with private_key_jwt', { ...ofOpenid, make: async () => openidClient(signed) }],
  ['oidc-client-ts', { make: oidcClientTs, heard: itself, foreign: NO_STATE, again: { error: NO_STATE } }],
  ['Auth.js', { make: authJs, heard: () => 'OAuthCallbackError', foreign: 'Configuration', again: ADULT }],
  [
    'express-openid-connect',
    { make: async () => expressOpenidConnect(), heard: itself, foreign: 'OAUTH_INVALID_RESPONSE', again: ADULT },
  ],
])('a website with %s', (_name, { make, heard, foreign, again }) => {
  test("A website's library learns a yes, and of a refusal its error [OIDC-22]", async () => {
    const website = await make()
    const learns = async (more: Params, how: Parameters<typeof walk>[1]) => {
      const { address, comeBack } = await website(more)
      return comeBack((await walk(address, how)).callback)
    }
    expect(await learns({}, 'yes')).toEqual(ADULT)
    for (const how of ['no', 'turns back'] as const)
      expect(await learns({}, how)).toEqual({ error: heard('access_denied') })
    expect(await learns({ prompt: 'none' }, 'unseen')).toEqual({ error: heard('login_required') })
    for (const more of [{ max_age: '1' }, { prompt: 'login' }, { prompt: 'select_account' }])
      expect(await learns(more, 'yes')).toEqual(ADULT)
  })

  test("A website's library chooses the language, refuses a foreign answer, and takes one once [OIDC-15 OIDC-22]", async () => {
    const website = await make()
    const german = await website({ ui_locales: 'de' })
    const { callback, lng } = await walk(german.address, 'yes')
    expect(lng).toBe('de')
    const other = await website({})
    const answered = new URL((await walk(other.address, 'yes')).callback)
    answered.searchParams.set('state', 'foreign')
    expect(await other.comeBack(answered.href)).toEqual({ error: foreign })
    expect(await german.comeBack(callback)).toEqual(ADULT)
    expect(await german.comeBack(callback)).toEqual(again)
  })
})

test.runIf(isSoak)(
  'A website with the defaults of express-openid-connect learns what they lack [OIDC-18 OIDC-22]',
  async () => {
    const line = "    authorizationParams: { response_type: 'code', scope: 'openid age' },\n"
    const website = await expressOpenidConnect((code) => code.replace(line, '').replace(/.*clientSecret.*\n/, ''))
    const { address, comeBack } = await website({})
    const { callback } = await walk(address, 'unseen')
    expect(new URL(callback).searchParams.get('error')).toBe('unsupported_response_type')
    // To its own code it says that it expected a form; the address has the cause.
    expect(await comeBack(callback)).toEqual({ error: 'OAUTH_INVALID_RESPONSE' })
  },
)
