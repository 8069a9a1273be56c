import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A database of its own on the server of the test run; undefined stands for the embedded engine. */
export async function createTestDatabase(): Promise<{ url: string | undefined; drop: () => Promise<void> }> {
  if (process.env.TEST_ENGINE !== 'postgres') return { url: undefined, drop: async () => {} }
  const admin = process.env.TEST_DATABASE_URL
  if (admin === undefined) throw new Error('TEST_DATABASE_URL is missing: npm test starts a server and sets it')
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await run(`create database ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
