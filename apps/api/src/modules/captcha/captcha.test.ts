import { expect, test } from 'vitest'
import { createCaptcha } from './captcha.ts'
import type { CaptchaProvider, CaptchaVerdict } from './ports.ts'

const now = new Date('2026-03-01T12:00:00Z')

function start(verdict: CaptchaVerdict) {
  const provider: CaptchaProvider = { task: async () => ({ provider: 'off' }), verify: async () => verdict }
  const spent = new Set<string>()
  const store = {
    isFirstUse: async (hash: Buffer) => {
      const name = hash.toString('hex')
      return !spent.has(name) && Boolean(spent.add(name))
    },
  }
  return createCaptcha({ provider, store, clock: () => now })
}

test('CAPTCHA-04 nobody is let in while the service is down', async () => {
  await expect(start({ kind: 'down' }).check('signup', 'x')).rejects.toMatchObject({ code: 'service_unavailable' })
})

test('CAPTCHA-03 what a service would take twice counts once', async () => {
  const captcha = start({ kind: 'right', id: 'one', expiresAt: now })
  await captcha.check('signup', 'x')
  await expect(captcha.check('signup', 'x')).rejects.toMatchObject({ code: 'captcha_failed' })
})

test('CAPTCHA-02 an operator may do without', async () => {
  const captcha = createCaptcha({ provider: undefined, store: { isFirstUse: async () => false }, clock: () => now })
  await captcha.check('signup', undefined)
  await expect(captcha.task('signup')).resolves.toEqual({ provider: 'off' })
})
