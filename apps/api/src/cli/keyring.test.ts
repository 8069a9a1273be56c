import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeMasterKeys, masterKeys, signingKeys } from '../config/key-files.ts'
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
