import { afterAll, beforeEach, expect, test } from 'vitest'
import { openStoreDatabase } from '#test/store-database.ts'
import { makeMasterKeys } from '../../config/key-files.ts'
import { later } from '../../platform/clock.ts'
import { int, row } from '../../platform/database/rows.ts'
import { Keyring } from '../../platform/keyring.ts'
import { PhoneBook } from '../accounts/index.ts'
import { Audit } from '../audit/index.ts'
import { RefusedCalls } from '../rate-limits/index.ts'
import { smsLimitsWith } from '../sms/index.ts'
import { Numbers } from './numbers.ts'

const db = await openStoreDatabase()
afterAll(() => db.close())

const [OWN, OTHER] = ['+4915112345678', '+4915187654321']
let now = new Date('2026-03-02T12:00:00Z')
const clock = () => now
const keyring = new Keyring(makeMasterKeys())

/** A book in which all numbers have the same first four bytes. */
class SamePrefix extends PhoneBook {
  override index(number: string): Buffer {
    return Buffer.concat([Buffer.alloc(4, 7), super.index(number).subarray(4)])
  }
}
const phones = new SamePrefix(keyring)
const audit = new Audit({ db, keyring, clock, warn: () => {} })
const refusals = new RefusedCalls({ db, clock, warn: () => {} })
const numbers = new Numbers({ db, clock, audit, phones, smsLimits: smsLimitsWith({}) })

const addAccount = (id: string, number: string) =>
  db.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
     values ($1, $2, $3, '', 'en', true, $4)`,
    [id, phones.index(number), phones.seal(number, phones.index(number)), now],
  )
const kinds = async (number = OWN) => (await numbers.read({ number }))?.moments.map(({ what }) => what)

beforeEach(async () => {
  await db.query('delete from account')
  await db.query('delete from refused_call')
  now = later(now, 60 * 60_000)
})

test('Of two accounts with the same four bytes of a number, each shows its own events alone [ADMIN-38]', async () => {
  await addAccount('usr_own', OWN)
  await addAccount('usr_other', OTHER)
  await audit.append(db, { type: 'auth.pin.wrong', accountId: 'usr_other', phoneIdx: phones.index(OTHER) })
  await audit.append(db, { type: 'auth.pin.ok', accountId: 'usr_own', phoneIdx: phones.index(OWN) })
  await audit.append(db, { type: 'otp.wrong', phoneIdx: phones.index(OTHER) })
  expect(await kinds()).toEqual(['auth.pin.ok'])
  expect(await kinds(OTHER)).toEqual(['auth.pin.wrong'])
})

test('Events without an account are shown while no other number begins with the same four bytes [ADMIN-38]', async () => {
  await refusals.note(phones.index(OWN), 'too_soon')
  await audit.append(db, { type: 'otp.wrong', phoneIdx: phones.index(OWN) })
  expect(await kinds()).toEqual(expect.arrayContaining(['otp.wrong', 'too_soon']))
  await refusals.note(phones.index(OTHER), 'too_soon')
  expect(await kinds()).toEqual(['too_soon'])
})

test('Events without an account from before the number’s first row here belong to somebody else, and are not shown [ADMIN-38]', async () => {
  await audit.append(db, { type: 'otp.wrong', phoneIdx: phones.index(OWN) })
  now = later(now, 60_000)
  await refusals.note(phones.index(OWN), 'too_soon')
  expect(await kinds()).toEqual(['too_soon'])
})

test('In a flood of refusals the notes of a minute have an end, and the page says that some are missing [ADMIN-37]', async () => {
  for (let caller = 0; caller < 400; caller++)
    await refusals.note(phones.index(`+4915112${String(caller).padStart(6, '0')}`), 'lookup.network')
  const [count] = await db.query('select count(*)::int as notes from refused_call', [], row({ notes: int }))
  expect(count).toEqual({ notes: 301 })
  expect(await numbers.read({ number: OWN })).toMatchObject({ refusals_missing_at: now.toISOString() })
})
