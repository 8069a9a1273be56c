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
    limits: { isElevated: async () => elevated, isKnown: async () => false, isSmsPressed: () => false },
    anomaly: { isElevated: () => false },
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

test('SMS-08 LIMIT-10 it is harder before an SMS to a number that nothing is proven of, while a country is under pressure', async () => {
  const harder = async (action: 'signup' | 'recover' | 'prelogin', isKnown: boolean) => {
    const limits = { isElevated: async () => false, isKnown: async () => isKnown, isSmsPressed: () => true }
    const asked: boolean[] = []
    const provider = {
      verify: async () => ({ kind: 'down' }) as const,
      task: async (_action: string, _now: Date, hard: boolean) => {
        asked.push(hard)
        return { provider: 'off' } as const
      },
    }
    const anomaly = { isElevated: () => false }
    const store = { isFirstUse: async () => true }
    await bindCaptcha({ provider, store, limits, anomaly, clock: () => now, report: async () => {} }).task(
      action,
      client,
    )
    return asked[0]
  }
  expect(await harder('signup', false)).toBe(true)
  expect(await harder('recover', false)).toBe(true)
  expect(await harder('signup', true)).toBe(false)
  expect(await harder('prelogin', false)).toBe(false)
})

test('CAPTCHA-02 an operator may do without', async () => {
  const limits = { isElevated: async () => true, isKnown: async () => false, isSmsPressed: () => true }
  const anomaly = { isElevated: () => true }
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
