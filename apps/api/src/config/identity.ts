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
 * to the use of their data and those who don't, which the operator has to know.
 */
const VENDORS: Record<
  Vendor,
  { needs: readonly VendorSetting[]; refuses: readonly VendorSetting[]; oneFlow: boolean }
> = {
  veriff: {
    needs: ['IDENTITY_ACCOUNT', 'IDENTITY_SECRET', 'IDENTITY_API_URL', 'IDENTITY_FLOW_NO_CONSENT'],
    refuses: ['IDENTITY_FLOW'],
    oneFlow: true,
  },
}

/** The address of the product's own page that takes visitors to a vendor. */
const startUrlOf = (publicUrl: string): string => new URL('/identity/start', publicUrl).href

/** @throws StartupError naming the setting that is missing, or that says nothing to this provider */
function vendorOf(env: Env, provider: Vendor) {
  const { needs, refuses, oneFlow } = VENDORS[provider]
  const lost = [...OF_GENERIC, ...refuses].find((name) => env[name] !== undefined)
  if (lost !== undefined) throw new StartupError(`IDENTITY_PROVIDER=${provider} has no use for the setting ${lost}.`)
  const missing = needs.find((name) => env[name] === undefined)
  if (missing !== undefined) throw new StartupError(`IDENTITY_PROVIDER=${provider} needs the setting ${missing}.`)
  if (oneFlow && env.IDENTITY_FLOW_NO_CONSENT !== 'same')
    throw new StartupError(
      `IDENTITY_PROVIDER=${provider} makes no difference: IDENTITY_FLOW_NO_CONSENT has to be same.`,
    )
  const access = {
    account: env.IDENTITY_ACCOUNT ?? '',
    secret: env.IDENTITY_SECRET ?? '',
    reportSecret: env.IDENTITY_REPORT_SECRET,
    oldReportSecret: env.IDENTITY_REPORT_SECRET_OLD,
    apiUrl: env.IDENTITY_API_URL ?? '',
    flow: env.IDENTITY_FLOW,
    flowWithoutConsent: env.IDENTITY_FLOW_NO_CONSENT,
  }
  const useDocumentNumbers = env.IDENTITY_DOCUMENT_NUMBERS === 'use'
  return { provider, access, timeZone: env.AGE_TIME_ZONE, useDocumentNumbers }
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
    vendor: provider === 'generic' ? undefined : vendorOf(env, provider),
    callbackSecrets: (generic?.callbackSecrets ?? []).filter((secret) => secret !== undefined),
    pollEveryMs: POLL_EVERY_MS,
    reviewDeskUrl: env.REVIEW_DESK_URL,
    endsAfterMs: {
      check: env.IDENTITY_CHECK_ENDS_AFTER_HOURS * HOUR_MS,
      review: env.IDENTITY_REVIEW_ENDS_AFTER_DAYS * 24 * HOUR_MS,
    },
  }
}
