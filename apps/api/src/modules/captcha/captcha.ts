import { AppError, type CaptchaAction, type CaptchaService, type CaptchaTask, SECOND_MS } from '@avouch/contract'
import type { LimitAction, TrustedNetworks } from '../rate-limits/index.ts'
import type { Audit } from '../audit/index.ts'
import type { Codes } from '../sign-in/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Mac } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { CaptchaProvider } from './ports.ts'
import { createProofOfWork } from './proof-of-work.ts'
import { createSiteverify } from './siteverify.ts'

const SPEND = `insert into spent_captcha (hash, expires_at) values ($1, $2) on conflict do nothing returning 1`

/** Spends an answer by one statement, so that of two concurrent uses one is the first. */
const spend = async (db: Executor, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  (await db.query(SPEND, [hash, expiresAt])).length > 0

export const sweepCaptcha = sweepOf({ keepMs: 0, table: 'spent_captcha', by: 'expires_at' })

type Chosen =
  | { kind: 'off' }
  | { kind: 'pow'; tries: number }
  | { kind: 'service'; service: CaptchaService; siteKey: string; secret: string }

type CaptchaSettings = { captcha: Chosen; publicUrl: string; production: boolean }
type Ports = { mac: Mac; warn: Warn }

/** The captcha that the settings name. What weakens the product is said at the start. */
export function createCaptchaProvider(
  { captcha, publicUrl, production }: CaptchaSettings,
  { mac, warn }: Ports,
): CaptchaProvider | undefined {
  switch (captcha.kind) {
    case 'off':
      if (production) warn('captcha is off')
      return undefined
    case 'pow':
      return createProofOfWork({ tries: captcha.tries, mac })
    case 'service': {
      const { service, siteKey, secret } = captcha
      warn('pages load the script of a captcha service', { service })
      const onFailure = (reason: string) => warn('captcha service', { service, reason })
      return createSiteverify({ service, siteKey, secret, hostname: new URL(publicUrl).hostname, onFailure })
    }
  }
}

/** Beyond half of these limits of its address or network a caller's captcha is harder. */
const HARDER_BY: Readonly<Record<CaptchaAction, readonly LimitAction[]>> = {
  signup: ['lookup', 'sms'],
  prelogin: ['login-failed', 'lookup'],
  recover: ['lookup', 'sms'],
  prechange: ['lookup', 'sms'],
  validate: ['lookup'],
}

type Deps = {
  db: Executor
  clock: Clock
  provider: CaptchaProvider | undefined
  audit: Audit
  networks: Pick<TrustedNetworks, 'isBusy'>
  codes: Pick<Codes, 'areGuessed'>
  /** An account recognises the browser. */
  isRecognised: (device: Buffer) => Promise<boolean>
}

/** Keeps machines from trying many numbers: an answer is bound to its action and good for one request. */
export class Captcha {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async task(action: CaptchaAction, client: Client): Promise<CaptchaTask> {
    const { clock, provider } = this.#deps
    if (provider === undefined) return { provider: 'off' }
    return provider.task(action, clock(), await this.#isHard(action, client))
  }

  /**
   * Uses the answer up. Where more work is required by now, an answer with less work is refused. While the service is
   * down, every call is refused.
   * @throws AppError captcha_failed, service_unavailable
   */
  async check(action: CaptchaAction, answer: string | undefined, client: Client): Promise<void> {
    const { db, clock, provider, audit } = this.#deps
    if (provider === undefined) return
    if (answer === undefined || answer === '') return this.#refuse('missing')
    const verdict = await provider.verify(answer, action, clock())
    if (verdict.kind === 'down') {
      await audit.report({ type: 'captcha.provider_down' })
      const { retryAfterMs } = verdict
      throw new AppError('service_unavailable', retryAfterMs ? { retry_after: retryAfterMs / SECOND_MS } : {})
    }
    if (verdict.kind === 'wrong') return this.#refuse('wrong')
    if (!verdict.hard && (await this.#isHard(action, client))) return this.#refuse('too little work')
    if (!(await spend(db, tokenHash(verdict.id), verdict.expiresAt))) return this.#refuse('used before')
  }

  async #isHard(action: CaptchaAction, client: Client): Promise<boolean> {
    const { networks, codes, isRecognised } = this.#deps
    if (!(await networks.isBusy(HARDER_BY[action], client)) && !(await codes.areGuessed())) return false
    return client.device === null || !(await isRecognised(client.device))
  }

  async #refuse(reason: string): Promise<never> {
    await this.#deps.audit.report({ type: 'captcha.fail', reason })
    throw new AppError('captcha_failed')
  }
}
