import { expect, test, vi } from 'vitest'
import { createCaptchaProvider } from './captcha.ts'

const site = { publicUrl: 'https://product.test', production: true }
const mac = () => Buffer.alloc(32, 1)

test('A third-party captcha service is logged at start, and so is the lack of any captcha [CAPTCHA-06]', () => {
  const warn = vi.fn<(event: string, details?: object) => void>()
  createCaptchaProvider({ ...site, captcha: { kind: 'pow', tries: 10 } }, { mac, warn })
  expect(warn).not.toHaveBeenCalled()
  const captcha = { kind: 'service', service: 'hcaptcha', siteKey: 'site-key', secret: 'a-secret' } as const
  createCaptchaProvider({ ...site, captcha }, { mac, warn })
  expect(warn).toHaveBeenLastCalledWith('pages load the script of a captcha service', { service: 'hcaptcha' })
  expect(createCaptchaProvider({ ...site, captcha: { kind: 'off' } }, { mac, warn })).toBeUndefined()
  expect(warn).toHaveBeenLastCalledWith('captcha is off')
})
