import { expect, test } from 'vitest'
import { createClosing } from './closing.ts'

const NOW = new Date('2031-03-01T12:00:00Z')

test('ACCOUNT-03 AGE-03 an account that can not be closed now keeps no other from being erased', async () => {
  const waiting = new Set(['first', 'second', 'third'])
  const failure = new Error('the provider of the second can not be told')
  let ill = true
  const close = createClosing({
    store: {
      deactivated: async () => [...waiting],
      erase: async (id) => void waiting.delete(id),
    },
    intents: {
      async withdrawAll(id) {
        if (ill && id === 'second') throw failure
      },
    },
    clock: () => NOW,
  })

  await expect(close()).rejects.toMatchObject({ errors: [failure] })
  expect([...waiting]).toEqual(['second'])
  ill = false
  await close()
  expect([...waiting]).toEqual([])
})
