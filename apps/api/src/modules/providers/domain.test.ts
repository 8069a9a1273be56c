import { expect, test } from 'vitest'
import { domainOf } from './domain.ts'

test.each([
  ['https://kino-aurora.example/return', 'kino-aurora.example'],
  ['https://www.Kino-Aurora.example:8443/return?a=1', 'www.kino-aurora.example'],
  ['http://localhost:3001/return', 'localhost'],
  ['https://[2001:db8::1]:443/return', '[2001:db8::1]'],
  ['https://m\u00fcller.example/return', 'm\u00fcller.example'],
  ['https://xn--mller-kva.example/return', 'm\u00fcller.example'],
  ['https://\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444/', '\u043f\u0440\u0438\u043c\u0435\u0440.\u0440\u0444'],
  // Cyrillic and Latin letters in one label.
  ['https://p\u0430ypal.example/', 'xn--pypal-4ve.example'],
  // All letters of the label are Cyrillic, and look like "apple".
  ['https://\u0430\u0440\u0440\u04cf\u0435.example/', 'xn--80ak6aa92e.example'],
  // Latin letters that look like others, or carry a mark that is hardly seen.
  ['https://\u0261oogle.com/', 'xn--oogle-qmc.com'],
  ['https://paypa\u0131.com/', 'xn--paypa-r4a.com'],
  ['https://\u01c3pay.com/', 'xn--pay-6bb.com'],
  // Letters of German, French, Polish, Czech, Danish, Spanish.
  ['https://stra\u00dfe-k\u00f6ln.de/', 'stra\u00dfe-k\u00f6ln.de'],
  [
    'https://caf\u00e9-\u0142\u00f3d\u017a-\u010desk\u00fd-sm\u00f8rrebr\u00f8d-ni\u00f1o.eu/',
    'caf\u00e9-\u0142\u00f3d\u017a-\u010desk\u00fd-sm\u00f8rrebr\u00f8d-ni\u00f1o.eu',
  ],
  ['kino-aurora://return', null],
])('The domain of %s is %s [PROV-24]', (address, domain) => {
  expect(domainOf(address)).toBe(domain)
})
