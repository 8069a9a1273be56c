import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeMasterKeys, type MasterKeys } from '../src/config/key-files.ts'
import { createProduction, type Production, secretFile } from './support/production.ts'
import { withClient } from './support/with-client.ts'

const OLD: MasterKeys = makeMasterKeys()
const EARLIER: MasterKeys = makeMasterKeys()
const [CURRENT] = makeMasterKeys().keys
/** The same, whose current key is another one. */
const withCurrent = (key: typeof CURRENT): MasterKeys => ({
  ...OLD,
  keys: [
    ...OLD.keys.map((one) => ({ ...one, status: 'previous' as const })),
    ...(key === undefined ? [] : [{ ...key, id: 'k2' }]),
  ],
})
const NEWER = withCurrent(CURRENT)

let site: Production
beforeAll(async () => {
  site = await createProduction({ MASTER_KEY_FILE: secretFile(OLD) })
  await (await site.start()).kill()
})
afterAll(() => site[Symbol.asyncDispose]())

const refusal = async (settings: Record<string, string>, ...words: string[]) => {
  const { code, err } = await site.run(settings, ...words)
  expect(code).toBe(1)
  expect(err.split('\n')).toHaveLength(1)
  return err
}

describe('OPS-13 a process that differs from the ones before it', () => {
  test('in the key that hashes does not start, and no command of it runs', async () => {
    const wrong = { MASTER_KEY_FILE: secretFile(EARLIER) }
    const line =
      /^The key in MASTER_KEY_FILE that hashes is not the one that this database was begun with: use the file that belongs to it\.$/
    expect(await refusal(wrong)).toMatch(line)
    expect(await refusal(wrong, 'provider', 'list')).toMatch(line)
    // Nothing of it stays: the right file is still the right one.
    await (await site.start()).kill()
  })

  test('in a key of the same name does not start', async () => {
    const first = await site.start({ MASTER_KEY_FILE: secretFile(NEWER) })
    await first.kill()
    expect(await refusal({ MASTER_KEY_FILE: secretFile(withCurrent(EARLIER.keys[0])) })).toMatch(
      /^The key k2 in MASTER_KEY_FILE is another one/,
    )
    // Values that the others encrypted would be unreadable.
    expect(await refusal({})).toMatch(/^MASTER_KEY_FILE lacks the key k2/)
  })

  test('in its public address does not start until the operator says so', async () => {
    const keys = { MASTER_KEY_FILE: secretFile(NEWER) }
    const moved = { ...keys, PUBLIC_URL: 'https://elsewhere.test' }
    expect(await refusal(moved)).toBe(
      'PUBLIC_URL is https://elsewhere.test, and this database belongs to https://product.test: correct it, or run the command "installation move" with the new one.',
    )
    expect((await site.run(moved, 'installation', 'move')).code).toBe(0)
    await (await site.start(moved)).kill()
    expect(await refusal(keys)).toMatch(/^PUBLIC_URL is https:\/\/product\.test, /)
    const { out } = await site.run(moved, 'installation', 'show')
    expect(out).toMatch(/^contract +\d+ /m)
    expect(out).toMatch(/^public-url +https:\/\/elsewhere\.test /m)
  })

  test('in the contract does not start', async () => {
    const keys = { MASTER_KEY_FILE: secretFile(NEWER), PUBLIC_URL: 'https://elsewhere.test' }
    const setTo = (value: string) =>
      withClient(site.databaseUrl, (client) =>
        client.query(`update installation set value = $1 where name = 'contract'`, [value]),
      )
    await setTo('999')
    expect(await refusal(keys)).toMatch(
      /^This database is of contract 999, this program of \d+: start the newer program\.$/,
    )
  })
})

test('OPS-13 of two processes with different keys that start at once on a new database one runs', async () => {
  const fresh = await createProduction()
  try {
    const tries = [EARLIER, OLD].map((keys) => fresh.start({ MASTER_KEY_FILE: secretFile(keys) }))
    const results = await Promise.allSettled(tries)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  } finally {
    await fresh[Symbol.asyncDispose]()
  }
})
