import { AppError, type CaptchaAction, type CaptchaTask } from '@avouch/contract'
import type { LimitAction, TrustedNetworks } from '../rate-limits/index.ts'
import type { Report } from '../audit/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { type CaptchaSettings, createCaptchaProvider } from './captcha-provider.ts'
import { createSpentCaptchaStore, type SpentCaptchaStore } from './captcha-store.ts'
import type { CaptchaProvider } from './ports.ts'

type Deps = {
  networks: Pick<TrustedNetworks, 'isBusy'>
  /** All visitors together typed in more wrong codes than usual. */
  areCodesGuessed: () => Promise<boolean>
  /** An account recognises the browser. */
  isRecognised: (device: Buffer) => Promise<boolean>
  clock: Clock
  report: Report
}
type Outside = { provider: CaptchaProvider | undefined; store: SpentCaptchaStore }
type Settings = Deps & {
  db: Executor
  /** Sign the challenges. */
  keys: Pick<Keys, 'mac'>
  settings: CaptchaSettings
  warn: (event: string, details?: object) => void
}
export type Captcha = ReturnType<typeof createCaptcha>

/** Beyond half of these limits of its address or network a caller's captcha is harder. */
const HARDER_BY: Readonly<Record<CaptchaAction, readonly LimitAction[]>> = {
  signup: ['lookup', 'sms'],
  prelogin: ['login-failed', 'lookup'],
  recover: ['lookup', 'sms'],
  prechange: ['lookup', 'sms'],
  validate: ['lookup'],
}

/** Keeps machines from trying many numbers: an answer is bound to its action and good for one request. */
export const createCaptcha = ({ db, keys, settings, warn, ...deps }: Settings) =>
  bindCaptcha({
    ...deps,
    provider: createCaptchaProvider(settings, { mac: keys.mac, warn }),
    store: createSpentCaptchaStore(db),
  })

/** The captcha with a provider and a store that are given. */
export function bindCaptcha({
  provider,
  store,
  networks,
  areCodesGuessed,
  isRecognised,
  clock,
  report,
}: Deps & Outside) {
  const isHard = async (action: CaptchaAction, client: Client) => {
    if (!(await networks.isBusy(HARDER_BY[action], client)) && !(await areCodesGuessed())) return false
    return client.device === null || !(await isRecognised(client.device))
  }

  const task = async (action: CaptchaAction, client: Client): Promise<CaptchaTask> =>
    provider === undefined ? { provider: 'off' } : provider.task(action, clock(), await isHard(action, client))

  /**
   * Uses the answer up. Where more work is required by now, an answer with less work is refused. While the service is
   * down, every call is refused.
   * @throws AppError captcha_failed, service_unavailable
   */
  async function check(action: CaptchaAction, answer: string | undefined, client: Client): Promise<void> {
    if (provider === undefined) return
    const refuse = async (reason: string): Promise<never> => {
      await report({ type: 'captcha.fail', reason })
      throw new AppError('captcha_failed')
    }
    if (answer === undefined || answer === '') return refuse('missing')
    const verdict = await provider.verify(answer, action, clock())
    if (verdict.kind === 'down') {
      await report({ type: 'captcha.provider_down' })
      throw new AppError('service_unavailable')
    }
    if (verdict.kind === 'wrong') return refuse('wrong')
    if (!verdict.hard && (await isHard(action, client))) return refuse('too little work')
    if (!(await store.isFirstUse(tokenHash(verdict.id), verdict.expiresAt))) return refuse('used before')
  }

  return { task, check }
}
