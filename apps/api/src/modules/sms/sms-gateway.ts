import { post } from '../../platform/post.ts'
import type { SmsGateway, SmsOutcome } from './ports.ts'
import { type Read, SMS_PRESETS, type SmsAccess, type SmsGatewayName } from './presets.ts'

export type SmsGatewaySettings = SmsAccess & { gateway: SmsGatewayName; timeoutMs: number }
type Options = SmsGatewaySettings & { onFailure: (reason: string) => void }

/** A 4xx is a definite no, but for too many at once; a 5xx may still be delivered. */
const ofStatus = (status: number): SmsOutcome =>
  status === 429 ? 'not_taken' : status >= 400 && status < 500 ? 'refused' : 'unknown'

/** Their own codes are digits or a word; whatever else comes back stays out of the log. */
const tellable = (code = '') => (/^[a-z0-9 ]{1,20}$/.test(code) ? ` ${code}` : '')

/** The gateway that the settings name. */
export function createSmsGateway({ gateway, timeoutMs, onFailure, ...access }: Options): SmsGateway {
  const preset = SMS_PRESETS[gateway]

  async function ask(message: Parameters<SmsGateway['send']>[0], stopping: AbortSignal): Promise<Read> {
    const { url, headers, body } = preset.request(message, access)
    const { status, text } = await post(url, { headers, body, timeoutMs, signal: stopping })
    if (status >= 200 && status <= 299) return preset.read(text)
    return { outcome: ofStatus(status), code: `status ${status}` }
  }

  return {
    deliversKeyOnce: preset.deliversKeyOnce,

    async send(message, stopping) {
      try {
        const { outcome, code } = await ask(message, stopping)
        if (outcome !== 'accepted') onFailure(`${outcome}${tellable(code)}`)
        return outcome
      } catch (error) {
        // A refused connection delivered nothing; a timeout may have.
        const { name, code } = error as Error & { code?: string | number }
        onFailure(typeof code === 'string' ? code : name)
        return code === 'ECONNREFUSED' ? 'not_taken' : 'unknown'
      }
    },
  }
}
