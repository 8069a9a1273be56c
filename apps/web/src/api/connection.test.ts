import { expect, test, vi } from 'vitest'
import { createConnection } from './connection.ts'

function world() {
  const state = { reached: true }
  const waiting: (() => void)[] = []
  const reach = vi.fn<() => Promise<boolean>>(async () => state.reached)
  const connection = createConnection({
    reach,
    wait: (look) => void waiting.push(look),
  })
  const heard: boolean[] = []
  connection.listen((online) => heard.push(online))
  return { state, waiting, reach, connection, heard }
}

test('One failed call does not mean offline [STATE-03]', async () => {
  const { connection, heard, waiting } = world()
  expect(await connection.check()).toBe(true)
  expect(heard).toEqual([])
  expect(waiting).toEqual([])
})

test('The connection is checked again and again while it is offline [STATE-03]', async () => {
  const { connection, heard, waiting, state } = world()
  state.reached = false
  expect(await connection.check()).toBe(false)
  expect(connection.isOnline()).toBe(false)
  waiting.shift()?.()
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  state.reached = true
  waiting.shift()?.()
  await vi.waitFor(() => expect(connection.isOnline()).toBe(true))
  expect(heard).toEqual([false, true])
  expect(waiting).toEqual([])
})

test('An answered call ends the outage, even if the health check is blocked [STATE-03]', async () => {
  const { connection, heard, waiting, reach, state } = world()
  state.reached = false
  await connection.check()
  connection.expectAnswer()()
  waiting.shift()?.()
  expect(heard).toEqual([false, true])
  expect(reach).toHaveBeenCalledOnce()
})

test('An answer to a call from before the outage does not end it [STATE-03]', async () => {
  const { connection, heard, state } = world()
  const answered = connection.expectAnswer()
  state.reached = false
  await connection.check()
  answered()
  expect(heard).toEqual([false])
})

test('The connection is checked once for many calls that fail together [STATE-03]', async () => {
  const { connection, reach, state } = world()
  state.reached = false
  expect(await Promise.all([connection.check(), connection.check(), connection.check()])).toEqual([false, false, false])
  expect(reach).toHaveBeenCalledOnce()
})
