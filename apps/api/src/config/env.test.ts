import { describe, expect, test } from 'vitest'
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

describe('the settings', () => {
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
  ])('A wrong setting %s is one line that names it and keeps its value (%s) to itself [OPS-02 P-06]', (name, value) => {
    const line = lineOf({ [name]: value })
    expect(line).toContain(`The setting ${name} is wrong`)
    expect(line).not.toContain('\n')
    expect(line).not.toContain(value)
  })

  const PASSWORDS = ['hunt#er2', 'hunt/er2', 'hunt?er2', 'hunt@er2', 'hunt%er2', '12#er2', '12/er2', '12?er2', 'er2%']
  test.each(PASSWORDS.flatMap((password) => ['db.test', 'one.test,two.test:5433'].map((host) => [password, host])))(
    'With the password %s at %s DATABASE_URL says to percent-encode it, and is right when it is [OPS-02 P-06]',
    (password = '', host = '') => {
      const urlWith = (written: string) => `postgres://user:${written}@${host}/avouch?target_session_attrs=read-write`
      const line = lineOf({ DATABASE_URL: urlWith(password) })
      expect(line).toMatch(/^The setting DATABASE_URL is wrong: percent-encode the user name and the password in it: /)
      expect(line.replaceAll(/%(?:23|2F|3F|40|25)/g, '')).not.toMatch(/hunt|er2|12|db|one/)
      const urls = readEnv({ DATABASE_URL: urlWith(encodeURIComponent(password)) }).DATABASE_URL ?? []
      expect(urls.map((url) => decodeURIComponent(new URL(url).password))).toEqual(host.split(',').map(() => password))
    },
  )
})
