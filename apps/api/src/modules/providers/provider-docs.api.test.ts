import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { snippet } from '#test/guide.ts'
import { useTestApi } from '#test/use-test-api.ts'

const ROOT = resolve(import.meta.dirname, '../../../../..')

/** The package is used from its sources here, which older ones cannot read. */
const PINNED = `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}`

const the = useTestApi()
const shop = { url: '', folder: '', key: '', process: undefined as ChildProcess | undefined }
const env: Record<string, string> = {}

/** Runs the command of each line, as `npm run avouch` does. @returns the output of the last one */
async function operate(code: string): Promise<string[]> {
  const printed: string[] = []
  for (const line of code.trim().split('\n')) {
    const words = line.replace('npm run avouch -- ', '').replaceAll('$SHOP_URL', shop.url)
    const given = [...words.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    printed.push((await the.api.operate(...given)).at(-1) ?? '')
  }
  return printed
}

/** The guide uses the addresses of `npm start`. */
const begin = () =>
  snippet('begin').replace('http://localhost:3000', the.api.baseUrl).replace('http://localhost:4000', shop.url)

async function curl(name: string): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)('bash', ['-c', begin() + snippet(name)], {
    env: { ...process.env, AVOUCH_KEY: env['AVOUCH_KEY'], INTENT: env['INTENT'] },
  })
  return JSON.parse(stdout) as Record<string, unknown>
}

beforeAll(async () => {
  const port = await freePort()
  shop.url = `http://127.0.0.1:${port}`
  const [, , secret = '', key = ''] = await operate(snippet('operator'))
  shop.key = key
  Object.assign(env, { AVOUCH_URL: the.api.baseUrl, SHOP_URL: shop.url })

  // Beside the installed packages, so that Node resolves the helper as usual.
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  shop.folder = mkdtempSync(join(cache, 'shop-'))
  writeFileSync(join(shop.folder, 'shop.mjs'), snippet('shop.mjs'))
  const start = snippet('start').replace('avpk_test_…', key).replace('whsec_…', secret).replace('4000', String(port))
  shop.process = spawn('bash', ['-c', start], {
    cwd: shop.folder,
    env: {
      ...process.env,
      PATH: PINNED,
      AVOUCH_URL: 'http://product.test',
      AVOUCH_API_URL: the.api.baseUrl,
      SHOP_URL: shop.url,
    },
    // A process group of its own: what the shell starts ends with it.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await vi.waitFor(() => fetch(shop.url), { timeout: 60_000, interval: 100 })
})
beforeEach(() => void Object.assign(env, { AVOUCH_KEY: shop.key, INTENT: '' }))
afterAll(() => {
  if (shop.process?.pid !== undefined) process.kill(-shop.process.pid)
  if (shop.folder !== '') rmSync(shop.folder, { recursive: true, force: true })
})

const click = (cookie = '') =>
  fetch(`${shop.url}/age-check`, { method: 'POST', redirect: 'manual', headers: { cookie } })
const look = async (cookie: string) => (await fetch(shop.url, { headers: { cookie } })).text()
const cookieOf = (answer: Response) => answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''

/** The open intent of a visitor. */
async function intentOf(cookie: string): Promise<string> {
  const { data } = (await curl('list')) as { data: { id: string; reference: string }[] }
  return data.find(({ reference }) => `visit=${reference}` === cookie)?.id ?? expect.fail('nothing is asked')
}

test.each(['yes', 'no'])(
  "The guide's website creates an intent, gets %s by signed webhook, and shows it to that visitor only [PROV-05]",
  async (result) => {
    const asked = await click()
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/product\.test\/\?mintid=[\w-]+&lng=en$/),
    ])
    const cookie = cookieOf(asked)
    expect((await click(cookie)).headers.get('location')).toBe(asked.headers.get('location'))
    expect(await look(cookie)).toContain('<form')

    env['INTENT'] = await intentOf(cookie)
    const body = JSON.stringify({ result })
    await fetch(`${the.api.baseUrl}/provider/v1/test/intents/${env['INTENT']}/answer`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env['AVOUCH_KEY']}`, 'content-type': 'application/json' },
      body,
    })
    const page = result === 'yes' ? 'The film' : 'This film is for adults.'
    await expect.poll(() => look(cookie)).toBe(page)
    expect(await look(cookieOf(await click()))).toContain('<form')
  },
)

test("The guide's website refuses a forged webhook [X-10]", async () => {
  const answer = await fetch(`${shop.url}/webhooks/avouch`, { method: 'POST', body: '{}' })
  expect(answer.status).toBe(401)
})

test("The guide's commands create, read, answer and list intents [PROV-01 ADMIN-13 PROV-11]", async () => {
  const asked = await curl('ask')
  expect(asked).toMatchObject({ status: 'created', live: false, reference: 'visit-4711' })
  env['INTENT'] = String(asked['id'])
  expect((await curl('ask'))['id']).toBe(asked['id'])
  expect(await curl('read')).toMatchObject({ id: asked['id'], status: 'created' })
  expect(await curl('answer')).toMatchObject({ id: asked['id'], status: 'confirmed', result: 'yes' })
  expect(JSON.stringify(await curl('list'))).not.toContain(String(asked['id']))
})

const takePaymentKey = async () => {
  env['AVOUCH_KEY'] = (await operate(snippet('payment-key'))).at(-1) ?? ''
}

test("The guide's commands request, refund and read payments [PAY-03 PAY-13]", async () => {
  await takePaymentKey()
  const asked = await curl('pay')
  expect(asked).toMatchObject({ kind: 'payment', status: 'created', live: false, payment: { amount: 1_999 } })
  env['INTENT'] = String(asked['id'])
  expect((await curl('pay'))['id']).toBe(asked['id'])
  expect(await curl('refund')).toMatchObject({ code: 'payment_not_executed' })
  expect(await curl('answer')).toMatchObject({ status: 'executed', result: null })
  const refunded = await curl('refund')
  expect(refunded).toMatchObject({ intent_id: asked['id'], amount: 500, currency: 'EUR' })
  expect(await curl('refund')).toEqual(refunded)
  expect(await curl('refunds')).toEqual({ data: [refunded] })
  expect(await curl('balance')).toEqual({ payable: 0, currency: 'EUR', live: false })
})

test("The guide's code with the helper requests, verifies and refunds a payment [PAY-09]", async () => {
  await takePaymentKey()
  const path = join(shop.folder, 'checkout.mjs')
  writeFileSync(path, snippet('checkout.mjs'))
  const given = { AVOUCH_URL: 'http://product.test', AVOUCH_API_URL: the.api.baseUrl, AVOUCH_ID: 'my-shop' }
  const { stdout } = await promisify(execFile)(process.execPath, [path], {
    env: { ...process.env, ...env, ...given },
  })
  expect(JSON.parse(stdout)).toMatchObject({ amount: 1_999, live: false, refunded: 500 })
})
