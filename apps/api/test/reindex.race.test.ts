import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { makeMasterKeys } from '../src/config/key-files.ts'
import {
  confirmCode,
  digits,
  knownBrowser,
  newBrowser,
  OTHER_PIN,
  otherThan,
  registered,
  sendSignUp,
  signInOn,
  signUp,
} from './support/builders.ts'
import { readKeys, writeKeys } from './support/key-file.ts'
import { rows } from './support/together.ts'
import { useTestApi } from './support/use-test-api.ts'

const the = useTestApi()
const ANOTHER_KEY =
  'The numbers of this database are indexed by another key than the one that indexes in MASTER_KEY_FILE: stop every server and run "keys reindex", or use the newer file.'

/** Writes the file with a key of its own by which numbers are to be found. @returns the keys of before */
function letIndex(id: string) {
  const keys = readKeys(the.api)
  writeKeys(the.api, { ...keys, index: { ...makeMasterKeys().hash, id } })
  return keys
}
const reindex = async () => (await the.api.operate('keys', 'reindex')).at(-1)
const done = (id: string): unknown =>
  expect.stringMatching(new RegExp(`^Every number is found by ${id}: \\d+ rows were moved`))

test('Reindexing keeps accounts with PIN, browsers and counts, and open sign-ins; before it the new key starts no server [OPS-30]', async () => {
  const { api } = the
  const known = await knownBrowser(api)
  const waiting = await signUp(api)
  await confirmCode(api, { ...waiting, code: otherThan(waiting.code) }).catch(() => {})
  const forgetful = await registered(api)
  const sent = await api.client('recoverCode', { body: { phone: digits(forgetful.number), language: 'en' } })
  const reset = { pinId: sent.data?.pinId ?? '', code: api.world.codeFor(forgetful.number) }
  await api.client('prelogin', { body: { phone: digits(known.number), pin: OTHER_PIN } }).catch(() => {})
  const counts = async () => [
    await rows(api, 'select id, pin_failures, pin_failures_total from account where pin_failures > 0'),
    await rows(api, 'select id, guess_level from sms_code where guess_level > 0 order by id'),
  ]
  const before = await counts()
  expect(before.flat().length).toBeGreaterThan(1)

  await api.aside(async () => {
    const found = await rows(api, 'select name, value from installation order by name')
    const limits = await rows(api, 'select key, level from rate_limit order by key')
    expect(await reindex(), 'a step too early').toBe('Every number is found by h1: 0 rows were moved.')
    expect(await rows(api, 'select name, value from installation order by name')).toEqual(found)
    expect(await rows(api, 'select key, level from rate_limit order by key')).toEqual(limits)
    letIndex('x2')
    await expect(api.twin()).rejects.toThrow(ANOTHER_KEY)
    expect((await api.command('keys', 'check')).lines).toContain(
      'Numbers are indexed by another key than x2: stop every server, and run "keys reindex".',
    )
    expect(await reindex()).toEqual(done('x2'))
    expect(await counts()).toEqual(before)
  })

  await confirmCode(api, waiting)
  const { recoverPinToken } = (await api.client('recoverVerify', { body: reset })).data
  await api.client('changePin', { body: { phone: digits(forgetful.number), pin: OTHER_PIN, recoverPinToken } })
  await expect(sendSignUp(api, known.number)).rejects.toMatchObject({ code: 'phone_number_exist' })
  api.clock.advance(2 * MINUTE_MS)
  await signInOn(api, known.cookie, known.number)
  await signInOn(api, newBrowser(), forgetful.number, OTHER_PIN)
  await registered(api)
  expect((await api.command('keys', 'check')).exitCode).toBe(0)
  expect(await api.operate('audit', 'verify')).toEqual([expect.stringContaining('chain whole')])
})

test('Reindexing is refused while a server runs, and where a value does not open: in one line, and nothing is changed [OPS-30]', async () => {
  const { api } = the
  const { number } = await registered(api)
  const [account] = await rows(api, 'select id, pin_enc from account order by created_at desc limit 1')
  const [id, pin] = [account?.['id'], account?.['pin_enc']]
  const keys = letIndex('x3')
  await expect(reindex()).rejects.toThrow(
    'A server runs on this database: stop every one, and start them again afterwards.',
  )
  await rows(api, `update account set pin_enc = overlay(pin_enc placing '____' from 40) where id = $1`, [id])
  await api.aside(async () => {
    await expect(reindex()).rejects.toThrow(`Values of account ${String(id)} do not open: run "keys check".`)
    writeKeys(api, keys)
  })
  await rows(api, 'update account set pin_enc = $2 where id = $1', [id, pin])
  api.clock.advance(2 * MINUTE_MS)
  await signInOn(api, newBrowser(), number)
})
