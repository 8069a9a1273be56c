import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { snippet } from '#test/guide.ts'
import { useTestApi } from '#test/use-test-api.ts'
import {
  answer,
  arrive,
  CALLBACK,
  createBrowser,
  createClient,
  goBack,
  ISSUER,
  PRODUCT,
  WITH_OIDC,
} from '#test/website.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')

const t = useTestApi(WITH_OIDC)

/** Ends with the test. */
function started(child: ChildProcess): ChildProcess {
  onTestFinished(() => void child.kill())
  return child
}

/** The issuer's address is another one than where the test's server is. */
const REACHED = `
  const real = globalThis.fetch
  globalThis.fetch = (url, init) => real(String(url).replace('${PRODUCT}', process.env.BASE_URL), init)`

async function guideShop() {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const words = snippet('client').replace('npm run avouch -- ', '').replace('$SHOP_URL', url).trim().split(' ')
  await t.api.operate('provider', 'create', 'my-shop', 'My Shop')
  const [id = '', secret = ''] = await t.api.operate(...words)
  const key = (await t.api.operate('provider', 'key', 'create', 'my-shop', '--test')).at(-1) ?? ''
  // Beside the installed packages, so that Node finds the library.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'oidc-shop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'reached.mjs'), REACHED)
  writeFileSync(join(folder, 'wine-shop.mjs'), snippet('wine-shop.mjs'))
  const child = spawn(process.execPath, ['--import', './reached.mjs', 'wine-shop.mjs'], {
    cwd: folder,
    env: {
      ...process.env,
      BASE_URL: t.api.baseUrl,
      ISSUER,
      CLIENT_ID: id,
      CLIENT_SECRET: secret,
      SHOP_URL: url,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(started(child).stdout ?? child, 'data')
  return { url, key }
}

test('The website of the integration guide asks, hears yes or nothing, and shows it [OIDC-22]', async () => {
  const { url, key } = await guideShop()
  for (const [result, page] of [
    ['yes', 'Welcome'],
    ['no', 'No proof'],
  ] as const) {
    const asked = await fetch(`${url}/ask`, { redirect: 'manual' })
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const browser = createBrowser(t.api)
    const { request, mintid } = await arrive(browser, asked.headers.get('location') ?? '')
    await answer(t.api, mintid, result, key)
    const callback = await browser.follow(await browser.follow(`${request}/done`))
    expect(callback.startsWith(`${url}/callback?`)).toBe(true)
    // To another browser the address of the answer is worth nothing.
    expect((await fetch(callback)).status).toBe(400)
    expect(await (await fetch(callback, { headers: { cookie } })).text()).toContain(page)
  }
})

const canPython = spawnSync('python3', ['-c', 'import requests, authlib.oidc.core']).status === 0
if (!canPython) process.stderr.write('OIDC-22: python3 with requests and authlib is missing, its test is skipped\n')

test.skipIf(!canPython)(
  'A client in Python signs a visitor in and verifies the ID token [OIDC-19 OIDC-22]',
  async () => {
    const client = await createClient(t.api)
    const child = started(
      spawn('python3', [join(ROOT, 'apps/api/test/support/website.py')], {
        env: {
          ...process.env,
          // The issuer of the tests is on http; the library's words about its own future are for its users.
          AUTHLIB_INSECURE_TRANSPORT: '1',
          PYTHONWARNINGS: 'ignore',
          ISSUER,
          PRODUCT,
          BASE_URL: t.api.baseUrl,
          CALLBACK,
          CLIENT_ID: client.id,
          CLIENT_SECRET: client.secret,
        },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    )
    const lines = createInterface({ input: child.stdout ?? expect.fail('no output') })[Symbol.asyncIterator]()
    const browser = createBrowser(t.api)
    const { request, mintid } = await arrive(browser, String((await lines.next()).value))
    await answer(t.api, mintid, 'yes')
    const params = await goBack(t.api, browser, request)
    child.stdin?.write(`${CALLBACK}?${params.toString()}\n`)
    const claims = JSON.parse(String((await lines.next()).value)) as Record<string, unknown>
    expect(claims).toMatchObject({ iss: ISSUER, aud: client.id, age_over_18: true, live: false })
  },
)
