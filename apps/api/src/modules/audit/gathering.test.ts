import { expect, test } from 'vitest'
import { gathering } from './gathering.ts'

/** Writes that end when the test says so. */
function slowWriter() {
  const written: number[][] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const write = (items: readonly number[]) => {
    written.push([...items])
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
  }
  return { written, ends, gather: gathering(write) }
}
const turn = () => new Promise((next) => setImmediate(next))

test('AUDIT-10 what comes while one is under way is written together, in its order', async () => {
  const { written, ends, gather } = slowWriter()
  const first = gather([1])
  await turn()
  const later = [gather([2]), gather([3, 4]), gather([5])]
  await turn()
  expect(written).toEqual([[1]])
  ends[0]?.resolve()
  await first
  await turn()
  expect(written).toEqual([[1], [2, 3, 4, 5]])
  ends[1]?.resolve()
  await Promise.all(later)
})

test('AUDIT-10 one that fails is told to those who shared it, and the next goes on', async () => {
  const { written, ends, gather } = slowWriter()
  const failing = [gather([1]), gather([2])].map((one) => one.catch((error: Error) => error.message))
  await turn()
  const next = gather([3])
  ends[0]?.reject(new Error('away'))
  expect(await Promise.all(failing)).toEqual(['away', 'away'])
  await turn()
  ends[1]?.resolve()
  await next
  expect(written).toEqual([[1, 2], [3]])
})
