import { expect, test } from 'vitest'
import { onceAMinute } from './policy-reports.ts'

function atMinute() {
  let now = 0
  const mayBeWritten = onceAMinute(() => new Date(now))
  return { mayBeWritten, after: (ms: number) => void (now += ms) }
}

test('X-16 equal reports are written once a minute, with the number of those in between', () => {
  const { mayBeWritten, after } = atMinute()
  expect([mayBeWritten('a'), mayBeWritten('a'), mayBeWritten('b'), mayBeWritten('a')]).toEqual([
    0,
    undefined,
    0,
    undefined,
  ])
  after(59_999)
  expect(mayBeWritten('a')).toBeUndefined()
  after(1)
  expect([mayBeWritten('a'), mayBeWritten('a')]).toEqual([3, undefined])
})

test('X-16 a flood of different ones is cut, and makes room again', () => {
  const { mayBeWritten, after } = atMinute()
  const flood = (name: string) => Array.from({ length: 150 }, (_, at) => mayBeWritten(`${name}${at}`))
  expect(flood('a').filter((heldBack) => heldBack === 0)).toHaveLength(100)
  after(60_000)
  expect(flood('b').filter((heldBack) => heldBack === 0)).toHaveLength(100)
})
