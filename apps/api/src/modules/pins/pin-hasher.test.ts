import { describe, expect, test } from 'vitest'
import { createPinHasher } from './pin-hasher.ts'

const cheap = { memoryKib: 64, passes: 1 }

describe('the PIN hasher', () => {
  test('X-13 keeps an Argon2id hash with its parameters, different each time', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 2, queue: 8 })
    const [one, two] = [await hasher.hash('2580'), await hasher.hash('2580')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(one).not.toBe(two)
    expect([await hasher.matches(one, '2580'), await hasher.matches(one, '2581')]).toEqual([true, false])
  })

  test('X-12 refuses before any work when too many wait, and goes on afterwards', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 1, queue: 2 })
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => hasher.hash('2580')))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(2)
    expect(refused[0]).toMatchObject({ reason: { code: 'service_unavailable', details: { retry_after: 2 } } })
    expect(await hasher.hash('2580')).toMatch(/^\$argon2id/)
  })

  test('a job that fails gives its place back', async () => {
    const hasher = createPinHasher({ ...cheap, atOnce: 1, queue: 1 })
    await expect(hasher.matches('no hash', '2580')).rejects.toThrow(Error)
    await expect(hasher.matches('no hash', '2580')).rejects.toThrow(Error)
    expect(await hasher.hash('2580')).toMatch(/^\$argon2id/)
  })
})
