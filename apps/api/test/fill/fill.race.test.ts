import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { KYC_STATUSES } from '@avouch/contract'
import { canonicalNumber } from '../../src/modules/accounts/index.ts'
import { beginSignIn, confirmCode } from '../support/builders.ts'
import { useTestApi } from '../support/use-test-api.ts'

import { numberOf } from './person.ts'

const the = useTestApi()
const MAIN = join(import.meta.dirname, 'main.ts')
const SMALL = ['--accounts', '300', '--events', '1500', '--websites', '20']

/** The command as a process. @returns its exit code and all that it prints */
const fill = (words: readonly string[], settings: NodeJS.ProcessEnv = the.api.settings) =>
  new Promise<{ code: number | null; printed: string }>((done) => {
    const env = { ...process.env, ...settings }
    const child = execFile(process.execPath, [MAIN, ...words], { env }, (_, output, errors) =>
      done({ code: child.exitCode, printed: output + errors }),
    )
  })

test('A filled database is right by every verifier, its people log in, and it is not filled again', async () => {
  const { code, printed } = await fill(SMALL)
  expect([code, printed]).toEqual([0, expect.stringMatching(/ GB\. Log in as \+\d+ with the PIN \d{4}/)])

  expect(await the.api.operate('audit', 'verify')).toEqual([expect.stringMatching(/^15\d\d events, chain whole/)])
  expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining(' accounts, all right')])
  const keys = await the.api.operate('keys', 'check')
  expect(keys.filter((line) => / {2,}/.test(line))).toEqual(keys)
  const statuses = await the.api.rows('select distinct status from identity_check')
  expect(statuses.map(({ status }) => status)).toEqual(expect.arrayContaining([...KYC_STATUSES]))

  const [, number = '', pin = ''] = /as (\+\d+) with the PIN (\d{4})/.exec(printed) ?? []
  const bearer = (await confirmCode(the.api, await beginSignIn(the.api, number, pin))).access_token
  const { data } = await the.api.client('exportData', {}, { bearer })
  expect(data.account.phone).toBe(number)
  expect(data.identity_checks.length).toBeGreaterThan(0)

  const before = await the.api.rows('select count(*) from account')
  expect(await fill(SMALL)).toEqual({ code: 1, printed: expect.stringContaining('has accounts') as string })
  expect(await the.api.rows('select count(*) from account')).toEqual(before)
})

test('Every number of a filled database is a mobile one, in the form in which it is looked up', () => {
  const numbers = [0, 1, 2, 3, 4, 5, 199_999, 4_999_999, 5_049_999].map(numberOf)
  expect(numbers.map(canonicalNumber)).toEqual(numbers)
})

test('Nothing is filled without a PostgreSQL server, or for words that mean nothing', async () => {
  const refused = async (words: readonly string[], settings?: NodeJS.ProcessEnv) => {
    const { code, printed } = await fill(words, settings)
    expect([words, code, printed.trim().split('\n').length]).toEqual([words, 1, 1])
    return printed
  }
  expect(await refused(SMALL, { ...the.api.settings, DATABASE_URL: '' })).toContain('DATABASE_URL is missing')
  expect(await refused(['--accounts', 'many'])).toContain('--accounts is a number')
  expect(await refused(['--people', '5'])).toContain("Unknown option '--people'")
})
