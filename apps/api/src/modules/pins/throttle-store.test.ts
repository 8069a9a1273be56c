import { randomBytes } from 'node:crypto'
import { HOUR_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { createPins } from './pins.ts'
import { makeKnown } from '../devices/index.ts'
import { soak } from '#test/soak.ts'
import { openStoreDatabase } from '#test/store-database.ts'

const begin = new Date('2026-03-01T00:00:00Z')
let db: Awaited<ReturnType<typeof openStoreDatabase>>

beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const GUESSES = soak(1_000, 10_000)

test('T-05 DEVICE-02 a day of guesses from as many browsers gets ten compared; the known browser gets in', async () => {
  let now = begin
  let compared = 0
  const pins = createPins({
    hasher: {
      hash: async (pin) => `hash of ${pin}`,
      async matches(encoded, pin) {
        if (encoded === 'hash of 2580' && pin !== '2580') compared++
        return encoded === `hash of ${pin}`
      },
    },
    db,
    keys: { seal: (_owner, encoded) => encoded, open: (_owner, sealed) => sealed },
    blocklist: 'strict',
    append: async () => {},
    clock: () => now,
    pause: async () => {},
    report: async () => {},
  })
  const [phoneIdx, home] = [randomBytes(32), randomBytes(32)]
  await db.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
     values ('usr_1', $1, 'sealed', 'sealed', 'en', false, $2)`,
    [phoneIdx, begin],
  )
  await db.transaction((tx) => makeKnown(tx, 'usr_1', home, begin))
  const pin = { owner: 'usr_1', sealed: 'hash of 2580', phoneIdx }

  for (let i = 0; i < GUESSES; i++) {
    now = later(begin, (i * 24 * HOUR_MS) / GUESSES)
    const stranger = { address: UNKNOWN_ADDRESS, device: i % 4 === 0 ? null : randomBytes(32) }
    const guess = pins.check([pin], String(i % 2_000).padStart(4, '0'), stranger)
    await expect(guess).rejects.toMatchObject({ code: 'wrong_login_info', details: {} })
    if ((i + 1) % (GUESSES / 10) === 0)
      expect(await pins.check([pin], '2580', { address: UNKNOWN_ADDRESS, device: home })).toBe(0)
  }
  expect(compared).toBe(10)
})
