import { expect, test } from 'vitest'
import { eraseEach } from './erasure.ts'

test('An account that cannot be erased now keeps no other from being erased [ACCOUNT-03 AGE-03]', async () => {
  const waiting = new Set(['first', 'second', 'third'])
  const failure = new Error('the provider of the second can not be reached')
  let failing = true
  const erase = () =>
    eraseEach([...waiting], new AbortController().signal, async (id) => {
      if (failing && id === 'second') throw failure
      waiting.delete(id)
    })

  await expect(erase()).rejects.toMatchObject({ errors: [failure] })
  expect([...waiting]).toEqual(['second'])
  failing = false
  await erase()
  expect([...waiting]).toEqual([])
})
