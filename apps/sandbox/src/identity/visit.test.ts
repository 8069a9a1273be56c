import { expect, test } from 'vitest'
import { isReturnAddress } from './visit.ts'

const PRODUCT = 'https://product.example'

test.each(['https://product.example/kyc-check-result?return=r&mobile=true'])('A visitor may go back to %s', (oi) => {
  expect(isReturnAddress(oi, PRODUCT)).toBe(true)
})

test.each([
  'https://elsewhere.example/',
  'https://product.example:8443/',
  'https://product.example.elsewhere.example/',
  'https://product.example@elsewhere.example/',
  '//product.example/',
  'javascript:alert(1)//https://product.example/',
  'https://product.example\\@elsewhere.example/',
  ' https://product.example/',
  'https://product.example/\r\nset-cookie:a=b',
  `https://product.example/${'a'.repeat(2_100)}`,
  '',
])('No visitor is sent to %j', (oi) => {
  expect(isReturnAddress(oi, PRODUCT)).toBe(false)
})
