import { expect, test } from 'vitest'
import { CAPTCHA_SCRIPTS, isAllowedScript } from './script-addresses.ts'

const OWN = 'https://product.example'
const CHOSEN = [CAPTCHA_SCRIPTS.hcaptcha]

test.each([
  '/assets/pbkdf2-1a2b3c.js',
  `${OWN}/assets/app.js`,
  CAPTCHA_SCRIPTS.hcaptcha,
  `${CAPTCHA_SCRIPTS.hcaptcha}&attempt=2`,
])('The script %s may be loaded [X-15]', (address) => {
  expect(isAllowedScript(address, OWN, CHOSEN)).toBe(true)
})

test.each([
  '/planted.js',
  '/assets/../planted.js',
  '/assets/app.js?then=more',
  '//evil.example/assets/app.js',
  'https://evil.example/assets/app.js',
  'https://product.example@evil.example/assets/app.js',
  'data:text/javascript,alert(1)',
  'javascript:alert(1)',
  'https://',
  CAPTCHA_SCRIPTS.recaptcha,
  `${CAPTCHA_SCRIPTS.hcaptcha}&onload=planted`,
  `${CAPTCHA_SCRIPTS.hcaptcha}&attempt=planted`,
])('The script %s is not loaded [X-15]', (address) => {
  expect(isAllowedScript(address, OWN, CHOSEN)).toBe(false)
})
