import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

function lineOf(variables: Record<string, string>): string {
  try {
    readEnv(variables)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message
  }
  throw new Error('it was accepted')
}

test('Every setting may be left out [OPS-01]', () => {
  expect(readEnv({})).toMatchObject({ NODE_ENV: 'development', PORT: 3_000 })
  expect(readEnv({}).DATABASE_URL).toBeUndefined()
})

test('An empty setting is as if it were not there [OPS-02]', () => {
  expect(readEnv({ PORT: '', SMS_TOKEN: '' })).toEqual(readEnv({}))
})

test.each([
  ['PORT', 'eighty'],
  ['NODE_ENV', 'staging'],
  ['PUBLIC_URL', 'ftp://product.example'],
  ['DATABASE_URL', 'mysql://user:hunter2hunter2@db/avouch'],
  ['DATABASE_URL', 'postgres://user:hunt#er2@db.test/avouch'],
  ['DATABASE_URL', 'postgres://user:12/er2@one.test,two.test:5433/avouch'],
  ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslmode=require'],
  ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslmode=verify-full&sslrootcert=/no/file'],
  ['DATABASE_URL', 'postgres://user:hunter2hunter2@10.0.0.5/avouch?sslmode=verify-full'],
  ['SMS_TOKEN', 'hunter2'],
  ['IDENTITY_TOKEN', 'hünter2hünter2hünter2'],
  ['SMS_URL', 'https://user:hunter2@gateway.test'],
  ['IDENTITY_CALLBACK_SECRET', 'whsec_hunter2hunter2hunter2hunter2-hunter2_hunter2'],
  ['IDENTITY_CHECK_ENDS_AFTER_HOURS', 'soon'],
  ['CAPTCHA', 'riddles'],
  ['CAPTCHA_SECRET', 'hunter2'],
  ['DRAIN_SECONDS', '60000'],
  ['TRUSTED_PROXIES', '10.0.0.0/8,loopback'],
  ['TRUSTED_PROXIES', '::ffff:10.0.0.1'],
  ['TRUSTED_PROXIES', '0.0.0.0/0'],
  ['LIMITS', 'signup.browser=0/h'],
  ['LIMITS_FACTOR', '-7'],
])('A wrong setting %s is one line that names it and keeps its value (%s) to itself [OPS-02 P-12]', (name, value) => {
  const line = lineOf({ [name]: value })
  expect(line).toContain(`The setting ${name} is wrong`)
  expect(line).not.toContain('\n')
  expect(line).not.toContain(value)
})

const VALUES = {
  DATABASE_URL: 'postgres://user:hunter2hunter2@db.test/avouch',
  IDENTITY_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  SMS_TOKEN: 'hunter2hunter2-sms',
}
function fileWith(content: string, mode = 0o600): string {
  const path = join(mkdtempSync(join(tmpdir(), 'avouch-secrets-')), 'secret')
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

test.each(['DATABASE_URL', 'IDENTITY_CALLBACK_SECRET', 'SMS_TOKEN'] as const)(
  'The secret %s is the same from a file, without its last line break [OPS-34]',
  (name) => {
    const inEnvironment = readEnv({ [name]: VALUES[name] })
    expect(inEnvironment[name]).toBeDefined()
    for (const ending of ['', '\n', '\r\n'])
      expect(readEnv({ [`${name}_FILE`]: fileWith(`${VALUES[name]}${ending}`) })).toEqual(inEnvironment)
  },
)

test('A secret in a file and in the environment too is refused, without its value [OPS-34]', () => {
  const path = fileWith('hunter2hunter2')
  const line = lineOf({ SMS_TOKEN: 'hunter2hunter2', SMS_TOKEN_FILE: path })
  expect(line).toBe('The settings SMS_TOKEN and SMS_TOKEN_FILE are both given: leave one of them out.')
})

test.each([
  [
    'that is not there',
    () => join(tmpdir(), 'avouch-nothing'),
    /^The file .+ \(SMS_TOKEN_FILE\) can't be read: ENOENT\.$/,
  ],
  ['that is empty', () => fileWith('\n'), /^The file .+ \(SMS_TOKEN_FILE\) is empty\.$/],
  ['with a wrong value', () => fileWith('hunter2'), /^The setting SMS_TOKEN is wrong: (?!.*hunter2).+$/],
])('A secret in a file %s stops the start in one line [OPS-34]', (_what, path, line) => {
  expect(lineOf({ SMS_TOKEN_FILE: path() })).toMatch(line)
})

test('A secret in a file that every user can read is named in a warning, and one for a group is not [OPS-34]', () => {
  const open = fileWith('hunter2hunter2', 0o644)
  const read = readEnv({ SMS_TOKEN_FILE: open, IDENTITY_TOKEN_FILE: fileWith(VALUES.SMS_TOKEN, 0o640) })
  expect(read.openSecretFiles).toEqual([{ setting: 'SMS_TOKEN_FILE', path: open }])
})
