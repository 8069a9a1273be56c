import { type CaptchaService, MINUTE_MS } from '@avouch/contract'
import * as z from 'zod'
import { later } from '../../platform/clock.ts'
import { call, reasonOf } from '../../platform/outgoing.ts'
import type { CaptchaProvider } from './ports.ts'

const TIMEOUT_MS = 10_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Longer than any of the services lets an answer live. */
const REMEMBERED_MS = 10 * MINUTE_MS

/** `tellsAction`: the service repeats what the answer was asked for, so it is compared. */
const SERVICES: Record<CaptchaService, { url: string; tellsAction: boolean }> = {
  recaptcha: { url: 'https://www.google.com/recaptcha/api/siteverify', tellsAction: false },
  hcaptcha: { url: 'https://api.hcaptcha.com/siteverify', tellsAction: false },
  turnstile: { url: 'https://challenges.cloudflare.com/turnstile/v0/siteverify', tellsAction: true },
}

const report = z.object({
  success: z.boolean(),
  hostname: z.string().optional(),
  action: z.string().optional(),
  'error-codes': z.array(z.string()).default([]),
})

/** The service does not blame the visitor but our settings or itself. */
const NOT_THE_VISITOR = /secret|sitekey|internal-error|bad-request/

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

  async function ask(answer: string): Promise<z.output<typeof report> | undefined> {
    try {
      const body = new URLSearchParams({ secret, response: answer }).toString()
      const signal = new AbortController().signal
      const { bytes } = await send(url, { method: 'POST', headers: FORM, body, timeoutMs: TIMEOUT_MS, signal })
      return report.parse(JSON.parse(bytes.toString('utf8')))
    } catch (error) {
      onFailure(reasonOf(error))
      return undefined
    }
  }

  return {
    task: async () => ({ provider: service, site_key: siteKey }),

    async verify(answer, action, now) {
      const told = await ask(answer)
      if (told === undefined) return { kind: 'down' }
      const blame = told['error-codes'].find((code) => NOT_THE_VISITOR.test(code))
      if (!told.success && blame !== undefined) {
        onFailure(blame)
        return { kind: 'down' }
      }
      const isOurs = told.hostname === hostname && (!tellsAction || told.action === action)
      if (!told.success || !isOurs) return { kind: 'wrong' }
      return { kind: 'right', id: `${service} ${answer}`, expiresAt: later(now, REMEMBERED_MS), hard: true }
    },
  }
}
