import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/platform/database/open-database.ts'
import { StartupError } from '../src/platform/startup-error.ts'
import { row, bool } from '../src/platform/database/rows.ts'
import { readEnv } from '../src/config/env.ts'
import { createDatabase } from './support/create-database.ts'
import { withClient } from './support/with-client.ts'

const admin = process.env['TEST_DATABASE_URL'] ?? ''
const USES_TLS = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'

let folder: string
let database: Awaited<ReturnType<typeof createDatabase>>

/** A certificate of a server called `name`, which is its own authority. @returns its path; the key is beside it */
function certificate(file: string, name: string): string {
  const path = join(folder, `${file}.crt`)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', join(folder, `${file}.key`)]
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...named, '-out', path], { stdio: 'ignore' })
  return path
}

/** A folder that the server's user can enter, below its data: that of the tests may be closed to others. */
const folderOfServer = () =>
  withClient(admin, async (client) => {
    const [data] = (await client.query<{ path: string }>(`select current_setting('data_directory') as path`)).rows
    return mkdtempSync(join(data?.path ?? '', 'tls-'))
  })

/** The server of the tests answers with this certificate from now on; others go on without TLS. */
const serveWith = (path: string) =>
  withClient(admin, async (client) => {
    const key = path.replace(/\.crt$/, '.key')
    // It has to be the server's own.
    const { uid, gid } = statSync(dirname(folder))
    if (process.getuid?.() === 0) for (const file of [folder, path, key]) chownSync(file, uid, gid)
    for (const [name, value] of [
      ['ssl_cert_file', path],
      ['ssl_key_file', key],
      ['ssl', 'on'],
    ])
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
  })

beforeAll(async () => {
  folder = await folderOfServer()
  database = await createDatabase()
})
afterAll(async () => {
  await withClient(admin, async (client) => {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file']) await client.query(`alter system reset ${name}`)
    await client.query('select pg_reload_conf()')
  })
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The address as an operator writes it, by the server's name. */
function addressOf(authority: string): string {
  const url = new URL(database.url)
  url.hostname = 'localhost'
  url.search = new URLSearchParams({ sslmode: 'verify-full', sslrootcert: authority }).toString()
  return url.href
}

async function usesTls(url: string): Promise<boolean | undefined> {
  const { DATABASE_URL: urls } = readEnv({ DATABASE_URL: url })
  const opened = await openDatabase({ urls, poolSize: 1, dataDir: folder }, () => {})
  try {
    return (await opened.database.query(USES_TLS, [], row({ ssl: bool })))[0]?.ssl
  } finally {
    await opened.close()
  }
}

async function refusal(url: string): Promise<string> {
  const error = await usesTls(url).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(StartupError)
  return (error as Error).message
}

describe('with sslmode=verify-full', () => {
  test('With sslmode=verify-full a server with the authority’s certificate and its name is used, encrypted, and no other [OPS-35]', async () => {
    const right = certificate('right', 'localhost')
    const wrong = certificate('wrong', 'localhost')
    await serveWith(right)
    // The server follows its settings a moment later.
    await expect.poll(() => usesTls(addressOf(right)).catch(() => false)).toBe(true)
    expect(await refusal(addressOf(wrong))).toMatch(
      /^The database at localhost:\d+ \(DATABASE_URL\) can't be used: DEPTH_ZERO_SELF_SIGNED_CERT\.$/,
    )
    expect(await usesTls(database.url)).toBe(false)
  })

  test('With sslmode=verify-full a server that has another name is not used [OPS-35]', async () => {
    const other = certificate('other', 'elsewhere.test')
    await serveWith(other)
    await expect.poll(() => refusal(addressOf(other))).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  })
})
