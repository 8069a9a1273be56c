import { expect, test } from 'vitest'
import { isSoak } from '../support/soak.ts'
import { openStoreDatabase } from '../support/store-database.ts'
import { ATTACKS, simulate } from './sim.ts'

test.skipIf(!isSoak).for(ATTACKS.filter(([name]) => /^none$|: 10,000 addresses$|siege of one number$/.test(name)))(
  'Simulated people of a small town get in, and are counted as in the database: %s [SMS-09 CODE-17]',
  async ([name, seconds, strike, mayLose]) => {
    const db = await openStoreDatabase()
    const inMemory = await simulate([name, 60 * seconds, strike, mayLose, 0.05], 1)
    expect(inMemory.isBroken).toBe(false)
    expect(await simulate([name, 60 * seconds, strike, mayLose, 0.05], 1, db)).toEqual(inMemory)
    await db.close()
  },
)
