import { randomBytes } from 'node:crypto'
import { AppError } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf } from '../../platform/client.ts'
import type { Caller } from './fair-queue.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { addAccount, createTestPins } from '#test/test-pins.ts'

const now = new Date('2026-03-01T00:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const followed = async (index: number) => index

test('LIMIT-15 a guess whose hash was refused is not counted, with and without an account', async () => {
  let isFull = true
  const callers: Caller[] = []
  const pins = createTestPins({
    db,
    clock: () => now,
    matches: async () => false,
    hasher: {
      hash: async (pin) => `hash of ${pin}`,
      async matches(encoded, pin, caller) {
        callers.push(caller)
        if (isFull) throw new AppError('service_unavailable', { retry_after: 2 })
        return encoded === `hash of ${pin}`
      },
    },
  })
  const phoneIdx = await addAccount(db, 'usr_1', now)
  const pin = { owner: 'usr_1', sealed: 'hash of 2580', phoneIdx }
  const stranger = { address: addressOf('198.51.100.7'), device: null }
  for (let i = 0; i < 12; i++) {
    await expect(pins.check([pin], '1111', stranger, followed)).rejects.toMatchObject({ code: 'service_unavailable' })
    await expect(pins.verifyUnknownNumber(randomBytes(32), '1111', stranger)).rejects.toMatchObject({
      code: 'service_unavailable',
    })
  }
  expect(await pins.hasFewFailures(phoneIdx, 1)).toBe(true)
  isFull = false
  expect(await pins.check([pin], '2580', stranger, followed)).toBe(0)
  expect(callers.at(-1)).toEqual({ lane: 'other', address: '198.51.100.7', number: phoneIdx.toString('hex') })
})
