import { SECOND_MS } from '@avouch/contract'
import type { Env } from './env.ts'
import { StartupError } from '../platform/startup-error.ts'

const NAMES = ['SMS_URL', 'SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER', 'SMS_REPORT_SECRET'] as const
type Name = (typeof NAMES)[number]
type Gateway = Env['SMS_GATEWAY']

/** Each gateway's address, where all customers share one, and the settings that it needs. */
const GATEWAYS: Record<Gateway, { url: string; needs: readonly Name[] }> = {
  generic: { url: 'http://localhost:3003/api/messages', needs: [] },
  twilio: { url: 'https://api.twilio.com', needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'] },
  vonage: { url: 'https://rest.nexmo.com', needs: ['SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER'] },
  infobip: { url: '', needs: ['SMS_URL', 'SMS_TOKEN', 'SMS_SENDER'] },
  seven: { url: 'https://gateway.seven.io', needs: ['SMS_TOKEN', 'SMS_SENDER'] },
}
const isHere = (url: string | undefined): boolean =>
  url === undefined || /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/** Gateways report where they can reach us, seven only with its signing key; the generic one where the settings say so, from this machine too. */
function reportSecretsOf(env: Env, gateway: Gateway, token: string, secret: string | undefined) {
  const isAble = !isHere(env.PUBLIC_URL) && (gateway !== 'seven' || secret !== undefined)
  const reports = gateway === 'generic' ? env.SMS_REPORTS === 'on' : isAble && env.SMS_REPORTS !== 'off'
  return reports ? { token, secret } : undefined
}

/** The first one's answer is waited for so long where there is a second: together they take no visitor more than five seconds. */
const FIRST_TIMEOUT_MS = 4 * SECOND_MS
/** No gateway of a demonstration, and no token of ours, stands behind the second one. */
const NEEDS_OF_GENERIC_SECOND: readonly Name[] = ['SMS_URL', 'SMS_TOKEN']

/** @throws StartupError naming the setting that a gateway lacks, or that names nothing without a second gateway */
export function smsGatewaysOf(env: Env, token: string) {
  const first = smsGatewayOf(env, '', env.SMS_GATEWAY, GATEWAYS[env.SMS_GATEWAY].needs, token)
  const { SMS_GATEWAY_2: gateway } = env
  if (gateway === undefined) {
    const lost = NAMES.find((name) => env[`${name}_2`] !== undefined)
    if (lost !== undefined) throw new StartupError(`${lost}_2 needs the setting SMS_GATEWAY_2.`)
    return [first] as const
  }
  const needs = gateway === 'generic' ? NEEDS_OF_GENERIC_SECOND : GATEWAYS[gateway].needs
  const timeoutMs = Math.min(first.timeoutMs, FIRST_TIMEOUT_MS)
  return [{ ...first, timeoutMs }, smsGatewayOf(env, '_2', gateway, needs, env.SMS_TOKEN_2 ?? '')] as const
}

function smsGatewayOf(env: Env, suffix: '' | '_2', gateway: Gateway, needs: readonly Name[], token: string) {
  const missing = needs.find((name) => env[`${name}${suffix}`] === undefined)
  if (missing !== undefined)
    throw new StartupError(`SMS_GATEWAY${suffix}=${gateway} needs the setting ${missing}${suffix}.`)
  const { [`SMS_ACCOUNT${suffix}` as const]: account = '', [`SMS_SENDER${suffix}` as const]: sender = '' } = env
  const { [`SMS_URL${suffix}` as const]: url = GATEWAYS[gateway].url, SMS_TIMEOUT_MS: timeoutMs } = env
  const reportSecrets = reportSecretsOf(env, gateway, token, env[`SMS_REPORT_SECRET${suffix}`])
  return { gateway, url, account, token, sender, timeoutMs, reportSecrets }
}
