import { SECOND_MS } from '@avouch/contract'
import { SMS_GATEWAYS, type SmsGatewayName } from '../modules/sms/gateways/index.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'

const NAMES = ['SMS_URL', 'SMS_ACCOUNT', 'SMS_TOKEN', 'SMS_SENDER', 'SMS_REPORT_SECRET'] as const
type Name = (typeof NAMES)[number]

const isHere = (url: string | undefined): boolean =>
  url === undefined || /^(?:localhost|127\.|\[::1\])/.test(new URL(url).hostname)

/**
 * Gateways report where they can reach us, those with one address only with its signing key; the generic one where the settings say so,
 * from this machine too.
 */
function reportSecretsOf(env: Env, gateway: SmsGatewayName, token: string, secret: string | undefined) {
  const isAble = !isHere(env.PUBLIC_URL) && (!SMS_GATEWAYS[gateway].hasOneAddress || secret !== undefined)
  const reports = gateway === 'generic' ? env.SMS_REPORTS === 'on' : isAble && env.SMS_REPORTS !== 'off'
  return reports ? { token, secret } : undefined
}

/** Timeout of the first of two gateways: together they keep a visitor waiting for five seconds at most. */
const FIRST_TIMEOUT_MS = 4 * SECOND_MS
/** The second gateway has no defaults: neither the sandbox's address nor its token. */
const NEEDS_OF_GENERIC_SECOND: readonly Name[] = ['SMS_URL', 'SMS_TOKEN']

/** @throws StartupError naming the setting that a gateway lacks, or that names nothing without a second gateway */
export function smsGatewaysOf(env: Env, token: string) {
  const first = smsGatewayOf(env, '', env.SMS_GATEWAY, SMS_GATEWAYS[env.SMS_GATEWAY].needs, token)
  const { SMS_GATEWAY_2: gateway } = env
  if (gateway === undefined) {
    const lost = NAMES.find((name) => env[`${name}_2`] !== undefined)
    if (lost !== undefined) throw new StartupError(`${lost}_2 needs the setting SMS_GATEWAY_2.`)
    return [first] as const
  }
  const needs = gateway === 'generic' ? NEEDS_OF_GENERIC_SECOND : SMS_GATEWAYS[gateway].needs
  const timeoutMs = Math.min(first.timeoutMs, FIRST_TIMEOUT_MS)
  return [{ ...first, timeoutMs }, smsGatewayOf(env, '_2', gateway, needs, env.SMS_TOKEN_2 ?? '')] as const
}

function smsGatewayOf(env: Env, suffix: '' | '_2', gateway: SmsGatewayName, needs: readonly Name[], token: string) {
  const missing = needs.find((name) => env[`${name}${suffix}`] === undefined)
  if (missing !== undefined)
    throw new StartupError(`SMS_GATEWAY${suffix}=${gateway} needs the setting ${missing}${suffix}.`)
  const { [`SMS_ACCOUNT${suffix}` as const]: account = '', [`SMS_SENDER${suffix}` as const]: sender = '' } = env
  const { [`SMS_URL${suffix}` as const]: url = SMS_GATEWAYS[gateway].url ?? '', SMS_TIMEOUT_MS: timeoutMs } = env
  const reportSecrets = reportSecretsOf(env, gateway, token, env[`SMS_REPORT_SECRET${suffix}`])
  return { gateway, url, account, token, sender, timeoutMs, reportSecrets }
}
