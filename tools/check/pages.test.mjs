import { expect, test } from 'vitest'
import { problemsOfAddresses } from './pages.mjs'

test.each([
  ['/assets/captcha-1a2b3c4d.js', 'captcha'],
  ['/assets/use-reload-notice-1a2b3c4d.js', 'notice'],
  ['/assets/notices-1a2b3c4d.js', 'notices'],
  ['/api/cookieSettings', 'cookie'],
  ['/ads/1.svg', 'ads'],
])('The address %s is reported as known to content blockers by %s [ROUTE-18]', (address, word) => {
  const problem = `here: content blockers know ${address} by its word ${word}`
  expect(problemsOfAddresses(`path: '${address}',`, 'here')).toEqual([problem])
})

test('Addresses without a word that content blockers know are not reported [ROUTE-18]', () => {
  const text = `'/assets/ad365d91.js' "/admin/v1/session" '/api/readiness' '/analytics-frame' // 1 / ads, import '../ads/x.ts'`
  expect(problemsOfAddresses(text, 'here')).toEqual([])
})
