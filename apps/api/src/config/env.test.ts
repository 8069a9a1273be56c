import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

describe('the settings', () => {
  test('OPS-01 need nothing', () => {
    expect(readEnv({})).toMatchObject({ NODE_ENV: 'development', PORT: 3_000 })
    expect(readEnv({}).DATABASE_URL).toBeUndefined()
  })

  test('OPS-02 an empty one is as if it were not there', () => {
    expect(readEnv({ PORT: '', SMS_TOKEN: '' })).toEqual(readEnv({}))
  })

  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['NODE_ENV', 'staging'],
    ['PUBLIC_URL', 'product.example'],
    ['PUBLIC_URL', 'ftp://product.example'],
    ['DATABASE_URL', 'mysql://user:hunter2hunter2@db/avouch'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslmode=require'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?ssl=no-verify'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslmode=verify-full&uselibpqcompat=true'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslrootcert=/etc/hosts'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@db/avouch?sslmode=verify-full&sslrootcert=/no/file'],
    ['DATABASE_URL', 'postgres://user:hunter2hunter2@10.0.0.5/avouch?sslmode=verify-full'],
    ['SMS_TOKEN', 'hunter2'],
    ['IDENTITY_CALLBACK_SECRET', 'hunter2'],
    ['IDENTITY_CALLBACK_SECRET', 'whsec_hunter2hunter2hunter2hunter2-hunter2_hunter2'],
    ['IDENTITY_CALLBACK_SECRET_OLD', 'whsec_aHVudGVyMg=='],
    ['IDENTITY_TOKEN', 'hunter2'],
    ['IDENTITY_TIMEOUT_MS', '60000'],
    ['IDENTITY_ASK_AFTER_SECONDS', 'soon'],
    ['IDENTITY_REVIEW_ENDS_AFTER_DAYS', '0'],
    ['EXIT_WITH_PARENT', 'perhaps'],
    ['ARGON2_PASSES', '0'],
    ['CAPTCHA', 'riddles'],
    ['CAPTCHA_POW_TRIES', '1'],
    ['CAPTCHA_SECRET', 'hunter2'],
    ['LOG_LEVEL', 'loud'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,loopback'],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104'],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.1'],
    ['TRUSTED_PROXIES', '::/64'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'true'],
    ['TRUSTED_PROXIES', '17'],
    ['LIMITS', 'signup.browser=0/h'],
    ['LIMITS', 'signup.browser=5'],
    ['LIMITS', 'toString=5/h'],
    ['LIMITS_FACTOR', '-7'],
  ])('OPS-02 P-06 a wrong %s is one line that names it and keeps its value (%s) to itself', (name, value) => {
    const read = () => readEnv({ [name]: value })
    expect(read).toThrow(StartupError)
    try {
      read()
    } catch (error) {
      const { message } = error as Error
      expect(message).toContain(`The setting ${name} is wrong`)
      expect(message).not.toContain('\n')
      expect(message).not.toContain(value)
    }
  })
})
