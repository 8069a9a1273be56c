import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { readCaller } from './limit-subject.ts'

const COOKIE = `avdv_${'A'.repeat(43)}`
const HASH = createHash('sha256').update(COOKIE).digest()
const NUMBER = { kind: 'number', number: '+4915112345678' }
const HOST = { kind: 'address', address: { host: '203.0.113.7', network: '203.0.113.0/24' } }

test.each([
  ['+4915112345678', NUMBER],
  ['4915112345678', NUMBER],
  ['+49 (151) 1234-5678', NUMBER],
  ['+49 0151 12345678', NUMBER],
  ['203.0.113.7', HOST],
  ['::ffff:203.0.113.7', HOST],
  ['2001:db8:1:2::7', { kind: 'address', address: { host: '2001:db8:1:2::/64', network: '2001:db8:1::/48' } }],
  [COOKIE, { kind: 'browser', device: HASH }],
  [HASH.toString('hex'), { kind: 'browser', device: HASH }],
])('The form of the caller %s tells what it is [OPS-11 OPS-12]', (text, caller) => {
  expect(readCaller(text)).toEqual(caller)
})
