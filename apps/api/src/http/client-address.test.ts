import { expect, test } from 'vitest'
import { canBeForged } from './client-address.ts'

const proxy = '10.1.2.3'

test.each([
  { what: 'no proxy', example: undefined, has: () => false, forged: false },
  { what: 'one proxy', example: proxy, has: (address: string) => address === proxy, forged: false },
  { what: 'everybody', example: proxy, has: () => true, forged: true },
  { what: 'the network of visitors', example: proxy, has: (a: string) => !a.startsWith('203.'), forged: true },
  { what: 'one that is not believed', example: proxy, has: () => false, forged: true },
])('With $what for proxies an address can be forged: $forged [X-03 LIMIT-02]', async ({ example, has, forged }) => {
  expect(await canBeForged({ example, has })).toBe(forged)
})
