import { expect, test } from 'vitest'
import { startTestApi } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()

const TYPE = 'application/csp-report'
const post = (body: unknown, type = TYPE, api = the.api) =>
  send(api, 'POST', '/csp-report', {
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const written = (lines: readonly string[]) =>
  lines
    .map((line) => JSON.parse(line) as { msg?: string; report?: Record<string, unknown> })
    .filter(({ msg }) => msg === 'page policy')
    .map(({ report }) => report)

test('A policy report is logged without path, query or text, and equal ones once a minute', async () => {
  const told = {
    'document-uri': `${the.api.settings['PUBLIC_URL']}/auth/register?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true#secret`,
    'effective-directive': 'img-src',
    'blocked-uri': 'https://evil.example/stolen/token-of-a-visitor?more=1',
    'source-file': 'https://evil.example/code-of-a-visitor',
    'script-sample': 'a text of the visitor',
  }
  const odd = { 'effective-directive': 'require-trusted-types-for', 'blocked-uri': 'trusted-types-sink' }
  const bare = { 'effective-directive': 'img-src', 'blocked-uri': '' }
  const image = { 'effective-directive': 'img-src', 'blocked-uri': 'data:image/png;base64,secret' }
  const first = { 'effective-directive': 'img-src', 'blocked-uri': 'https://evil.example' }
  const third = { 'effective-directive': 'img-src', 'blocked-uri': 'data' }
  for (const report of [told, told, odd, bare, image, told])
    expect((await post({ 'csp-report': report })).status).toBe(204)
  expect(written(the.api.log)).toEqual([first, odd, bare, third])
  the.api.clock.advance(60_000)
  for (const report of [told, told]) await post({ 'csp-report': report })
  expect(written(the.api.log)).toEqual([first, odd, bare, third, first])
  expect(the.api.log.join()).not.toMatch(/of-a-visitor|of the visitor|AAAAAAAA|secret/)
})

const OF_IMAGES = { 'effective-directive': 'img-src' }

test.each([
  ['no JSON', '{', TYPE, 400],
  ['something else', { a: 1 }, TYPE, 400],
  ['a directive that is a text', { 'csp-report': { 'effective-directive': 'img-src\n{"level":60}' } }, TYPE, 400],
  ['more than 8 KiB', { 'csp-report': { ...OF_IMAGES, more: 'x'.repeat(8_192) } }, TYPE, 413],
  ['a text', 'img-src', 'text/plain', 415],
])('A policy report with %s is refused', async (_what, body, type, status) => {
  expect((await post(body, type)).status).toBe(status)
})

test('Policy reports are rate-limited by address [LIMIT-01]', async () => {
  await using api = await startTestApi({ LIMITS: 'report.address=3/min' })
  const report = { 'csp-report': { ...OF_IMAGES, 'blocked-uri': 'inline' } }
  const statuses = []
  for (let at = 0; at < 4; at += 1) statuses.push((await post(report, TYPE, api)).status)
  expect(statuses).toEqual([204, 204, 204, 429])
})
