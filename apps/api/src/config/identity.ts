import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'
import type { SandboxCredentials } from './sandbox.ts'

const SANDBOX_IDENTITY_URL = 'http://localhost:3002/'
/** The search for checks whose report is overdue. */
const POLL_EVERY_MS = 5 * SECOND_MS

type Vendor = Exclude<Env['IDENTITY_PROVIDER'], 'generic'>
/** Settings of a service with our own protocol. */
const OF_GENERIC = [
  'IDENTITY_URL',
  'IDENTITY_CALLBACK_SECRET',
  'IDENTITY_CALLBACK_SECRET_OLD',
  'IDENTITY_STATUS_URL',
  'IDENTITY_TOKEN',
  'REVIEW_DESK_URL',
] as const
/** Settings of a vendor with sessions. */
const OF_VENDORS = [
  'IDENTITY_ACCOUNT',
  'IDENTITY_SECRET',
  'IDENTITY_REPORT_SECRET',
  'IDENTITY_REPORT_SECRET_OLD',
  'IDENTITY_API_URL',
  'IDENTITY_FLOW',
  'IDENTITY_FLOW_NO_CONSENT',
] as const

type VendorSetting = (typeof OF_VENDORS)[number]

/**
 * The settings that each vendor needs, and those that say nothing to it. `oneFlow`: the same for visitors who consent
 * to the use of their data and those who don't, which the operator has to know. `apiUrl`: where it is one for all.
 */
const VENDORS: Record<
  Vendor,
  { needs: readonly VendorSetting[]; refuses: readonly VendorSetting[]; oneFlow: boolean; apiUrl: string | undefined }
> = {
  veriff: {
    needs: ['IDENTITY_ACCOUNT', 'IDENTITY_SECRET', 'IDENTITY_API_URL', 'IDENTITY_FLOW_NO_CONSENT'],
    refuses: ['IDENTITY_FLOW'],
    oneFlow: true,
    apiUrl: undefined,
  },
  onfido: {
    needs: ['IDENTITY_SECRET', 'IDENTITY_REPORT_SECRET', 'IDENTITY_FLOW', 'IDENTITY_FLOW_NO_CONSENT'],
    refuses: ['IDENTITY_ACCOUNT'],
    oneFlow: false,
    apiUrl: 'https://api.eu.onfido.com',
  },
  idura: {
    needs: ['IDENTITY_ACCOUNT', 'IDENTITY_SECRET', 'IDENTITY_API_URL', 'IDENTITY_FLOW', 'IDENTITY_FLOW_NO_CONSENT'],
    refuses: ['IDENTITY_REPORT_SECRET', 'IDENTITY_REPORT_SECRET_OLD'],
    oneFlow: true,
    apiUrl: undefined,
  },
}

/** The address of the product's own page that takes visitors to a vendor. */
const startUrlOf = (publicUrl: string): string => new URL('/identity/start', publicUrl).href

/** @throws StartupError naming the setting that is missing, or that says nothing to this provider */
function vendorOf(env: Env, provider: Vendor, suffix: '' | '_2') {
  const { needs, refuses, oneFlow, apiUrl } = VENDORS[provider]
  const named = `IDENTITY_PROVIDER${suffix}=${provider}`
  const lost = refuses.find((name) => env[`${name}${suffix}`] !== undefined)
  if (lost !== undefined) throw new StartupError(`${named} has no use for the setting ${lost}${suffix}.`)
  const missing = needs.find((name) => env[`${name}${suffix}`] === undefined)
  if (missing !== undefined) throw new StartupError(`${named} needs the setting ${missing}${suffix}.`)
  const of = (name: VendorSetting) => env[`${name}${suffix}`]
  if (oneFlow && of('IDENTITY_FLOW_NO_CONSENT') !== 'same')
    throw new StartupError(`${named} makes no difference: IDENTITY_FLOW_NO_CONSENT${suffix} has to be same.`)
  const access = {
    account: of('IDENTITY_ACCOUNT') ?? '',
    secret: of('IDENTITY_SECRET') ?? '',
    reportSecret: of('IDENTITY_REPORT_SECRET'),
    oldReportSecret: of('IDENTITY_REPORT_SECRET_OLD'),
    apiUrl: of('IDENTITY_API_URL') ?? apiUrl ?? '',
    flow: of('IDENTITY_FLOW'),
    flowWithoutConsent: of('IDENTITY_FLOW_NO_CONSENT'),
  }
  const useDocumentNumbers = env.IDENTITY_DOCUMENT_NUMBERS === 'use'
  return { provider, access, timeZone: env.AGE_TIME_ZONE, useDocumentNumbers }
}

