import { type CaptchaService } from '@avouch/contract'
import { expect, test, vi } from 'vitest'
import type { Answered, call } from '../../platform/outgoing.ts'
import { createSiteverify } from './siteverify.ts'

const now = new Date('2026-03-01T12:00:00Z')
const good = { success: true, hostname: 'product.test', action: 'signup' }

type Answer = { status?: number; body: unknown; retryAfterMs?: number }
const answered = ({ status = 200, body, retryAfterMs }: Answer): Answered => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: {}, bytes: Buffer.from(text), retryAfterMs }
}

function start(answer: () => Answer | Promise<Answer>, service: CaptchaService = 'turnstile') {
  const send = vi.fn<typeof call>(async () => answered(await answer()))
  const failures: string[] = []
  const settings = { siteKey: 'site-key', secret: 'our-secret', hostname: 'product.test' }
  const provider = createSiteverify({ service, ...settings, send, onFailure: (reason) => failures.push(reason) })
  return { send, failures, verify: () => provider.verify('visitor-answer', 'signup', now) }
}

test.each([
  ['recaptcha', 'https://www.google.com/recaptcha/api/siteverify'],
  ['hcaptcha', 'https://api.hcaptcha.com/siteverify'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
] as const)(
  'The captcha service %s is asked with secret and answer, and with nothing about the visitor [CAPTCHA-04]',
  async (service, url) => {
    const { send, verify } = start(() => ({ body: good }), service)
    await expect(verify()).resolves.toMatchObject({ kind: 'right' })
    const [asked, init] = send.mock.calls[0] ?? []
    expect([asked, init?.method, init?.body]).toEqual([url, 'POST', 'secret=our-secret&response=visitor-answer'])
    expect(init?.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' })
  },
)

test.each([
  ['a no', { success: false, 'error-codes': ['timeout-or-duplicate'] }],
  ['an answer from another host', { ...good, hostname: 'evil.test' }],
  ['an answer for another action', { ...good, action: 'prelogin' }],
])('A captcha answer is wrong where its service gives %s [CAPTCHA-04]', async (_what, report) => {
  await expect(start(() => ({ body: report })).verify()).resolves.toEqual({ kind: 'wrong' })
})

test.each([
  ['no host', { success: true, action: 'signup' }],
  ['a host of null', { ...good, hostname: null }],
  ['an empty host', { ...good, hostname: '' }],
  ['a host that it leaves out', { ...good, hostname: 'not-provided' }],
  ['no action', { success: true, hostname: 'product.test' }],
  ['an action of null', { ...good, action: null }],
  ['codes of null', { ...good, 'error-codes': null }],
])(
  'A captcha answer is right where its service gives %s, which contradicts nothing [CAPTCHA-04]',
  async (_what, report) => {
    await expect(start(() => ({ body: report })).verify()).resolves.toMatchObject({ kind: 'right' })
  },
)

test('A captcha service that refuses an answer by 400 blames the visitor only where it says so [CAPTCHA-04]', async () => {
  const refused = { success: false, 'error-codes': ['invalid-input-response'] }
  await expect(start(() => ({ status: 400, body: refused })).verify()).resolves.toEqual({ kind: 'wrong' })
  for (const codes of [[], null, ['invalid-widget-id'], ['a-new-word']]) {
    const { verify } = start(() => ({ status: 400, body: { success: false, 'error-codes': codes } }))
    await expect(verify()).resolves.toEqual({ kind: 'down' })
  }
})

test('A captcha service that is asked too often blames no visitor, and says when to come again [CAPTCHA-04 OPS-77]', async () => {
  const refused = { success: false, 'error-codes': ['timeout-or-duplicate'] }
  const { verify, failures } = start(() => ({ status: 429, body: refused, retryAfterMs: 20_000 }))
  await expect(verify()).resolves.toEqual({ kind: 'down', retryAfterMs: 20_000 })
  expect(failures).toEqual(['status 429'])
})

test('A captcha service that does not repeat actions is taken at its word [CAPTCHA-04]', async () => {
  const report = { success: true, hostname: 'product.test' }
  await expect(start(() => ({ body: report }), 'recaptcha').verify()).resolves.toMatchObject({ kind: 'right' })
})

test.each([
  [
    'it can’t be reached',
    () => Promise.reject(Object.assign(new Error('not there'), { code: 'ECONNREFUSED' })),
    'ECONNREFUSED',
  ],
  ['it does not answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError')), 'TimeoutError'],
  ['it answers 503', () => ({ status: 503, body: '' }), 'status 503'],
  ['it refuses us', () => ({ status: 401, body: good }), 'status 401'],
  ['it answers by a redirect', () => ({ status: 302, body: '' }), 'SyntaxError'],
  ['its field is of another type', () => ({ body: { ...good, success: 'yes' } }), 'ZodError'],
  ['it answers something else', () => ({ body: '<h1>Bad gateway</h1>' }), 'SyntaxError'],
  [
    'our secret is wrong',
    () => ({ body: { success: false, 'error-codes': ['invalid-input-secret'] } }),
    'invalid-input-secret',
  ],
])('A captcha service gives no result when %s [CAPTCHA-04]', async (_what, answer, reason) => {
  const { verify, failures } = start(answer)
  await expect(verify()).resolves.toMatchObject({ kind: 'down' })
  expect(failures).toEqual([reason])
})
