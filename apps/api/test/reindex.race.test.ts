import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { makeMasterKey, type MasterKey, masterKeys } from '../src/config/key-files.ts'
import { createKeyring } from '../src/platform/keyring.ts'
import {
  beginSignIn,
  confirmCode,
  digits,
  GOOD_PIN,
  knownBrowser,
  newBrowser,
  newNumber,
  registered,
  sendSignUp,
  signInOn,
  signUp,
} from './support/builders.ts'
import { pinCount } from './support/pin-count.ts'
import type { TestApi } from './support/test-api.ts'
import { rows, tally, together } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()

const pathOfKeys = () => join(the.api.settings.DATA_DIR, 'keys/master.json')
const readKeys = (): MasterKey[] => masterKeys.parse(JSON.parse(readFileSync(pathOfKeys(), 'utf8'))).keys
function writeKeys(keys: readonly MasterKey[]) {
  writeFileSync(pathOfKeys(), JSON.stringify({ keys }))
  chmodSync(pathOfKeys(), 0o600)
}
const indexOf = (number: string) => createKeyring({ keys: readKeys() }).mac('phone-index', number)
const accountsOf = (hashes: readonly Buffer[]) =>
  rows(the.api, 'select id, phone_idx from account where phone_idx = any($1) or phone_guard = any($1)', [hashes])

const next = makeMasterKey('x2', 'finds', new Date())
let first: MasterKey[] = []

/** Two processes: the first one indexes by the old key and finds by the new one, the second one the other way round. */
async function between(): Promise<{ ahead: TestApi; close: () => Promise<void> }> {
  const { api } = the
  first = readKeys()
  writeKeys([...first, next])
  await api.restart()
  writeKeys([...first, { ...next, state: 'indexes' }])
  const twin = await api.twin()
  return { ahead: { ...api, client: twin.client }, close: twin.close }
}

describe('OPS-36 the key by which numbers are found', () => {
  test('is replaced under traffic over two processes: every number keeps its one account, its browsers and its counts', async () => {
    const { api } = the
    const old = await knownBrowser(api)
    const [account] = await rows(api, 'select id from account order by created_at desc limit 1')
    await api.client('prelogin', { body: { phone: digits(old.number), pin: '4711' } }).catch(() => {})
    expect(await pinCount(api, 'pin.strangers', String(account?.['id']))).toBe(1)
    const waiting = await signUp(api)
    const { ahead, close } = await between()

    // Begun at one process, ended at the other.
    await confirmCode(ahead, waiting)
    expect(await pinCount(ahead, 'pin.strangers', String(account?.['id']))).toBe(1)
    await signInOn(ahead, old.cookie, old.number)
    api.clock.advance(2 * MINUTE_MS)
    await signInOn(api, old.cookie, old.number)
    expect((await accountsOf([indexOf(old.number)])).length).toBe(1)

    // The same number at both, registered at the same moment.
    for (let n = 0; n < 4; n++) {
      const number = newNumber()
      await together([() => sendSignUp(api, number), () => sendSignUp(ahead, number)])
      const begun = await together([api, ahead].map((one) => () => beginSignIn(one, number, GOOD_PIN)))
      const confirmed = await together(
        begun.flatMap((one, i) => (one.ok ? [() => confirmCode(i === 0 ? api : ahead, one.value)] : [])),
      )
      expect(tally(confirmed)['ok'] ?? 0).toBeGreaterThanOrEqual(1)
      const hashes = [createKeyring({ keys: first }).mac('phone-index', number), indexOf(number)]
      expect((await accountsOf(hashes)).length).toBe(1)
      expect(await together([() => sendSignUp(api, number), () => sendSignUp(ahead, number)]).then(tally)).toEqual({
        '409 phone_number_exist': 2,
      })
    }

    // Another process has made the account in the moment before.
    const late = await signUp(api)
    const [oldHash, newHash] = [createKeyring({ keys: first }).mac('phone-index', late.number), indexOf(late.number)]
    const made = await rows(
      api,
      `insert into account (id, phone_idx, phone_guard, phone_enc, pin_enc, language, data_collection_consent, created_at)
       select 'usr_other', $2, phone_guard, phone_enc, pin_enc, language, false, created_at
       from registration where phone_idx = $1 returning id`,
      [oldHash, newHash],
    )
    expect(made).toHaveLength(1)
    await expect(confirmCode(api, late)).rejects.toThrow('phone_number_exist')
    await rows(api, `delete from account where id = 'usr_other'`)

    expect(await api.command('keys', 'reindex')).toEqual({
      exitCode: 1,
      lines: ['A process on this database indexes numbers by another key than x2: restart it first.'],
    })
    await api.restart()
    const moving = together<unknown>([
      () => api.operate('keys', 'reindex'),
      ...Array.from({ length: 4 }, (_, n) => () => registered(n % 2 === 0 ? api : ahead)),
    ])
    expect(tally(await moving)).toEqual({ ok: 5 })
    await api.restart()
    await close()
    await api.operate('keys', 'reindex')
    expect(await rows(api, 'select id from account where phone_guard is not null')).toEqual([])
    expect((await api.command('keys', 'check')).exitCode).toBe(0)
    api.clock.advance(2 * MINUTE_MS)
    await signInOn(api, newBrowser(), old.number)
    await signInOn(api, newBrowser(), waiting.number)
    expect(await api.operate('audit', 'verify')).toEqual([expect.stringContaining('chain whole')])
  })

  test('is not the old one again in any process', async () => {
    writeKeys([...first, next])
    await expect(the.api.twin()).rejects.toThrow(
      /^The key h1 in MASTER_KEY_FILE indexes numbers, and this database has replaced it/,
    )
    writeKeys(first)
    await expect(the.api.twin()).rejects.toThrow(/^(A process on this database|MASTER_KEY_FILE lacks the key x2)/)
    writeKeys([...first, { ...next, state: 'indexes' }])
  })
})
