import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyring, isComplete, type KeyState, sameBytes } from './keyring.ts'

const key = (id: string) => ({ id, secret: randomBytes(32).toString('base64url') })
const first = key('k1')
const keyring = createKeyring({ keys: [first] })

describe('sealing', () => {
  const sealed = keyring.seal('pin', 'owner', 'the secret')

  test('X-13 opens for its purpose and its owner', () => {
    expect(keyring.open('pin', 'owner', sealed)).toBe('the secret')
    expect(sealed).not.toContain('secret')
  })

  test('X-13 the same value is sealed differently each time', () => {
    expect(keyring.seal('pin', 'owner', 'the secret')).not.toBe(sealed)
  })

  test.each<{ what: string; open: () => string }>([
    { what: 'another owner', open: () => keyring.open('pin', 'a stranger', sealed) },
    { what: 'another purpose', open: () => keyring.open('phone', 'owner', sealed) },
    { what: 'another key', open: () => createKeyring({ keys: [key('k1')] }).open('pin', 'owner', sealed) },
    { what: 'a key that is gone', open: () => createKeyring({ keys: [key('k2')] }).open('pin', 'owner', sealed) },
    { what: 'no sealing', open: () => keyring.open('pin', 'owner', 'the secret') },
    { what: 'a short tag', open: () => keyring.open('pin', 'owner', sealed.slice(0, -8)) },
    { what: 'nothing', open: () => keyring.open('pin', 'owner', '') },
  ])('X-13 does not open with $what', ({ open }) => {
    expect(open).toThrow(Error)
  })

  test('X-13 does not open when any letter was changed', () => {
    for (let i = 0; i < sealed.length; i++) {
      const changed = sealed.slice(0, i) + (sealed[i] === 'A' ? 'B' : 'A') + sealed.slice(i + 1)
      if (Buffer.from(changed.slice(6), 'base64url').equals(Buffer.from(sealed.slice(6), 'base64url'))) continue
      expect(() => keyring.open('pin', 'owner', changed), `letter ${i}`).toThrow(Error)
    }
  })

  test('X-13 OPS-30 the key in the state "seals" seals, and what others sealed still opens', () => {
    const rotated = createKeyring({ keys: [first, { ...key('k2'), state: 'seals' }, { ...key('k3'), state: 'opens' }] })
    expect(rotated.open('pin', 'owner', sealed)).toBe('the secret')
    expect(rotated.seal('pin', 'owner', 'x')).toMatch(/^v1\.k2\./)
    expect(rotated.mac('phone-index', 'x').equals(keyring.mac('phone-index', 'x'))).toBe(true)
  })

  test.each<{ what: string; states: (KeyState | undefined)[]; complete: boolean }>([
    { what: 'one without a state', states: [undefined], complete: true },
    { what: 'one that seals and one that hashes', states: ['seals', 'hashes'], complete: true },
    { what: 'one that opens beside them', states: ['opens', 'hashes', 'seals'], complete: true },
    { what: 'one that opens beside one without a state', states: ['opens', undefined], complete: true },
    { what: 'one that indexes numbers', states: ['seals', 'hashes', 'indexes'], complete: true },
    { what: 'two that index', states: ['seals', 'hashes', 'indexes', 'indexes'], complete: false },
    { what: 'none that hashes', states: ['seals', 'opens'], complete: false },
    { what: 'none that seals', states: ['hashes'], complete: false },
    { what: 'two that seal', states: ['seals', 'seals', 'hashes'], complete: false },
    { what: 'two without a state', states: [undefined, undefined], complete: false },
    { what: 'none', states: [], complete: false },
  ])('OPS-30 a keyring with $what is complete: $complete', ({ states, complete }) => {
    expect(isComplete({ keys: states.map((state, n) => ({ ...key(`k${n}`), state })) })).toBe(complete)
  })
})

describe('keyed hashes', () => {
  test('X-13 differ by purpose, by key and by the borders of their parts', () => {
    const hashes = [
      keyring.mac('sms-code', 'a', 'bc'),
      keyring.mac('sms-code', 'ab', 'c'),
      keyring.mac('sms-code', 'abc'),
      keyring.mac('mintid', 'a', 'bc'),
      createKeyring({ keys: [key('k1')] }).mac('sms-code', 'a', 'bc'),
    ].map((hash) => hash.toString('hex'))
    expect(new Set(hashes).size).toBe(hashes.length)
  })

  test('OPS-36 of numbers are made by the key in the state "indexes", all others by the one that hashes', () => {
    const own = { ...key('x1'), state: 'indexes' as const }
    const both = createKeyring({ keys: [first, own] })
    expect(
      both
        .mac('phone-index', 'a')
        .equals(createKeyring({ keys: [{ ...own, state: undefined }] }).mac('phone-index', 'a')),
    ).toBe(true)
    expect(both.mac('limits', 'a').equals(keyring.mac('limits', 'a'))).toBe(true)
  })

  test('are the same for the same parts', () => {
    expect(sameBytes(keyring.mac('mintid', 'a'), keyring.mac('mintid', 'a'))).toBe(true)
    expect(sameBytes(Buffer.from('a'), Buffer.from('ab'))).toBe(false)
  })
})
