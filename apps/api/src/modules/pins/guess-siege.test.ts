import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { makeKnown } from '../devices/index.ts'
import { soak } from '#test/soak.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { addAccount, createTestPins } from '#test/test-pins.ts'

const begin = new Date('2026-03-01T00:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const GUESSES = soak(100, 10_000)

const followed = async (index: number) => index

test('T-05 DEVICE-02 a day of guesses from as many browsers gets ten compared; the known browser gets in', async () => {
  let now = begin
  let compared = 0
  const pins = createTestPins({
    db,
    clock: () => now,
    async matches(encoded, pin) {
      if (encoded === 'hash of 2580' && pin !== '2580') compared++
      return encoded === `hash of ${pin}`
    },
  })
  const home = randomBytes(32)
  const phoneIdx = await addAccount(db, 'usr_1', begin)
  await db.transaction((tx) => makeKnown(tx, 'usr_1', home, begin))
  const pin = { owner: 'usr_1', sealed: 'hash of 2580', phoneIdx }

  for (let i = 0; i < GUESSES; i++) {
    now = later(begin, (i * 24 * HOUR_MS) / GUESSES)
    const stranger = { address: UNKNOWN_ADDRESS, device: i % 4 === 0 ? null : randomBytes(32) }
    const guess = pins.check([pin], String(i % 2_000).padStart(4, '0'), stranger, followed)
    await expect(guess).rejects.toMatchObject({ code: 'wrong_login_info', details: {} })
    if ((i + 1) % (GUESSES / 10) === 0)
      expect(await pins.check([pin], '2580', { address: UNKNOWN_ADDRESS, device: home }, followed)).toBe(0)
  }
  expect(compared).toBe(10)
})

test('DEVICE-02 EXIST-02 a number without an account is counted like one with an account', async () => {
  let compared = 0
  const pins = createTestPins({
    db,
    clock: () => begin,
    async matches(encoded) {
      if (encoded === 'hash of 2580') compared++
      return false
    },
  })
  const phoneIdx = randomBytes(32)
  const stranger = { address: UNKNOWN_ADDRESS, device: null }
  for (let i = 0; i < 9; i++) await pins.verifyUnknownNumber(phoneIdx, '0000', stranger)
  const pin = { owner: 'usr_2', sealed: 'hash of 2580', phoneIdx }
  for (let i = 0; i < 3; i++) await pins.check([pin], '0000', stranger, followed).catch(() => undefined)
  expect(compared).toBe(1)
})
