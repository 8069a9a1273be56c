import { expect, test } from 'vitest'
import { closeEach } from './closing.ts'

test('ACCOUNT-03 AGE-03 an account that can not be closed now keeps no other from being erased', async () => {
  const waiting = new Set(['first', 'second', 'third'])
  const failure = new Error('the provider of the second can not be reached')
  let failing = true
  const close = () =>
    closeEach([...waiting], async (id) => {
      if (failing && id === 'second') throw failure
      waiting.delete(id)
    })

  await expect(close()).rejects.toMatchObject({ errors: [failure] })
  expect([...waiting]).toEqual(['second'])
  failing = false
  await close()
  expect([...waiting]).toEqual([])
})
