import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { SECRET_SETTINGS } from './secret-settings.ts'
import { StartupError } from '../platform/startup-error.ts'

const VALUES: Readonly<Record<(typeof SECRET_SETTINGS)[number], string>> = {
  DATABASE_URL: 'postgres://user:hunter2hunter2@db.test/avouch',
  IDENTITY_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  IDENTITY_CALLBACK_SECRET_OLD: `whsec_${Buffer.alloc(32, 2).toString('base64')}`,
  IDENTITY_TOKEN: 'hunter2hunter2-identity',
  BANK_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 3).toString('base64')}`,
  BANK_CALLBACK_SECRET_OLD: `whsec_${Buffer.alloc(32, 4).toString('base64')}`,
  BANK_TOKEN: 'hunter2hunter2-bank',
  SMS_TOKEN: 'hunter2hunter2-sms',
  SMS_TOKEN_2: 'hunter2hunter2-sms-2',
  CAPTCHA_SECRET: 'hunter2hunter2-captcha',
}
function fileWith(content: string, mode = 0o600): string {
  const path = join(mkdtempSync(join(tmpdir(), 'avouch-secrets-')), 'secret')
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}
function lineOf(variables: Record<string, string>): string {
  try {
    readEnv(variables)
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError)
    return (error as Error).message
  }
  throw new Error('it was accepted')
}

describe('a secret in a file', () => {
  test.each(SECRET_SETTINGS)('The secret %s is the same from a file, without its last line break [OPS-34]', (name) => {
    const inEnvironment = readEnv({ [name]: VALUES[name] })
    expect(inEnvironment[name]).toBeDefined()
    for (const ending of ['', '\n', '\r\n'])
      expect(readEnv({ [`${name}_FILE`]: fileWith(`${VALUES[name]}${ending}`) })).toEqual(inEnvironment)
  })

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
    const read = readEnv({ SMS_TOKEN_FILE: open, IDENTITY_TOKEN_FILE: fileWith(VALUES.IDENTITY_TOKEN, 0o640) })
    expect(read.openSecretFiles).toEqual([{ setting: 'SMS_TOKEN_FILE', path: open }])
  })
})
