import { MINUTE_MS } from '@avouch/contract'
import { afterAll, expect, test } from 'vitest'
import { noAudit } from '#test/no-audit.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { makeMasterKeys } from '../../config/key-files.ts'
import { addressOf } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { Keyring } from '../../platform/keyring.ts'
import { NO_METER } from '../../platform/meter.ts'
import { PhoneBook } from '../accounts/index.ts'
import { RateLimiter, rulesWith } from '../rate-limits/index.ts'
import { smsLimitsWith } from '../sms/index.ts'
import { CallerLimits } from './caller-limits.ts'

const db = await openStoreDatabase()
afterAll(() => db.close())

test('A limit that counts nothing is not listed, however long the database takes to answer [OPS-11]', async () => {
  let now = new Date('2026-03-02T12:00:00Z')
  const clock = () => (now = later(now, MINUTE_MS))
  const keyring = new Keyring(makeMasterKeys())
  const smsLimits = smsLimitsWith({})
  const rules = rulesWith({ overrides: [], factor: 1 }, smsLimits)
  const base = { db, clock, rules, smsLimits, audit: noAudit, meter: NO_METER, warn: () => {} }
  const limiter = new RateLimiter({ ...base, mac: keyring.for('limits').mac })
  const limits = new CallerLimits({ ...base, limiter, phones: new PhoneBook(keyring) })
  expect(await limits.explain({ kind: 'address', address: addressOf('203.0.113.7') })).toEqual([])
})
