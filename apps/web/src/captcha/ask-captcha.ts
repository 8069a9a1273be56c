import { captcha, type CaptchaAction, type CaptchaTask } from '@avouch/contract'
import { call } from '#api/api.ts'

/** Fetches the browser's task for one request. */
export const askCaptcha = async (action: CaptchaAction): Promise<CaptchaTask> =>
  (await call(captcha, { query: { action } })).data
