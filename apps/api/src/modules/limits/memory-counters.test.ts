import { MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStoreDatabase } from '#test/store-database.ts'
import { clearCounts } from './counter-store.ts'
import { createMemoryCounters, type MemoryPlace } from './memory-counters.ts'
import { termsOf } from './places.ts'

const NOW = new Date('2026-03-20T12:00:00Z')
const RULE = { action: 'captcha', subject: 'address', burst: 2, most: 4, perMs: 60_000 } as const

let db: Awaited<ReturnType<typeof openStoreDatabase>>
beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const keyOf = ({ subject }: { subject: string }) => Buffer.from(subject.padEnd(16, '.'))
const newProcess = () => createMemoryCounters({ db, clock: () => NOW, keyOf, earnerOf: keyOf })
const place = (subject: string): MemoryPlace => ({ label: { rule: 'small', subject }, terms: termsOf(RULE, NOW) })

async function full(subject: string) {
  const memory = newProcess()
  for (let call = 0; call < 2; call++) expect(memory.take([place(subject)])).toEqual([])
  expect(memory.take([place(subject)])).toMatchObject([{ rule: 'small' }])
  return memory
}
const release = (subject: string) => clearCounts(db, [keyOf({ subject })])
const hasRoom = (memory: ReturnType<typeof newProcess>, subject: string) => memory.take([place(subject)]).length === 0

test('OPS-12 LIMIT-13 places that an operator gave back are free in a process that had counted the limit full', async () => {
  const memory = await full('released')
  await memory.share()
  await release('released')
  expect(hasRoom(memory, 'released')).toBe(false)
  await memory.share()
  expect([hasRoom(memory, 'released'), hasRoom(memory, 'released'), hasRoom(memory, 'released')]).toEqual([
    true,
    true,
    false,
  ])
})

test('OPS-12 LIMIT-13 what a process has not shared yet is counted all the same', async () => {
  const memory = await full('unshared')
  await release('unshared')
  await memory.share()
  expect(hasRoom(memory, 'unshared')).toBe(false)
})

test('LIMIT-13 a limit that is full stays full when nothing was given back', async () => {
  const memory = await full('kept')
  await memory.share()
  await memory.share()
  expect(hasRoom(memory, 'kept')).toBe(false)
})

const placeIn = (minutes: number, subject: string): MemoryPlace => ({
  label: { rule: 'small', subject },
  terms: termsOf(RULE, new Date(NOW.getTime() + minutes * MINUTE_MS)),
})

test('LIMIT-13 calls of a while ago that were not shared yet count as of then', async () => {
  const memory = newProcess()
  for (const minutes of [0, 1, 2]) expect(memory.take([placeIn(minutes, 'slow')])).toEqual([])
  await memory.share()
  expect(memory.take([placeIn(2, 'slow')])).toEqual([])
})

test('LIMIT-13 a call that comes while counts are shared is counted once', async () => {
  let minutes = 0
  const whileShared = { ...db, query: db.query.bind(db) }
  const memory = createMemoryCounters({ db: whileShared, clock: () => NOW, keyOf, earnerOf: keyOf })
  // Because one limit is full the process looks for places that were given back, which takes a while.
  for (let call = 0; call < 2; call++) memory.take([place('full')])
  await memory.share()
  whileShared.query = (...given: Parameters<typeof db.query>) => {
    if (given[0].startsWith('select key, level')) {
      minutes += 1
      expect(memory.take([placeIn(minutes, 'raced')])).toEqual([])
    }
    return db.query(...given)
  }
  memory.take([placeIn(minutes, 'raced')])
  for (let time = 0; time < 4; time++) await memory.share()
  expect(minutes).toBe(4)
  whileShared.query = db.query.bind(db)
  await memory.share()
  expect(memory.take([placeIn(minutes, 'raced')])).toEqual([])
})
