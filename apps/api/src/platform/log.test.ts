import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { redact } from './log.ts'

const token = (prefix: string) => `${prefix}_${randomBytes(32).toString('base64url')}`
const MINTID = randomBytes(16).toString('base64url')

test.each<[string, string, string]>([
  ['an access token', token('avat'), 'got %'],
  ['a refresh token', `avrt_fam_abc.0.${randomBytes(32).toString('base64url')}`, '{"token":"%"}'],
  ['an API key', `avpk_test_${randomBytes(32).toString('base64url')}`, 'Bearer %'],
  ['a webhook secret', `whsec_${randomBytes(32).toString('base64')}`, 'secret %'],
  ['a number', '+491511234567', 'to % failed'],
  ['a number without a plus', '491511234567', '{"phone":"%"}'],
  ['a merchant intent code in an address', MINTID, 'GET /?mintid=%&mobile=true'],
  ['a merchant intent code in a path', MINTID, 'GET /api/idcheck/intent/%/summary'],
  ['a merchant intent code in JSON', MINTID, '{"mintid":"%"}'],
  ['what a waiting browser follows', token('avln'), 'GET /api/app-links/%/events'],
  ["a QR code's link", MINTID, 'GET https://product.example/a/%'],
  ["a QR code's code", MINTID, 'POST /api/app/links/%/claim'],
  ['a transaction code', randomBytes(32).toString('base64url'), 'https://id.example/?tc=%&lang=de'],
  ['a code in a form', '123456', 'pinId=x&code=%'],
  ['a code in JSON', '123456', '{"pinId":"x","code":"%"}'],
  ['a PIN in JSON', '2580', '{"phone":"x","pin": "%"}'],
  ['a PIN as a password', '2580', '{"password":"%"}'],
  ['a PIN in a form', '2580', 'grant_type=password&password=%'],
  ['a code in escaped JSON', '123456', '{"body":"{\\"code\\":\\"%\\"}"}'],
  ['a long code in JSON', 'K7QM2X9P4TRW', '{"pinId":"x","code":"%"}'],
  ['a long code with hyphens', 'K7QM-2X9P-4TRW', '{"code": "%"}'],
  ['a long code in small letters', 'k7qm-2x9p-4trw', '{"body":"{\\"code\\":\\"%\\"}"}'],
  ['a callback', 'https://evil.example/x', 'callback=% asked'],
])('A log line loses %s [P-12]', (_what, secret, line) => {
  const cleaned = redact(line.replace('%', () => secret))
  expect(cleaned).not.toContain(secret)
  expect(cleaned).toContain('[')
})

test.each([
  '{"level":30,"time":"2031-01-31T12:00:00.000Z","method":"POST","route":"/auth/public/app/prelogin","status":200,"ms":66}',
  '{"level":50,"err":{"code":"internal_error","message":"Internal error"}}',
  '{"level":"warn","node":"api-7c9f","event":"webhook not delivered","reason":"ECONNREFUSED"}',
  '{"err":{"code":"23505","constraint":"account_phone_idx_key"}}',
  'The port 3000 is taken.',
])('A log line keeps what is no secret: %s [P-12]', (line) => {
  expect(redact(line)).toBe(line)
})
