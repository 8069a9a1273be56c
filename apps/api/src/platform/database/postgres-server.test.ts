import { expect, test } from 'vitest'
import { createServerDatabase } from './postgres-server.ts'

const NO_LISTENER = 'postgres://none@127.0.0.1:1/none'

test('While a database is unreachable, a query and a transaction answer 503 with Retry-After [OPS-07]', async () => {
  const database = createServerDatabase({ connectionString: NO_LISTENER, maxConnections: 1, onIdleError: () => {} })
  const away = { code: 'service_unavailable', details: { retry_after: 1 } }
  await expect(database.query('select 1')).rejects.toMatchObject(away)
  await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(away)
  await database.close()
})
