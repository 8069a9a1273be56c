import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { HOUR_MS } from '@avouch/contract'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { readEnv } from '../src/config/env.ts'
import { readExpiries } from '../src/modules/operator/index.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'avouch-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A certificate of a server called `name`, which is its own authority. @returns its path; the key is beside it */
function certificate(file: string, name: string): string {
  const path = join(folder, file)
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${path}.key`]
  const named = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...named, '-out', path], { stdio: 'ignore' })
  return path
}

/** Takes TLS as PostgreSQL does, keeps what came over it, and hangs up. */
async function serveWith(path: string) {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const own = { isServer: true, cert: readFileSync(path), key: readFileSync(`${path}.key`) }
      const secure = new TLSSocket(socket, own).on('error', () => {})
      secure.once('data', (startup) => void (heard.push(String(startup)) && secure.destroy()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const at = `localhost:${(server.address() as AddressInfo).port}`
  return {
    heard,
    /** The address is as an operator writes it, by the server's name. */
    async refusal(authority: string): Promise<string> {
      const url = `postgres://avouch@${at}/avouch?sslmode=verify-full&sslrootcert=${authority}`
      const { DATABASE_URL: urls } = readEnv({ DATABASE_URL: url })
      return openDatabase({ urls, poolSize: 1, dataDir: folder }, () => {}).then(() => 'none', String)
    },
  }
}

test('With sslmode=verify-full a server with the authority’s certificate and its name is spoken to, encrypted, and no other [OPS-35]', async () => {
  const [right, wrong] = [certificate('right', 'localhost'), certificate('wrong', 'localhost')]
  const server = await serveWith(right)
  expect(await server.refusal(wrong)).toMatch(
    /The database at localhost:\d+ \(DATABASE_URL\) can't be used: DEPTH_ZERO_SELF_SIGNED_CERT\.$/,
  )
  expect(server.heard).toEqual([])
  await server.refusal(right)
  expect(server.heard[0]).toContain('user\0avouch\0')

  const elsewhere = certificate('other', 'elsewhere.test')
  const other = await serveWith(elsewhere)
  expect(await other.refusal(elsewhere)).toContain('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(other.heard).toEqual([])
})

test('The days that are left of the certificate of an encrypted database are read from its connection [ADMIN-33]', async () => {
  const { url, drop } = await createDatabase()
  const { hostname, port, username, password, pathname } = new URL(url)
  const path = certificate('database', 'localhost')
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const own = { isServer: true, cert: readFileSync(path), key: readFileSync(`${path}.key`) }
      const secure = new TLSSocket(socket, own).on('error', () => {})
      const database = connect(Number(port || 5432), hostname).on('error', () => {})
      secure.pipe(database).pipe(secure)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = `localhost:${(server.address() as AddressInfo).port}${pathname}`
  const { DATABASE_URL: urls } = readEnv({
    DATABASE_URL: `postgres://${username}:${password}@${at}?sslmode=verify-full&sslrootcert=${path}`,
  })
  const opened = await openDatabase({ urls, poolSize: 1, dataDir: folder }, () => {})
  await opened.look.query('select 1')
  const expiries = await readExpiries({
    trust: { lists: async () => [] },
    anchors: [],
    walletChain: [],
    databaseCertificate: opened.certificate,
  })
  expect(expiries).toMatchObject([{ kind: 'database certificate', name: 'CN=localhost' }])
  const hours = ((expiries[0]?.until.getTime() ?? 0) - Date.now()) / HOUR_MS
  expect([hours > 46, hours < 49]).toEqual([true, true])
  await opened.close()
  server.close()
  await drop()
})
