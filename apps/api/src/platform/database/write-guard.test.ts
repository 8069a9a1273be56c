import { expect, test } from 'vitest'
import { DatabaseUnavailable } from './availability.ts'
import { createWriteGuard } from './write-guard.ts'

/** A database whose disk has room or not; how often it was probed. */
function createDisk() {
  const disk = {
    probes: 0,
    error: undefined as Error | undefined,
    execute: async () => {
      disk.probes++
      if (disk.error !== undefined) throw disk.error
    },
  }
  return disk
}
const full = new DatabaseUnavailable({ retryAfter: 5 }, undefined)
const forbidden = Object.assign(new Error('permission denied to create temporary tables'), { code: '42501' })

test('Nothing is probed until a write is refused, and then until there is room again [OPS-04]', async () => {
  const [guard, disk] = [createWriteGuard(), createDisk()]
  expect([await guard.isRight(disk), disk.probes]).toEqual([true, 0])
  guard.refused()
  disk.error = full
  for (const probes of [1, 2]) expect([await guard.isRight(disk), disk.probes]).toEqual([false, probes])
  disk.error = undefined
  expect([await guard.isRight(disk), disk.probes]).toEqual([true, 3])
  expect([await guard.isRight(disk), disk.probes]).toEqual([true, 3])
})

test('A role that may not probe counts as able to write, until the next write is refused [OPS-04]', async () => {
  const [guard, disk] = [createWriteGuard(), createDisk()]
  disk.error = forbidden
  guard.refused()
  expect([await guard.isRight(disk), await guard.isRight(disk), disk.probes]).toEqual([true, true, 1])
})
