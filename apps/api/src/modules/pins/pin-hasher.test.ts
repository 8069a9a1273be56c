import { describe, expect, test } from 'vitest'
import type { Caller } from './fair-queue.ts'
import { createPinHasher } from './pin-hasher.ts'

const cheap = { memoryKib: 64, passes: 1, perLane: 8 }
const visitor: Caller = { lane: 'other', address: '198.51.100.1', number: 'one' }

describe('the PIN hasher', () => {
  test('X-13 keeps an Argon2id hash with its parameters, different each time', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 2 })
    const [one, two] = [await hasher.hash('2580', visitor), await hasher.hash('2580', visitor)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(one).not.toBe(two)
    const matched = [await hasher.matches(one, '2580', visitor), await hasher.matches(one, '2581', visitor)]
    expect(matched).toEqual([true, false])
  })

  test('LIMIT-15 refuses before any work when too many wait, and goes on afterwards', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 1 })
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('2580', visitor)))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable', details: { retry_after: 2 } } })
    expect(await hasher.hash('2580', visitor)).toMatch(/^\$argon2id/)
  })

  test('a hash that fails gives its turn back', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 1 })
    await expect(hasher.matches('no hash', '2580', visitor)).rejects.toThrow(Error)
    await expect(hasher.matches('no hash', '2580', visitor)).rejects.toThrow(Error)
    expect(await hasher.hash('2580', visitor)).toMatch(/^\$argon2id/)
  })
})
