import { expect, test } from 'vitest'
import { domainOf } from './domain.ts'

test.each([
  ['https://kino-aurora.example/return', 'kino-aurora.example'],
  ['https://www.Kino-Aurora.example:8443/return?a=1', 'www.kino-aurora.example'],
  ['http://localhost:3001/return', 'localhost'],
  ['http://192.0.2.7/return', '192.0.2.7'],
  ['https://[2001:db8::1]:443/return', '[2001:db8::1]'],
  ['https://m\u00fcller.example/return', 'm\u00fcller.example'],
  ['https://xn--mller-kva.example/return', 'm\u00fcller.example'],
  ['https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/', '\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444'],
  // Cyrillic and Latin letters in one label.
  ['https://p\u0430ypal.example/', 'xn--pypal-4ve.example'],
  // All letters of the label are Cyrillic, and look like "apple".
  ['https://\u0430\u0440\u0440\u04cf\u0435.example/', 'xn--80ak6aa92e.example'],
  ['kino-aurora://return', null],
  ['com.example.cinema:/return', null],
])('PROV-24 the domain of %s is %s', (address, domain) => {
  expect(domainOf(address)).toBe(domain)
})
