import { opaqueId } from '@avouch/contract'
import { expect, test } from 'vitest'
import { repairedSearch } from './repaired-search.ts'

const CODE = 'Ab3dEf6hIj9lMn2pQr5t-_'
const OTHER = 'ZZ3dEf6hIj9lMn2pQr5tZZ'
const FOUND = `?mintid=${CODE}`

/** Around a code: blanks, marks of a sentence, brackets, what no one sees, what is escaped. */
const AFTER = [' ', '.', ')', '"', '\u201c', '\u200b', '\r\n', '%20', '%', '&amp', ' and so on']
const BEFORE = [' ', '<', '=', '\u200b', '\u201e']

test.each([
  ...AFTER.map((after) => `${CODE}${after}`),
  ...BEFORE.map((before) => `${before}${CODE}`),
  `<${CODE}>.`,
  `${CODE.slice(0, 9)}\u00ad${CODE.slice(9)}`,
])('A code in %j is found by page and call [ROUTE-20]', (text) => {
  expect(repairedSearch(`?mintid=${encodeURIComponent(text)}`)).toBe(FOUND)
  expect(repairedSearch(`?mintid=${encodeURIComponent(encodeURIComponent(text))}`)).toBe(FOUND)
  expect(opaqueId.safeParse(text)).toMatchObject({ data: CODE })
})

test.each([
  [`?mintid=${CODE}?mobile=true`, `${FOUND}&mobile=true`],
  [`?mintid=${CODE}?mobile=true&payment=1`, `${FOUND}&mobile=true&payment=true`],
  [`?mintid=${CODE}%3Fmobile%3Dtrue`, `${FOUND}&mobile=true`],
  [`?mintid=${CODE}&amp;mobile=true`, `${FOUND}&mobile=true`],
  [`?mintid=${CODE};mobile=true`, `${FOUND}&mobile=true`],
  [`?mintid%3D${CODE}%26mobile%3Dtrue`, `${FOUND}&mobile=true`],
  [`?MINTID=${CODE}&MOBILE=TRUE&Payment=Yes&LNG=DE`, `${FOUND}&mobile=true&payment=true&lng=de`],
  [`?mintid=&mintid=${CODE}`, FOUND],
  [`?mintid=${CODE}&mintid=${OTHER}`, FOUND],
  [`?mintid=${CODE}&mintid=${CODE}&mobile=false&mobile=true`, `${FOUND}&mobile=false`],
  [`?mintid=undefined&mintid=${CODE}`, FOUND],
  ['?mobile=y', '?mobile=true'],
  ['?mobile=1', '?mobile=true'],
  ['?mobile=no', '?mobile=false'],
  ['?lng=de_DE', '?lng=de'],
  ['?lng=en_US.UTF-8', '?lng=en'],
  ['?lng=%22de%22', '?lng=de'],
  ['?problem=phone)', '?problem=phone'],
  ['?return=open.', '?return=open'],
])('The query %s leads to %s [ROUTE-20]', (given, meant) => {
  expect(repairedSearch(given)).toBe(meant)
  expect(repairedSearch(meant)).toBeUndefined()
})

test.each([
  '',
  FOUND,
  `${FOUND}&mobile=true&payment=true&lng=de`,
  '?mintid=too-short',
  '?a=1&a=2&utm_source=x.mobile=true',
  '?callback=https%3A%2F%2Fshop.example%2Fback%3Fmobile%3DTRUE%26mintid%3DX',
  '?x-mobile=TRUE&mobile_site=YES',
  '?lng=fr',
  '?constructor=a&toString=b&__proto__=c&hasOwnProperty=d',
])('The query %s stays as it is [ROUTE-20]', (search) => {
  expect(repairedSearch(search)).toBeUndefined()
})

test.each(['?', '.', '&amp;', ';amp;', 'amp;', '%3F', '%253F', '&mobile='])(
  'An address that is full of %j is read as fast as any other [ROUTE-20]',
  (part) => {
    const begun = process.threadCpuUsage()
    for (const name of ['mintid', 'return', 'mobile', 'x'])
      repairedSearch(`?${name}=${part.repeat(64_000 / part.length)}a`)
    expect(process.threadCpuUsage(begun).user / 1_000).toBeLessThan(500)
  },
)
