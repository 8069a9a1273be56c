import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeMasterKeys, masterKeys, signingKeys } from '../config/key-files.ts'
import { readEnv } from '../config/env.ts'
import { makeOidcKey, oidcOf } from '../config/oidc.ts'
import { makeSigningKeys } from '../config/sandbox.ts'
import { runCommand } from './cli.ts'

const create = (variables: NodeJS.ProcessEnv, ...words: string[]) => run(variables, 'keys', 'create', ...words)
async function run(variables: NodeJS.ProcessEnv, ...words: string[]) {
  const lines: string[] = []
  const surroundings = {
    migrationsDir: '',
    variables: { DATABASE_URL: 'postgres://unused@localhost:1/none', ...variables },
  }
  const code = await runCommand(words, (line) => lines.push(line), surroundings)
  return { code, lines }
}
const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-keys-'))
const read = (path: string) => masterKeys.parse(JSON.parse(readFileSync(path, 'utf8')))

test('The command keys create writes a first file for its owner only: a current key that seals and one that hashes', async () => {
  const path = join(newFolder(), 'master.json')
  expect(await create({}, '--file', path)).toEqual({ code: 0, lines: [`${path}: k1 current, h1 hashes`] })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const file = read(path)
  expect([file.keys.map(({ id, status }) => [id, status]), file.hash.id]).toEqual([[['k1', 'current']], 'h1'])
  expect(file.hash.secret).not.toBe(file.keys[0]?.secret)
  await expect(create({}, '--file', path)).rejects.toThrow(`There is a file ${path} already`)
  expect(read(path)).toEqual(file)
})

test('The command keys create adds a next key to the file in use, which stays as it is', async () => {
  const folder = newFolder()
  const [inUse, next] = [join(folder, 'master.json'), join(folder, 'next.json')]
  const before = makeMasterKeys()
  writeFileSync(inUse, JSON.stringify(before), { mode: 0o600 })
  expect((await create({ MASTER_KEY_FILE: inUse }, '--file', next)).lines).toEqual([
    `${next}: k1 current, k2 next, h1 hashes`,
  ])
  expect(read(inUse)).toEqual(before)
  expect(read(next)).toEqual({
    ...before,
    keys: [...before.keys, expect.objectContaining({ id: 'k2', status: 'next' })],
  })
})

const makeIn = (variables: NodeJS.ProcessEnv, path: string) => run(variables, 'signing-key', 'create', '--file', path)
const stored = (path: string) => signingKeys.parse(JSON.parse(readFileSync(path, 'utf8'))).keys
const namesOf = (path: string) =>
  `${path}: ${stored(path)
    .map(({ kid, status }) => `${kid} ${status}`)
    .join(', ')}`

test('The command signing-key create writes a first file for its owner only, whose key signs, and writes over none', async () => {
  const path = join(newFolder(), 'signing.json')
  expect(await makeIn({}, path)).toEqual({
    code: 0,
    lines: [namesOf(path), 'This is a first file, without the keys of an earlier one: SIGNING_KEYS_FILE is not set.'],
  })
  expect(stored(path).map(({ status }) => status)).toEqual(['current'])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await expect(makeIn({}, path)).rejects.toThrow(`There is a file ${path} already`)
})

test('The command signing-key create adds a next key and leaves the file in use, where a first key without status signs', async () => {
  const folder = newFolder()
  const [inUse, next] = [join(folder, 'signing.json'), join(folder, 'next.json')]
  const before = { keys: [...makeSigningKeys().keys, ...makeSigningKeys().keys] }
  writeFileSync(inUse, JSON.stringify(before), { mode: 0o600 })
  expect((await makeIn({ SIGNING_KEYS_FILE: inUse }, next)).lines).toEqual([namesOf(next)])
  expect(JSON.parse(readFileSync(inUse, 'utf8'))).toEqual(before)
  const kids = before.keys.map(({ kid }) => kid)
  expect(stored(next).map(({ kid, status }) => [kid, status])).toEqual([
    [kids[0], 'current'],
    [kids[1], 'previous'],
    [expect.any(String), 'next'],
  ])
})

const startWith = (path: string) =>
  oidcOf(readEnv({ NODE_ENV: 'production', OIDC: 'on', OIDC_KEYS_FILE: path }), undefined)?.signing.keys ?? []
type StoredKey = { kid: string; kty: string; status?: string }
const storedIn = (path: string) => (JSON.parse(readFileSync(path, 'utf8')) as { keys: StoredKey[] }).keys

test.each([[[]], [['RSA']]])(
  'The command oidc-key create %j --file writes a first file for its owner only, which a start takes, and writes over none',
  async (kind) => {
    const path = join(newFolder(), 'oidc.json')
    const { code, lines } = await run({}, 'oidc-key', 'create', ...kind, '--file', path)
    expect([code, lines[1]]).toEqual([
      0,
      'This is a first file, without the keys of an earlier one: OIDC_KEYS_FILE is not set.',
    ])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(storedIn(path).map(({ kty, status }) => [kty, status])).toEqual([
      ['RSA', 'current'],
      ['EC', 'current'],
    ])
    expect(startWith(path).map(({ kid }) => kid)).toEqual(storedIn(path).map(({ kid }) => kid))
    await expect(run({}, 'oidc-key', 'create', '--file', path)).rejects.toThrow(`There is a file ${path} already`)
  },
)

test('The command oidc-key create adds next keys, and the start signs with those of before, also without a status', async () => {
  const folder = newFolder()
  const [inUse, next, later] = ['oidc.json', 'next.json', 'later.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const before = [makeOidcKey('RSA'), makeOidcKey('EC'), makeOidcKey('EC')]
  writeFileSync(inUse, JSON.stringify({ keys: before }), { mode: 0o600 })
  await run({ OIDC_KEYS_FILE: inUse }, 'oidc-key', 'create', 'EC', '--file', next)
  expect(storedIn(inUse).map(({ status }) => status)).toEqual([undefined, undefined, undefined])
  expect(storedIn(next).map(({ kty, status }) => `${kty} ${status}`)).toEqual([
    'RSA current',
    'EC current',
    'EC previous',
    'EC next',
  ])
  await run({ OIDC_KEYS_FILE: next }, 'oidc-key', 'create', '--file', later)
  expect(startWith(later)).toHaveLength(6)
  expect(
    startWith(later)
      .slice(0, 2)
      .map(({ kid }) => kid),
  ).toEqual(before.slice(0, 2).map(({ kid }) => kid))
})
