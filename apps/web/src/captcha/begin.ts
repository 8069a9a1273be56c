import type { CaptchaAction } from '@avouch/contract'
import { prefetch } from '#router/prefetch.ts'

/** Loads the captcha with the first key in a form, which needs it only when it is sent. */
export const beginCaptcha = (action: CaptchaAction): void =>
  void prefetch(async () => (await import('./captcha.ts')).prepareCaptcha(action))
