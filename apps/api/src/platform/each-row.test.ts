import { expect, test } from 'vitest'
import { eachRow } from './each-row.ts'

test('An account that cannot be erased now keeps no other from being erased [ACCOUNT-03 AGE-03]', async () => {
  const waiting = new Set(['first', 'second', 'third'])
  const failure = new Error('the provider of the second can not be reached')
  let failing = true
  const erase = () =>
    eachRow([...waiting], new AbortController().signal, async (id) => {
      if (failing && id === 'second') throw failure
      waiting.delete(id)
    })

  await expect(erase()).rejects.toMatchObject({ errors: [failure], rows: ['second'] })
  expect([...waiting]).toEqual(['second'])
  failing = false
  await erase()
  expect([...waiting]).toEqual([])
})
