import type { CaptchaAction } from '@avouch/contract'
import { prefetch } from '#router/prefetch.ts'

/** With the first key: no form needs the captcha before it is sent, so that it may be missing until then. */
export const beginCaptcha = (action: CaptchaAction): void =>
  void prefetch(async () => (await import('./captcha.ts')).prepareCaptcha(action))
