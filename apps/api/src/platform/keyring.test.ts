import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Keyring, type KeyStatus } from './keyring.ts'

const key = (id: string) => ({ id, secret: randomBytes(32).toString('base64url') })
const sealing = (id: string, status: KeyStatus = 'current') => ({ ...key(id), status })
const [first, hash] = [sealing('k1'), key('h1')]
const keyring = new Keyring({ keys: [first], hash })

const sealed = keyring.seal('pin', 'owner', 'the secret')

test.each<{ what: string; open: () => string }>([
  { what: 'another owner', open: () => keyring.open('pin', 'a stranger', sealed) },
  { what: 'another purpose', open: () => keyring.open('phone', 'owner', sealed) },
  { what: 'another key', open: () => new Keyring({ keys: [sealing('k1')], hash }).open('pin', 'owner', sealed) },
  {
    what: 'a key that is gone',
    open: () => new Keyring({ keys: [sealing('k2')], hash }).open('pin', 'owner', sealed),
  },
  { what: 'a short tag', open: () => keyring.open('pin', 'owner', sealed.slice(0, -8)) },
])('A sealed value does not open with $what [X-13]', ({ open }) => {
  expect(open).toThrow(Error)
})

test('The current key seals, and what the next and the previous one sealed opens [X-13 OPS-30]', () => {
  const [second, third] = [sealing('k2', 'next'), sealing('k3', 'next')]
  const ahead = new Keyring({
    keys: [{ ...first, status: 'previous' }, { ...second, status: 'current' }, third],
    hash,
  })
  const behind = new Keyring({ keys: [first, second], hash })
  const value = ahead.seal('pin', 'owner', 'x')
  expect(value).toMatch(/^v1\.k2\./)
  expect([ahead.open('pin', 'owner', sealed), behind.open('pin', 'owner', value)]).toEqual(['the secret', 'x'])
  expect(ahead.mac('phone-index', 'x').equals(keyring.mac('phone-index', 'x'))).toBe(true)
  expect(() => keyring.open('pin', 'owner', value)).toThrow(expect.objectContaining({ code: 'service_unavailable' }))
})

test('Keyed hashes differ by purpose, by key and by the borders of their parts [X-13]', () => {
  const hashes = [
    keyring.mac('sms-code', 'a', 'bc'),
    keyring.mac('sms-code', 'ab', 'c'),
    keyring.mac('sms-code', 'abc'),
    keyring.mac('mintid', 'a', 'bc'),
    new Keyring({ keys: [first], hash: key('h1') }).mac('sms-code', 'a', 'bc'),
  ].map((hash) => hash.toString('hex'))
  expect(new Set(hashes).size).toBe(hashes.length)
})