/** One vendor, and a second one for the time when the first begins no session. @throws StartupError naming a setting */
function vendorsOf(env: Env) {
  const { IDENTITY_PROVIDER: first, IDENTITY_PROVIDER_2: second } = env
  const isAlone = first === 'generic' || second === undefined
  const lost = isAlone ? OF_VENDORS.find((name) => env[`${name}_2`] !== undefined) : undefined
  if (lost !== undefined)
    throw new StartupError(`${lost}_2 needs the setting IDENTITY_PROVIDER_2, and a vendor before it.`)
  if (second !== undefined && (first === 'generic' || first === second))
    throw new StartupError(`IDENTITY_PROVIDER_2=${second} needs another vendor in IDENTITY_PROVIDER.`)
  if (first === 'generic') return []
  const foreign = OF_GENERIC.find((name) => env[name] !== undefined)
  if (foreign !== undefined) throw new StartupError(`IDENTITY_PROVIDER=${first} has no use for the setting ${foreign}.`)
  return [vendorOf(env, first, ''), ...(second === undefined ? [] : [vendorOf(env, second, '_2')])]
}

/** A production names its service; elsewhere the sandbox is one. @throws StartupError naming a setting */
function genericOf(env: Env, sandbox: SandboxCredentials | undefined) {
  const lost = OF_VENDORS.find((name) => env[name] !== undefined)
  if (lost !== undefined) throw new StartupError(`The setting ${lost} needs a vendor in IDENTITY_PROVIDER.`)
  const {
    IDENTITY_CALLBACK_SECRET: callbackSecret = sandbox?.identityCheck.callbackSecret,
    IDENTITY_URL: url = sandbox && SANDBOX_IDENTITY_URL,
    IDENTITY_TOKEN: token = sandbox?.identityCheck.token,
  } = env
  const needed = { IDENTITY_CALLBACK_SECRET: callbackSecret, IDENTITY_URL: url, IDENTITY_TOKEN: token }
  if (callbackSecret === undefined || url === undefined || token === undefined) {
    const missing = Object.entries(needed).find(([, value]) => value === undefined)?.[0]
    throw new StartupError(`Production needs the setting ${missing}.`)
  }
  const statusUrl = env.IDENTITY_STATUS_URL ?? new URL('/api/checks', url).href
  return { url, callbackSecrets: [callbackSecret, env.IDENTITY_CALLBACK_SECRET_OLD], service: { statusUrl, token } }
}

/** Reads where identity checks are made, and how long an outcome may take. */
export function identityOf(env: Env, sandbox: SandboxCredentials | undefined, publicUrl: string) {
  const provider = env.IDENTITY_PROVIDER
  const generic = provider === 'generic' ? genericOf(env, sandbox) : undefined
  return {
    url: generic?.url ?? startUrlOf(publicUrl),
    service: generic?.service,
    vendors: vendorsOf(env),
    callbackSecrets: (generic?.callbackSecrets ?? []).filter((secret) => secret !== undefined),
    pollEveryMs: POLL_EVERY_MS,
    reviewDeskUrl: env.REVIEW_DESK_URL,
    endsAfterMs: {
      check: env.IDENTITY_CHECK_ENDS_AFTER_HOURS * HOUR_MS,
      review: env.IDENTITY_REVIEW_ENDS_AFTER_DAYS * 24 * HOUR_MS,
    },
  }
}
