import { expect, test } from 'vitest'
import { makeMasterKeys, type MasterKeys } from '../src/config/key-files.ts'
import { productionSettings, secretFile } from './support/production.ts'
import { useTestApi } from './support/use-test-api.ts'

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
const NEWER = { MASTER_KEY_FILE: secretFile(withCurrent(CURRENT)) }
const MOVED = { PUBLIC_URL: 'https://elsewhere.test' }

const the = useTestApi({ ...productionSettings(OLD), BANK_RETURNS_URL: '' })

/** A server with other settings begins, and ends. */
const starts = async (settings: Record<string, string> = {}) => (await the.api.twin(settings)).close()
/** Runs a command with other settings. @returns its lines */
async function runs(settings: Record<string, string>, ...words: string[]): Promise<string[]> {
  const before = { ...the.api.settings }
  Object.assign(the.api.settings, settings)
  try {
    return await the.api.operate(...words)
  } finally {
    Object.assign(the.api.settings, before)
  }
}

test('A process whose key that hashes is another one does not start, and no command of it runs [OPS-13]', () =>
  the.api.aside(async () => {
    const wrong = { MASTER_KEY_FILE: secretFile(EARLIER) }
    const line =
      /^The key in MASTER_KEY_FILE that hashes is not the one that this database was begun with: use the file that belongs to it\.$/
    await expect(starts(wrong)).rejects.toThrow(line)
    await expect(runs(wrong, 'provider', 'list')).rejects.toThrow(line)
    // Nothing of it stays: the right file is still the right one.
    await starts()
  }))

test('A process with another key of the same name does not start, nor one that lacks a key [OPS-13]', () =>
  the.api.aside(async () => {
    await starts(NEWER)
    const another = { MASTER_KEY_FILE: secretFile(withCurrent(EARLIER.keys[0])) }
    await expect(starts(another)).rejects.toThrow(/^The key k2 in MASTER_KEY_FILE is another one/)
    // Values that the others encrypted would be unreadable.
    await expect(starts()).rejects.toThrow(/^MASTER_KEY_FILE lacks the key k2/)
    Object.assign(the.api.settings, NEWER)
  }))

test('A process with another public address does not start until the operator says so [OPS-13]', () =>
  the.api.aside(async () => {
    await expect(starts(MOVED)).rejects.toThrow(
      'PUBLIC_URL is https://elsewhere.test, and this database belongs to https://product.test: correct it, or run the command "installation move" with the new one.',
    )
    await runs(MOVED, 'installation', 'move')
    await starts(MOVED)
    await expect(starts()).rejects.toThrow(/^PUBLIC_URL is https:\/\/product\.test, /)
    const shown = (await runs(MOVED, 'installation', 'show')).join('\n')
    expect(shown).toMatch(/^contract +\d+ /m)
    expect(shown).toMatch(/^public-url +https:\/\/elsewhere\.test /m)
    Object.assign(the.api.settings, MOVED)
  }))

test('A process of an older contract does not start [OPS-13]', () =>
  the.api.aside(async () => {
    const [kept] = await the.api.rows(`select value from installation where name = 'contract'`)
    const setTo = (value: unknown) =>
      the.api.rows(`update installation set value = $1 where name = 'contract'`, [value])
    await setTo('999')
    await expect(starts()).rejects.toThrow(
      /^This database is of contract 999, this program of \d+: start the newer program\.$/,
    )
    await setTo(kept?.['value'])
  }))

test('Of two processes with different keys that start at once on a new database one runs [OPS-13]', () =>
  the.api.aside(async () => {
    await the.api.rows('delete from installation')
    const tries = [EARLIER, OLD].map((keys) => the.api.twin({ MASTER_KEY_FILE: secretFile(keys) }))
    const results = await Promise.allSettled(tries)
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    for (const one of results) if (one.status === 'fulfilled') await one.value.close()
    await the.api.rows('delete from installation')
  }))
