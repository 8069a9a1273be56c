import { CAPTCHA_SERVICES } from '@avouch/contract'
import { expect, test } from 'vitest'
import { pagePolicy } from './headers.ts'

const HOSTS = {
  recaptcha: /^https:\/\/(?:www\.google\.com|www\.gstatic\.com|recaptcha\.google\.com)\/recaptcha\/$/,
  hcaptcha: /^https:\/\/(?:\*\.)?hcaptcha\.com$/,
  turnstile: /^https:\/\/challenges\.cloudflare\.com$/,
}
const elsewhere = (policy: string) =>
  policy.split(/[ ;]+/).filter((source) => /[.*:]/.test(source) && source !== 'data:')

test('CAPTCHA-06 X-08 pages load nothing from elsewhere', () => {
  expect(elsewhere(pagePolicy())).toEqual([])
  expect(pagePolicy()).toContain("script-src 'self'; worker-src 'self'; style-src 'self'")
  expect(pagePolicy()).not.toMatch(/frame-src|unsafe|blob/)
})

test.each(CAPTCHA_SERVICES)('CAPTCHA-06 with %s pages load its script and its frame, and nothing else', (service) => {
  const policy = pagePolicy(service)
  expect(policy).toMatch(/script-src 'self' https:/)
  expect(policy).toMatch(/frame-src https:/)
  for (const source of elsewhere(policy)) expect(source).toMatch(HOSTS[service])
  expect(policy).not.toMatch(/unsafe|blob/)
})
