import { expect, test } from 'vitest'
import { UNKNOWN_ADDRESS } from '../../platform/client.ts'
import { bindCaptcha } from './captcha.ts'
import type { CaptchaProvider, CaptchaVerdict } from './ports.ts'

const client = { address: UNKNOWN_ADDRESS, device: null }
const now = new Date('2026-03-01T12:00:00Z')

function start(verdict: CaptchaVerdict, elevated = false) {
  const provider: CaptchaProvider = { task: async () => ({ provider: 'off' }), verify: async () => verdict }
  const spent = new Set<string>()
  const store = {
    isFirstUse: async (hash: Buffer) => {
      const name = hash.toString('hex')
      return !spent.has(name) && Boolean(spent.add(name))
    },
  }
  return bindCaptcha({
    provider,
    store,
    limits: { isElevated: async () => elevated, isKnown: async () => false },
    anomaly: { codes: async () => ({ elevated: false, recoveryPaused: false }) },
    clock: () => now,
    report: async () => {},
  })
}

test('CAPTCHA-04 every call is refused while the service is down', async () => {
  await expect(start({ kind: 'down' }).check('signup', 'x', client)).rejects.toMatchObject({
    code: 'service_unavailable',
  })
})

test('CAPTCHA-03 what a service would take twice counts once', async () => {
  const captcha = start({ kind: 'right', id: 'one', expiresAt: now, hard: true })
  await captcha.check('signup', 'x', client)
  await expect(captcha.check('signup', 'x', client)).rejects.toMatchObject({ code: 'captcha_failed' })
})

test.each([
  { elevated: true, hard: false, taken: false },
  { elevated: true, hard: true, taken: true },
  { elevated: false, hard: false, taken: true },
])('LIMIT-10 at an address (elevated: $elevated) an answer (hard: $hard) is taken: $taken', async (given) => {
  const { elevated, hard, taken } = given
  const checked = start({ kind: 'right', id: 'one', expiresAt: now, hard }, elevated).check('signup', 'x', client)
  if (taken) await expect(checked).resolves.toBeUndefined()
  else await expect(checked).rejects.toMatchObject({ code: 'captcha_failed' })
})

test('CAPTCHA-02 an operator may do without', async () => {
  const limits = { isElevated: async () => true, isKnown: async () => false }
  const anomaly = { codes: async () => ({ elevated: true, recoveryPaused: false }) }
  const store = { isFirstUse: async () => false }
  const captcha = bindCaptcha({
    provider: undefined,
    store,
    limits,
    anomaly,
    clock: () => now,
    report: async () => {},
  })
  await captcha.check('signup', undefined, client)
  await expect(captcha.task('signup', client)).resolves.toEqual({ provider: 'off' })
})
