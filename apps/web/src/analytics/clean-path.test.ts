import { SCREENS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { cleanPath } from './clean-path.ts'

test('ANALYTICS-03 a screen is sent by its name', () => {
  for (const screen of SCREENS) expect(cleanPath(screen)).toBe(screen)
  expect(cleanPath('/auth/login/')).toBe('/auth/login')
})

test.each([
  ['/a/avlk_3nQ7c0dE', '/a'],
  ['/verify-age/app/anything', '/verify-age/app'],
  ['/verify-age/denied/below', '/verify-age/denied'],
  ['/+4915123456789', '/404'],
  ['/auth/login/avin_secret', '/404'],
  ['/%2F..%2Fkyc', '/404'],
])('ANALYTICS-03 of %s only %s is sent', (address, sent) => {
  expect(cleanPath(address)).toBe(sent)
})
