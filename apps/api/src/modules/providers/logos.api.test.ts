import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMuseumIntent } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send, sendJson } from '#test/wire.ts'

const CALLS = 20
const the = useTestApi({ LIMITS: `logo.address=${CALLS}/60/h` })
const folder = mkdtempSync(join(tmpdir(), 'avouch-logos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const [WEB, OTHER, APP] = ['https://cinema.example:8443/return', 'https://a.example/return', 'cinema-app://return']
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>top.alert(1)</script></svg>'

/** The beginning of a picture of 8 by 8 pixels, as far as it is read. */
const png = (more = '') =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d494844520000000800000008', 'hex'), Buffer.from(more)])
const webp = (kind: string, rest: string) =>
  Buffer.concat([Buffer.from(`RIFF0000WEBP${kind}`), Buffer.from('00000000', 'hex'), Buffer.from(rest, 'hex')])
const WEBP = webp('VP8X', '00000000070000070000')

const removeLogo = () => the.api.command('provider', 'logo', 'remove', 'cinema')
/** Sets the logo until this test ends, unless the test removes it. */
function setLogo(bytes: Buffer | string) {
  const path = join(folder, 'logo')
  writeFileSync(path, bytes)
  onTestFinished(async () => void (await removeLogo()))
  return the.api.operate('provider', 'logo', 'set', 'cinema', path)
}
const get = (path: string | null, headers: Record<string, string> = {}) =>
  send(the.api, 'GET', path ?? '/', { headers })

let bearer = ''
async function shown(redirect_uri = WEB) {
  const made = await sendJson(the.api, '/provider/v1/intents', { redirect_uri }, { authorization: `Bearer ${bearer}` })
  const id = made.body?.['mintid'] as string
  return (await the.api.client('intentSummary', { params: { id } })).data.provider
}

beforeAll(async () => {
  await the.api.operate('provider', 'create', 'cinema', 'Cinema')
  for (const address of [APP, WEB, OTHER]) await the.api.operate('provider', 'redirect', 'add', 'cinema', address)
  const [, key = ''] = await the.api.operate('provider', 'key', 'create', 'cinema')
  bearer = key
})

test('A visitor who goes back to an app reads the domain of the first registered web address [PROV-24]', async () => {
  expect(await shown(WEB)).toEqual({ name: 'Cinema', domain: 'cinema.example', logo: null })
  expect(await shown(OTHER)).toMatchObject({ domain: 'a.example' })
  expect(await shown(APP)).toMatchObject({ domain: 'cinema.example' })
  for (const address of [WEB, OTHER]) await the.api.operate('provider', 'redirect', 'remove', 'cinema', address)
  expect(await shown(APP)).toMatchObject({ domain: null })
  for (const address of [OTHER, WEB]) await the.api.operate('provider', 'redirect', 'add', 'cinema', address)
  expect(await shown(APP)).toMatchObject({ domain: 'a.example' })
})

test('The logo is served for ever from its own address, where its script does not run [X-08]', async () => {
  await setLogo(SVG)
  const { logo } = await shown()
  expect(logo).toMatch(/^\/logos\/[0-9a-f]{32}\.svg$/)
  const { status, headers, text } = await get(logo, { accept: 'text/html' })
  expect([status, text]).toEqual([200, SVG])
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test.each([
  ['a PNG', png(), 'image/png'],
  ['a WebP', WEBP, 'image/webp'],
])('The logo may be %s, whatever its file is called', async (_what, bytes, type) => {
  await setLogo(bytes)
  expect((await get((await shown()).logo)).headers.get('content-type')).toBe(type)
})

test.each([
  ['a page', '<!doctype html><title>x</title>'],
  ['an SVG without a size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a cut-off WebP', WEBP.subarray(0, 20)],
  ['more than 32 KiB', png('x'.repeat(32 * 1_024))],
])('As a logo, %s is refused', async (_what, bytes) => {
  await expect(setLogo(bytes)).rejects.toThrow('A logo is a PNG, a WebP, or an SVG with xmlns and viewBox')
})

test('The logo has another address when it is another picture, and none once it is removed', async () => {
  await setLogo(png('one'))
  const one = (await shown()).logo
  await setLogo(png('two'))
  const two = (await shown()).logo
  expect(two).not.toBe(one)
  expect([(await get(one)).status, (await get(two)).status]).toEqual([404, 200])
  await removeLogo()
  expect([(await shown()).logo, (await get(two)).status]).toEqual([null, 404])
})

test.each([`${'0'.repeat(32)}.svg`, '%00', '..%2f..%2fetc%2fpasswd'])(
  'An address without a logo is 404, also for a browser: %s [P-10]',
  async (file) => {
    const { status, body } = await get(`/logos/${file}`, { accept: 'text/html' })
    expect([status, body?.['code']]).toEqual([404, 'not_found'])
  },
)

test('Calls for logos beyond their limit are refused, found or not [LIMIT-01]', async () => {
  for (let call = 0; call < CALLS; call += 1) await get(`/logos/${'0'.repeat(32)}.svg`)
  const { status, headers } = await get(`/logos/${'0'.repeat(32)}.svg`)
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true])
})

const changeFile = (logo: string | undefined) => {
  const path = the.api.settings['PROVIDERS_FILE'] ?? ''
  const [entry] = JSON.parse(readFileSync(path, 'utf8')) as [object]
  writeFileSync(path, JSON.stringify([{ ...entry, logo }]))
  return the.api.restart()
}
const museum = async () => {
  const { mintid: id } = await createMuseumIntent(the.api)
  return (await the.api.client('intentSummary', { params: { id } })).data.provider.logo
}

test("A logo in the operator's file holds from the next start on, and until it has left the file", async () => {
  const path = join(folder, 'museum.png')
  writeFileSync(path, png('museum'))
  await changeFile(path)
  expect((await get(await museum())).status).toBe(200)
  await changeFile(undefined)
  expect(await museum()).toBeNull()
})
