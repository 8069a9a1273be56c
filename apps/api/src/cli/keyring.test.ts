import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeMasterKeys, type MasterKey, masterKeys } from '../config/key-files.ts'
import { runCommand } from './cli.ts'

async function create(variables: NodeJS.ProcessEnv, ...words: string[]) {
  const lines: string[] = []
  const surroundings = {
    migrationsDir: '',
    variables: { DATABASE_URL: 'postgres://unused@localhost:1/none', ...variables },
  }
  const code = await runCommand(['keys', 'create', ...words], (line) => lines.push(line), surroundings)
  return { code, lines }
}
const newFolder = () => mkdtempSync(join(tmpdir(), 'avouch-keys-'))
const read = (path: string) => masterKeys.parse(JSON.parse(readFileSync(path, 'utf8'))).keys
const statesOf = (keys: readonly MasterKey[]) => keys.map(({ id, state }) => `${id} ${state}`)

test('OPS-33 keys create writes a first file: one key that seals and one that hashes, for the owner only', async () => {
  const path = join(newFolder(), 'master.json')
  expect(await create({}, '--file', path)).toEqual({ code: 0, lines: [`${path}: k1 seals, h1 hashes`] })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const keys = read(path)
  expect(statesOf(keys)).toEqual(['k1 seals', 'h1 hashes'])
  expect(new Set(keys.map(({ secret }) => secret)).size).toBe(2)
  await expect(create({}, '--file', path)).rejects.toThrow(`There is a file ${path} already`)
  expect(read(path)).toEqual(keys)
})

test('OPS-33 keys create adds a key that only opens to the file in use, which stays as it is', async () => {
  const folder = newFolder()
  const [inUse, next] = [join(folder, 'master.json'), join(folder, 'next.json')]
  const before = makeMasterKeys()
  writeFileSync(inUse, JSON.stringify(before), { mode: 0o600 })
  await create({ MASTER_KEY_FILE: inUse }, '--file', next)
  expect(read(inUse)).toEqual(before.keys)
  expect(read(next).slice(0, 2)).toEqual(before.keys)
  expect(statesOf(read(next))).toEqual(['k1 seals', 'h1 hashes', 'k2 opens'])
  const { lines } = await create({ MASTER_KEY_FILE: next })
  expect(JSON.parse(lines.join('\n'))).toMatchObject({
    id: 'k3',
    state: 'opens',
    created: expect.any(String) as string,
  })
})
