import { expect, test } from 'vitest'
import { createServerDatabase } from './postgres-server.ts'

const NOBODY_LISTENS = 'postgres://nobody@127.0.0.1:1/none'

test('OPS-07 a database that is away is a request to come back, by query and by transaction', async () => {
  const database = createServerDatabase({ connectionString: NOBODY_LISTENS, maxConnections: 1, onIdleError: () => {} })
  const away = { code: 'service_unavailable', details: { retry_after: 1 } }
  await expect(database.query('select 1')).rejects.toMatchObject(away)
  await expect(database.transaction((tx) => tx.query('select 1'))).rejects.toMatchObject(away)
  await database.close()
})
