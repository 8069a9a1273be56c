import type { Background } from '../../platform/background.ts'
import { sweepCaptcha } from './captcha.ts'

export { Captcha, createCaptchaProvider } from './captcha.ts'

export const CAPTCHA: Background = { sweeps: { sweepCaptcha } }
