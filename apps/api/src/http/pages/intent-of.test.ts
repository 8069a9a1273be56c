import { AppError } from '@avouch/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createIntentOf } from './intent-of.ts'

test('INTENT-06 a page says that its request is over also where it cannot be read who asked', async () => {
  const intentOf = createIntentOf({
    admit: async () => {},
    summary: () => Promise.reject(new AppError('mintid_used')),
    summaryOfPast: () => Promise.reject(new Error('no database')),
  })
  const logged: string[] = []
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => logged.push(line) } } })
  app.get('/', (request) => intentOf('A'.repeat(22), request))
  expect((await app.inject('/')).json()).toEqual({ gone: 'mintid_used' })
  expect(logged).toEqual([expect.stringContaining('no database')])
})
