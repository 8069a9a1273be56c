import { CAPTCHA_SERVICES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { pagePolicy } from './headers.ts'

const HOSTS = {
  recaptcha: /^https:\/\/(?:www\.google\.com|www\.gstatic\.com|recaptcha\.google\.com)\/recaptcha\/(?:api\.js)?$/,
  hcaptcha: /^https:\/\/(?:\*\.)?hcaptcha\.com$/,
  turnstile: /^https:\/\/challenges\.cloudflare\.com$/,
}
const INLINE = { scripts: ["'sha256-script'"], styles: ["'sha256-sheet'", "'sha256-brand'"] }
type Choice = Parameters<typeof pagePolicy>[0]

const headersOf = (choice: Partial<Choice> = {}) => pagePolicy({ https: false, ...choice })(INLINE)
const policyOf = (choice?: Partial<Choice>) => headersOf(choice)['content-security-policy'] ?? ''
const elsewhere = (policy: string) =>
  policy.split(/[ ;]+/).filter((source) => /[.*:]/.test(source) && source !== 'data:')

test('Pages load nothing from elsewhere, and run the files of this origin and what has its hash [CAPTCHA-06 X-08 X-15]', () => {
  const policy = policyOf()
  expect(elsewhere(policy)).toEqual([])
  expect(policy).toContain("script-src 'self' 'sha256-script'; worker-src 'self'")
  expect(policy).toContain("style-src 'self' 'sha256-sheet' 'sha256-brand'; style-src-attr 'none'")
  expect(policy).not.toMatch(/frame-src|unsafe|blob/)
})

test.each(CAPTCHA_SERVICES)('With %s as captcha pages load its script and frame alone [CAPTCHA-06]', (service) => {
  const policy = policyOf({ captchaService: service })
  expect(policy).toMatch(/script-src 'self' 'sha256-script' https:/)
  expect(policy).toMatch(/frame-src https:/)
  for (const source of elsewhere(policy)) expect(source).toMatch(HOSTS[service])
  expect(policy).not.toMatch(/unsafe|blob/)
})

test('Planted markup loads no other script of Google: the folder of reCAPTCHA has AngularJS in it [X-15]', () => {
  const [, scripts = ''] = /script-src ([^;]*)/.exec(policyOf({ captchaService: 'recaptcha' })) ?? []
  expect(scripts.split(' ').filter((source) => source.startsWith('https://www.google.com'))).toEqual([
    'https://www.google.com/recaptcha/api.js',
  ])
})

test('No text becomes code, but where a captcha service is chosen that needs it [X-15]', () => {
  const trusted = "require-trusted-types-for 'script'; trusted-types av"
  expect(policyOf()).toContain(trusted)
  for (const captchaService of CAPTCHA_SERVICES) expect(policyOf({ captchaService })).not.toContain('trusted-types')
})

test('Policy reports go to us, and insecure addresses are upgraded only from https', () => {
  expect(policyOf()).toMatch(/; report-uri \/csp-report$/)
  expect(policyOf()).not.toContain('upgrade')
  expect(policyOf({ https: true })).toMatch(/; upgrade-insecure-requests; report-uri \/csp-report$/)
})
