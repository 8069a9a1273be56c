import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import type { Database } from '../../platform/database/database.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { makeKnown, numberKnowsDevice } from '../devices/index.ts'
import { createDatabase } from '#test/create-database.ts'
import { addAccount, createTestPins } from '#test/test-pins.ts'

const now = new Date('2026-03-01T00:00:00Z')
let db: Database
let drop: () => Promise<void>
let accounts = 0

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  db = createServerDatabase({ connectionString: made.url, maxConnections: 10, onIdleError: () => {} })
  await migrate(db, join(import.meta.dirname, '../../../migrations'), now)
})
afterAll(async () => {
  await db.close()
  await drop()
})

/** An account with a known browser; comparisons go on until all that were begun are let through. */
async function setUp() {
  const id = `usr_${String(accounts++)}`
  const phoneIdx = await addAccount(db, id, now)
  const home = randomBytes(32)
  await db.transaction((tx) => makeKnown(tx, id, home, now))
  const compared: string[] = []
  let open = () => {}
  let gate = Promise.resolve()
  const pins = () =>
    createTestPins({
      db,
      clock: () => now,
      async matches(encoded, pin) {
        if (encoded !== 'real') return false
        compared.push(pin)
        await gate
        return pin === '2580'
      },
    })
  const one = pins()
  const guess = (pin: string, device: Buffer | null = null, process = one) =>
    process
      .check([{ owner: 'o', sealed: 'real', phoneIdx }], pin, { address: UNKNOWN_ADDRESS, device }, async () => 'right')
      .catch(() => 'wrong')
  return {
    phoneIdx,
    home,
    compared,
    guess,
    anotherProcess: pins,
    shut: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    open: () => open(),
  }
}

test.each(['unknown', 'known'])(
  'R-04 P-01 of 60 wrong PINs in %s browsers, in two processes, ten are compared',
  async (which) => {
    const { guess, home, compared, anotherProcess } = await setUp()
    const other = anotherProcess()
    const device = which === 'known' ? home : null
    const guesses = Array.from({ length: 60 }, (_, i) =>
      i % 2 === 0 ? guess('0000', device) : guess('0000', device, other),
    )
    expect(new Set(await Promise.all(guesses))).toEqual(new Set(['wrong']))
    // A browser that is unknown from the tenth on may begin with the ten of unknown ones.
    expect(compared.length).toBeGreaterThanOrEqual(10)
    expect(compared.length).toBeLessThanOrEqual(which === 'known' ? 20 : 10)
  },
)

test.each(['unknown', 'known'])(
  'R-04 DEVICE-02 after nine wrong PINs in %s browsers two right ones at once both succeed',
  async (which) => {
    const { guess, home, compared, shut, open } = await setUp()
    const device = which === 'known' ? home : null
    for (let i = 0; i < 9; i++) await guess('0000', device)
    shut()
    const both = [guess('2580', device), guess('2580', device)]
    await expect.poll(() => compared.length).toBe(10)
    open()
    expect(await Promise.all(both)).toEqual(['right', 'right'])
  },
)

test('R-04 a right PIN beside the tenth wrong one is answered as wrong once that has its outcome', async () => {
  const { guess, compared, shut, open } = await setUp()
  for (let i = 0; i < 9; i++) await guess('0000')
  shut()
  const tenth = guess('0000')
  await expect.poll(() => compared.length).toBe(10)
  const late = guess('2580')
  open()
  expect(await Promise.all([tenth, late])).toEqual(['wrong', 'wrong'])
  expect(compared).toHaveLength(10)
})

test('R-05 DEVICE-03 a right PIN in a known browser sets back the wrong ones before it, and none that began after it', async () => {
  const { guess, home, phoneIdx, compared, shut, open } = await setUp()
  for (let i = 0; i < 5; i++) await guess('0000', home)
  shut()
  const right = guess('2580', home)
  await expect.poll(() => compared.length).toBe(6)
  const after = Array.from({ length: 3 }, () => guess('0000', home))
  await expect.poll(() => compared.length).toBe(9)
  open()
  expect(await Promise.all([right, ...after])).toEqual(['right', 'wrong', 'wrong', 'wrong'])
  for (let i = 0; i < 6; i++) await guess('0000', home)
  expect(await numberKnowsDevice(db, phoneIdx, home)).toBe(true)
  await guess('0000', home)
  expect(await numberKnowsDevice(db, phoneIdx, home)).toBe(false)
})
