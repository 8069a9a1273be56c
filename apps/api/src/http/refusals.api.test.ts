import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { builtFrontEnd } from '#test/built-front-end.ts'
import { useTestApi } from '#test/use-test-api.ts'

const front = builtFrontEnd()
const the = useTestApi({ WEB_DIR: front, DOCS_DIR: front, API_REFERENCE: 'on' })

const ASSET = '/assets/app-1a2b3c.js'
const LOGIN = '/auth/public/app/prelogin'

/** Writes a request as it stands. */
async function converse(lines: readonly string[], body = '') {
  const { length } = the.api.log
  const socket = connect(Number(new URL(the.api.baseUrl).port), '127.0.0.1')
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (part) => (text += String(part)))
    socket.once('close', () => resolve(text)).once('error', reject)
    socket.write(
      `${[...lines, `x-forwarded-for: ${the.api.place.address}`, 'connection: close'].join('\r\n')}\r\n\r\n${body}`,
    )
  })
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const failures = the.api.log.slice(length).filter((line) => /"level":"(?:warn|error|fatal)"/.test(line))
  return { status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n'), failures }
}

const get = (path: string, ...headers: string[]) => [`GET ${path} HTTP/1.1`, 'host: product.test', ...headers]
const post = (path: string, ...headers: string[]) => [`POST ${path} HTTP/1.1`, 'host: product.test', ...headers]
const JSON_TYPE = 'content-type: application/json'
const LONG_AGO = 'Thu, 01 Jan 2015 00:00:00 GMT'

test.each([
  ['a file that changed since', 412, get(ASSET, 'if-match: "another"')],
  ['a file that changed since then', 412, get('/favicon.svg', `if-unmodified-since: ${LONG_AGO}`)],
  ['a page of the documents that changed since', 412, get('/docs/favicon.svg', 'if-match: "another"')],
  [
    'another method',
    405,
    ['DELETE /version HTTP/1.1', 'host: product.test'].map((line) => line.replace('/version', LOGIN)),
  ],
  ['a body that is too large', 413, post(LOGIN, JSON_TYPE, 'content-length: 999999')],
  ['a parameter that is too long', 414, get(`/provider/v1/intents/${'a'.repeat(200)}`)],
  ['another type', 415, post(LOGIN, 'content-type: text/xml', 'content-length: 2'), '{}'],
  ['a type that is none', 415, post(LOGIN, 'content-type: ;;', 'content-length: 2'), '{}'],
  [
    'a compressed body, which is not read',
    400,
    post(LOGIN, JSON_TYPE, 'content-encoding: gzip', 'content-length: 2'),
    '\x1f\x8b',
  ],
  ['no body', 400, post(LOGIN, JSON_TYPE, 'content-length: 0')],
  ['a length that is no number', 400, post(LOGIN, JSON_TYPE, 'content-length: two'), '{}'],
  ['an unknown transfer', 400, post(LOGIN, JSON_TYPE, 'transfer-encoding: gzip'), '{}'],
  ['an address that is badly encoded', 400, get('/assets/%zz.js')],
  ['an address with a path upwards', 404, get('/assets/../assets//../../etc/passwd')],
  ['an unknown method', 400, ['BREW / HTTP/1.1', 'host: product.test']],
  ['headers that are too large', 431, get('/', `x-filler: ${'a'.repeat(20_000)}`)],
])(
  'A request for %s is answered %i with a problem, and is no failure of the product [ERR-09 X-02]',
  async (_what, status, lines, body = '') => {
    const said = await converse(lines, body)
    expect([said.status, said.failures]).toEqual([status, []])
    expect(said.head).toMatch(/^content-type: application\/problem\+json/im)
    expect(said.head).toMatch(/^cache-control: no-store/im)
    expect(JSON.parse(said.body)).toMatchObject({ type: 'about:blank', status, code: expect.any(String) as string })
  },
)

test.each([
  ['bytes=0-3', ASSET],
  ['bytes=9999-', ASSET],
  ['bytes=9-2', ASSET],
  ['bytes=9999-', '/favicon.svg'],
  ['bytes=9999-', '/docs/assets/app-1a2b3c.js'],
  ['bytes=9999-', '/'],
  ['furlongs=1-2', ASSET],
])(
  'A range (%s of %s) is answered with the whole: files are small, and none is sent in parts [X-08]',
  async (range, path) => {
    const whole = await converse(get(path, 'accept: text/html'))
    const asked = await converse(get(path, 'accept: text/html', `range: ${range}`))
    expect([asked.status, asked.body, asked.failures]).toEqual([200, whole.body, []])
    expect(asked.head).not.toMatch(/^(?:accept-ranges: bytes|content-range)/im)
  },
)

test.each([
  ['an expectation', get(ASSET, 'expect: 200-ok'), 200],
  ['an upgrade', get('/', 'accept: text/html', 'upgrade: websocket', 'connection: upgrade'), 200],
  ['every encoding refused', get('/', 'accept: text/html', 'accept-encoding: identity;q=0, *;q=0'), 200],
  ['a file that is known', get('/favicon.svg', 'if-none-match: *'), 304],
  ['a page that is known', get('/', 'accept: text/html', 'if-none-match: *'), 200],
  ['a page that changed', get('/', 'accept: text/html', 'if-match: "another"'), 200],
])('A request with %s is answered as any other [X-08]', async (_what, lines, status) => {
  const said = await converse(lines)
  expect([said.status, said.failures]).toEqual([status, []])
})
