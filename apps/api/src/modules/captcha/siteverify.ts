import { type CaptchaService, MINUTE_MS } from '@avouch/contract'
import * as z from 'zod'
import { later } from '../../platform/clock.ts'
import { call, evidenceOf, reasonOf } from '../../platform/outgoing.ts'
import type { CaptchaProvider } from './ports.ts'

const TIMEOUT_MS = 10_000
const TOO_MANY = 429
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Longer than any of the services lets an answer live. */
const REMEMBERED_MS = 10 * MINUTE_MS

/** `tellsAction`: the service returns the action of the answer, so it is compared. */
const SERVICES: Record<CaptchaService, { url: string; tellsAction: boolean }> = {
  recaptcha: { url: 'https://www.google.com/recaptcha/api/siteverify', tellsAction: false },
  hcaptcha: { url: 'https://api.hcaptcha.com/siteverify', tellsAction: false },
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', tellsAction: true },
}

/** Their documents say text; an empty or missing one counts as absent. */
const text = z.string().nullish()
const report = z.object({
  success: z.boolean(),
  hostname: text,
  action: text,
  'error-codes': z.array(z.string()).nullish(),
})

/** The service blames what the visitor's browser sent. Any other code is about our settings, or about itself. */
const CODES_OF_A_WRONG_ANSWER =
  /^(?:(?:missing|invalid|expired|already-seen|invalid-or-already-seen)-(?:input-)?response|timeout-or-duplicate)$/
/** hCaptcha's word for a host that it leaves out. */
const NO_HOST = 'not-provided'
/** True for another host or action; an absent one is accepted. */
const isOther = (told: string | null | undefined, ours: string): boolean => !!told && told !== NO_HOST && told !== ours

type Options = {
  service: CaptchaService
  siteKey: string
  secret: string
  /** The host that visitors see: answers that were given elsewhere are not for us. */
  hostname: string
  send?: typeof call
  onFailure: (reason: string) => void
}

/** reCAPTCHA v2 (invisible), hCaptcha and Turnstile: one form, one answer. The visitor's address is not told. */
export function createSiteverify(options: Options): CaptchaProvider {
  const { service, siteKey, secret, hostname, send = call, onFailure } = options
  const { url, tellsAction } = SERVICES[service]

  async function ask(answer: string): Promise<{ told?: z.output<typeof report>; ok?: boolean; retryAfterMs?: number }> {
    try {
      const body = new URLSearchParams({ secret, response: answer }).toString()
      const { signal } = new AbortController()
      const posted = { method: 'POST', headers: FORM, body, timeoutMs: TIMEOUT_MS, signal } as const
      const { status, bytes, retryAfterMs = 0 } = await send(url, posted)
      const isAnswer = evidenceOf(status) === 'question' && status !== TOO_MANY
      if (isAnswer) return { told: report.parse(JSON.parse(bytes.toString('utf8'))), ok: status <= 299 }
      onFailure(`status ${status}`)
      return { retryAfterMs }
    } catch (error) {
      onFailure(reasonOf(error))
      return {}
    }
  }

  return {
    task: async () => ({ provider: service, site_key: siteKey }),

    async verify(answer, action, now) {
      const { told, ok, retryAfterMs } = await ask(answer)
      if (told === undefined) return { kind: 'down', retryAfterMs }
      const codes = told['error-codes'] ?? []
      const blame =
        codes.find((code) => !CODES_OF_A_WRONG_ANSWER.test(code)) ?? (ok || codes.length > 0 ? undefined : 'no reason')
      if (!(ok && told.success) && blame !== undefined) {
        onFailure(blame)
        return { kind: 'down' }
      }
      const isOurs = !isOther(told.hostname, hostname) && !(tellsAction && isOther(told.action, action))
      if (!told.success || !isOurs) return { kind: 'wrong' }
      return { kind: 'right', id: `${service} ${answer}`, expiresAt: later(now, REMEMBERED_MS), hard: true }
    },
  }
}
