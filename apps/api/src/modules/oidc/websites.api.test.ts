import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { snippet } from '#test/guide.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { answer, arrive, createBrowser, random, WITH_OIDC } from '#test/website.ts'

const t = useTestApi(WITH_OIDC)
/** Beside the installed packages, so that Node finds the libraries. */
const cache = resolve(import.meta.dirname, '../../../../../node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'websites-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeAll(async () => {
  // A library takes one address of the product, as websites do.
  t.api.settings['PUBLIC_URL'] = t.api.baseUrl
  await t.api.restart()
})

type Call = (address: string, init?: RequestInit) => Promise<Response>

/** A browser at a website, with its cookies. */
function visitorOf(website: Call): Call {
  const cookies = new Map<string, string>()
  return async (address, init) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await website(address, { redirect: 'manual', ...init, headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      cookies.set(name, value)
    }
    return response
  }
}

/** Writes the code of that name in the guide into a file, for a client that is registered as the guide says. */
async function prepare(name: string, returns: string, more = '') {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const shop = `shop-${port}`
  await t.api.operate('provider', 'create', shop, 'My Shop')
  const words = snippet('client').replace('npm run avouch -- ', '').replace('my-shop', shop)
  const [id = '', secret = ''] = await t.api.operate(
    ...words
      .replace('$SHOP_URL/callback', url + returns)
      .trim()
      .split(' '),
  )
  const key = (await t.api.operate('provider', 'key', 'create', shop, '--test')).at(-1) ?? ''
  const env = { ISSUER: `${t.api.baseUrl}/oidc`, CLIENT_ID: id, CLIENT_SECRET: secret, COOKIE_SECRET: random() }
  const file = join(folder, name)
  writeFileSync(file, snippet(name) + more)
  return { url, key, file, env: { ...env, SHOP_URL: url, PORT: port } }
}

/** The guide's website in a process of its own. */
async function started(name: string, asks: string) {
  const { url, key, file, env } = await prepare(name, '/callback')
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: 'ignore' })
  onTestFinished(() => void child.kill())
  await expect.poll(async () => fetch(url).catch(() => undefined)).toBeDefined()
  return { url, key, website: fetch as Call, ask: async (visitor: Call) => visitor(url + asks) }
}

async function authJs() {
  const { url, key, file, env } = await prepare(
    'auth.mjs',
    '/auth/callback/avouch',
    `export { Auth } from '@auth/core'`,
  )
  Object.assign(process.env, env)
  // Its types would bring those of browsers with them.
  type Module = { config: object; Auth: (request: Request, config: object) => Promise<Response> }
  const { config, Auth } = (await import(file)) as Module
  const quiet = { ...config, logger: { error: () => undefined } }
  const ask = async (visitor: Call) => {
    const { csrfToken } = (await (await visitor(`${url}/auth/csrf`)).json()) as { csrfToken: string }
    return visitor(`${url}/auth/signin/avouch`, { method: 'POST', body: new URLSearchParams({ csrfToken }) })
  }
  return {
    url,
    key,
    website: async (address: string, init?: RequestInit) => Auth(new Request(address, init), quiet),
    ask,
  }
}

test.each([
  { name: 'wine-shop.mjs', start: () => started('wine-shop.mjs', '/ask'), page: '/', yes: /Welcome/ },
  {
    name: 'express-openid-connect.mjs',
    start: () => started('express-openid-connect.mjs', '/login'),
    page: '/',
    yes: /"isAdult":true/,
  },
  { name: 'auth.mjs', start: authJs, page: '/auth/session', yes: /"isAdult":true/ },
])(
  'The website $name of the integration guide hears yes or a refusal, and an answer is worth nothing to others [OIDC-19]',
  async ({ start, page, yes }) => {
    const { url, key, website, ask } = await start()
    /** All that the website says to a visitor who comes back. */
    const told = async (visitor: Call, callback: string) => {
      const [back, shown] = [await visitor(callback), await visitor(url + page)]
      return [back.headers.get('location'), await back.text(), await shown.text()].join('\n')
    }
    for (const [result, says] of [
      ['yes', yes],
      ['no', /access_denied|OAuthCallbackError/],
    ] as const) {
      const visitor = visitorOf(website)
      const browser = createBrowser(t.api)
      const { request, mintid } = await arrive(browser, (await ask(visitor)).headers.get('location') ?? '')
      await answer(t.api, mintid, result, key)
      const callback = await browser.follow(await browser.follow(`${request}/done`))
      t.api.secrets.saw(JSON.stringify({ code: new URL(callback).searchParams.get('code') ?? '' }))
      expect(await told(visitorOf(website), callback)).not.toMatch(yes)
      expect(await told(visitor, callback)).toMatch(says)
    }
  },
)
