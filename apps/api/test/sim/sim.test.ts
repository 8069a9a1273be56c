import { expect, test } from 'vitest'
import { isSoak, soak } from '../support/soak.ts'
import { openStoreDatabase } from '../support/store-database.ts'
import { FLOODS, floodQueue } from './queue.ts'
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

test.for(FLOODS.filter(({ mayLose }) => mayLose === undefined).slice(0, soak(1, FLOODS.length)))(
  'People get in while strangers send twice the PINs that are hashed, $name [LIMIT-19]',
  async (flood) => {
    expect(await floodQueue(flood, 2, 20)).toMatchObject({ isBroken: false })
  },
)
