import { expect, test } from 'vitest'
import { listedWordIn, problemsOfAddresses } from './addresses.mjs'

test.each([
  ['/assets/captcha-1a2b3c4d.js', 'captcha'],
  ['/assets/use-reload-notice-1a2b3c4d.js', 'notice'],
  ['/assets/notices-1a2b3c4d.js', 'notice'],
  ['/auth/public/captcha', 'captcha'],
  ['/api/cookieSettings', 'cookie'],
  ['/ads/1.svg', 'ad'],
  ['/track', 'track'],
])('ROUTE-18 %s is known to content blockers by %s', (address, word) => {
  expect(listedWordIn(address)).toBe(word)
})

test.each(['/assets/ad365d91.js', '/admin/v1/session', '/api/readiness', '/analytics-frame', '/logos/'])(
  'ROUTE-18 %s is not',
  (address) => {
    expect(listedWordIn(address)).toBeUndefined()
  },
)

test('ROUTE-18 an address is found where it is written', () => {
  expect(problemsOfAddresses("path: '/auth/public/captcha',", 'here')).toEqual([
    'here: content blockers know /auth/public/captcha by its word captcha',
  ])
  expect(problemsOfAddresses("import '../ads/x.ts' // 1 / ads", 'here')).toEqual([])
})
