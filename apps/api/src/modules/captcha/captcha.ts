import { AppError, type CaptchaAction, type CaptchaTask } from '@avouch/contract'
import type { Clock } from '../clock.ts'
import { tokenHash } from '../identifier.ts'
import type { CaptchaProvider, SpentCaptchaStore } from './ports.ts'

type Deps = { provider: CaptchaProvider | undefined; store: SpentCaptchaStore; clock: Clock }
export type Captcha = ReturnType<typeof createCaptcha>

/** Keeps machines from asking for many numbers: an answer is bound to its action and good for one request. */
export function createCaptcha({ provider, store, clock }: Deps) {
  const task = async (action: CaptchaAction): Promise<CaptchaTask> =>
    provider === undefined ? { provider: 'off' } : provider.task(action, clock())

  /**
   * Uses the answer up. Whoever can't be asked lets nobody in.
   * @throws AppError captcha_failed, service_unavailable
   */
  async function check(action: CaptchaAction, answer: string | undefined): Promise<void> {
    if (provider === undefined) return
    if (answer === undefined || answer === '') throw new AppError('captcha_failed')
    const verdict = await provider.verify(answer, action, clock())
    if (verdict.kind === 'down') throw new AppError('service_unavailable')
    if (verdict.kind === 'wrong') throw new AppError('captcha_failed')
    if (!(await store.isFirstUse(tokenHash(verdict.id), verdict.expiresAt))) throw new AppError('captcha_failed')
  }

  return { task, check }
}
