import { expect, test } from 'vitest'
import { isExternalUrl, isWebAddress } from './external-address.ts'

const SCRIPTS = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'blob:https://a/b',
  'file:///etc/passwd',
  'ws://a.example',
  'ftp://a.example',
]
const NO_ADDRESS = ['', '/kyc', '//evil.example', 'evil.example', '?x']

test.each([...SCRIPTS, ...NO_ADDRESS])('The text %j is no address to send a visitor to [INTENT-11]', (address) => {
  expect(isWebAddress(address)).toBe(false)
  expect(isExternalUrl(address)).toBe(false)
})

test('The address of the identity check is on the web, and a provider’s may be that of its own app [INTENT-11]', () => {
  expect(isWebAddress('https://kino.example/back')).toBe(true)
  expect(isWebAddress('kino-aurora://done')).toBe(false)
  expect(isExternalUrl('kino-aurora://done')).toBe(true)
})
