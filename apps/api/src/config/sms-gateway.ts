import type { Env } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

type Need = 'SMS_URL' | 'SMS_ACCOUNT' | 'SMS_TOKEN' | 'SMS_SENDER'

/** Each gateway's address, where all customers share one, and the settings that it needs. */
const GATEWAYS: Record<Env['SMS_GATEWAY'], { url: string; needs: readonly Need[] }> = {
  generic: { url: 'http://localhost:3003/api/messages', needs: [] },
  twilio: { url: 'https://api.twilio.com', needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'] },
  vonage: { url: 'https://rest.nexmo.com', needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'] },
  infobip: { url: '', needs: ['SMS_URL', 'SMS_TOKEN', 'SMS_SENDER'] },
  seven: { url: 'https://gateway.seven.io', needs: ['SMS_TOKEN', 'SMS_SENDER'] },
}

/** @throws StartupError naming the setting that the gateway lacks */
export function smsGatewayOf(env: Env, token: string) {
  const { SMS_GATEWAY: gateway, SMS_ACCOUNT: account = '', SMS_SENDER: sender = '', SMS_TIMEOUT_MS: timeoutMs } = env
  const { url, needs } = GATEWAYS[gateway]
  const missing = needs.find((name) => env[name] === undefined)
  if (missing !== undefined) throw new StartupError(`SMS_GATEWAY=${gateway} needs the setting ${missing}.`)
  return { gateway, url: env.SMS_URL ?? url, account, token, sender, timeoutMs }
}
