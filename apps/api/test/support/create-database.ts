import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** A new database on the server of the test run, empty or a copy of another one. */
export async function createDatabase(template?: string) {
  const admin = process.env.TEST_DATABASE_URL
  if (admin === undefined) throw new Error('TEST_DATABASE_URL is missing: npm test starts a server and sets it')
  const name = `test_${randomBytes(6).toString('hex')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: admin })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  // As files: through its log the server would take three times as long to copy a small database.
  const copied = template === undefined ? '' : ` template ${template} strategy file_copy`
  await run(`create database ${name}${copied}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  return { name, url: url.href, drop: () => run(`drop database ${name} with (force)`) }
}
