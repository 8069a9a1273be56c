import { expect, test } from 'vitest'
import { batch } from './batch.ts'

/** Writes that end when the test says so. */
function slowWriter() {
  const written: number[][] = []
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = []
  const write = (items: readonly number[]) => {
    written.push([...items])
    return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }))
  }
  return { written, ends, add: batch(write) }
}
const turn = () => new Promise((next) => setImmediate(next))

test('AUDIT-10 events that arrive during a write are written together, in their order', async () => {
  const { written, ends, add } = slowWriter()
  const first = add([1])
  await turn()
  const later = [add([2]), add([3, 4]), add([5])]
  await turn()
  expect(written).toEqual([[1]])
  ends[0]?.resolve()
  await first
  await turn()
  expect(written).toEqual([[1], [2, 3, 4, 5]])
  ends[1]?.resolve()
  await Promise.all(later)
})

test('AUDIT-10 a failed write rejects every call that shared it, and the next write succeeds', async () => {
  const { written, ends, add } = slowWriter()
  const failing = [add([1]), add([2])].map((one) => one.catch((error: Error) => error.message))
  await turn()
  const next = add([3])
  ends[0]?.reject(new Error('away'))
  expect(await Promise.all(failing)).toEqual(['away', 'away'])
  await turn()
  ends[1]?.resolve()
  await next
  expect(written).toEqual([[1, 2], [3]])
})
