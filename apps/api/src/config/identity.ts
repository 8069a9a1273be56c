import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { type VendorName, VENDORS, type VendorSettings } from '../modules/kyc/vendors/index.ts'
import { isLoopback, isProtected } from '../platform/external-address.ts'
import { required, StartupError } from '../platform/startup-error.ts'
import type { Env } from './env.ts'
import type { SandboxCredentials } from './sandbox.ts'

const SANDBOX_IDENTITY_URL = 'http://localhost:3002/'
/** The search for checks with an overdue report. */
const POLL_EVERY_MS = 5 * SECOND_MS

/** Settings of a service with our own protocol. */
const OF_GENERIC = [
  'IDENTITY_URL',
  'IDENTITY_CALLBACK_SECRET',
  'IDENTITY_CALLBACK_SECRET_OLD',
  'IDENTITY_STATUS_URL',
  'IDENTITY_TOKEN',
  'REVIEW_DESK_URL',
] as const
/** Settings of a vendor with sessions, by what an adapter calls them. */
const OF_VENDORS = {
  account: 'IDENTITY_ACCOUNT',
  secret: 'IDENTITY_SECRET',
  reportSecret: 'IDENTITY_REPORT_SECRET',
  oldReportSecret: 'IDENTITY_REPORT_SECRET_OLD',
  apiUrl: 'IDENTITY_API_URL',
  flow: 'IDENTITY_FLOW',
  flowWithoutConsent: 'IDENTITY_FLOW_NO_CONSENT',
} as const
type Name = keyof typeof OF_VENDORS
type Given = Record<Name, string | undefined>
const NAMES = Object.keys(OF_VENDORS) as Name[]

/** @throws StartupError naming the setting that is missing, or that this vendor does not use */
function vendorOf(env: Env, vendor: VendorName, suffix: '' | '_2'): VendorSettings {
  const { needs, refuses, hasOneFlow, apiUrl: ownUrl } = VENDORS[vendor]
  const given = Object.fromEntries(NAMES.map((name) => [name, env[`${OF_VENDORS[name]}${suffix}`]])) as Given
  const apiUrl = given.apiUrl ?? ownUrl ?? ''
  function refusalOf(name: Name): string | undefined {
    const value = given[name]
    if (refuses.includes(name)) return value && 'has no use for this setting'
    if (needs.includes(name) && value === undefined) return 'needs this setting'
    if (name === 'flowWithoutConsent' && hasOneFlow && value !== 'same') return 'needs "same" in this setting'
    const isReadable = env.NODE_ENV === 'production' && !isProtected(apiUrl) && !isLoopback(apiUrl)
    return name === 'apiUrl' && isReadable ? 'needs https in this setting' : undefined
  }
  for (const name of NAMES) {
    const why = refusalOf(name)
    if (why !== undefined)
      throw new StartupError(`IDENTITY_VENDOR${suffix}=${vendor} ${why}: ${OF_VENDORS[name]}${suffix}`)
  }
  const access = { ...given, account: given.account ?? '', secret: given.secret ?? '', apiUrl }
  const useDocumentNumbers = env.IDENTITY_DOCUMENT_NUMBERS === 'use'
  return { vendor, access, timeZone: env.AGE_TIME_ZONE, useDocumentNumbers }
}

/** One vendor, and a second one for the time when the first begins no session. @throws StartupError naming a setting */
function vendorsOf(env: Env): VendorSettings[] {
  const { IDENTITY_VENDOR: first, IDENTITY_VENDOR_2: second } = env
  const refuse = (names: readonly (keyof Env)[], why: string) => {
    const lost = names.find((name) => env[name] !== undefined)
    if (lost !== undefined) throw new StartupError(`The setting ${lost} ${why}.`)
  }
  const names = Object.values(OF_VENDORS)
  if (first === 'generic') refuse([...names, 'IDENTITY_VENDOR_2'], 'needs a vendor in IDENTITY_VENDOR')
  else refuse(OF_GENERIC, `is not used with IDENTITY_VENDOR=${first}: leave it out`)
  if (first === second) refuse(['IDENTITY_VENDOR_2'], 'needs another vendor in IDENTITY_VENDOR')
  const ofSecond = names.map((name) => `${name}_2` as const)
  if (second === undefined) refuse(ofSecond, 'needs IDENTITY_VENDOR_2')
  if (first === 'generic') return []
  return second === undefined ? [vendorOf(env, first, '')] : [vendorOf(env, first, ''), vendorOf(env, second, '_2')]
}

/** A production names its service; elsewhere the sandbox is one. @throws StartupError naming a setting */
function genericOf(env: Env, sandbox: SandboxCredentials | undefined) {
  const { IDENTITY_CALLBACK_SECRET: ours, IDENTITY_URL: page, IDENTITY_TOKEN: bearer } = env
  const callbackSecret = required(ours ?? sandbox?.identityCheck.callbackSecret, 'IDENTITY_CALLBACK_SECRET')
  const url = required(page ?? (sandbox && SANDBOX_IDENTITY_URL), 'IDENTITY_URL')
  const token = required(bearer ?? sandbox?.identityCheck.token, 'IDENTITY_TOKEN')
  const statusUrl = env.IDENTITY_STATUS_URL ?? new URL('/api/checks', url).href
  return { url, callbackSecrets: [callbackSecret, env.IDENTITY_CALLBACK_SECRET_OLD], service: { statusUrl, token } }
}

/** @throws StartupError where no person could confirm an appeal, or nothing is stopped any more */
export function appealDaysOf({ APPEAL_DAYS: days, REGISTRATION_STOP_DAYS: most, REVIEW_DESK_URL: desk }: Env): number {
  if (days > most) throw new StartupError(`The setting APPEAL_DAYS is wrong: at most REGISTRATION_STOP_DAYS, ${most}.`)
  if (days > 0 && desk === undefined)
    throw new StartupError('The setting APPEAL_DAYS needs a review desk: REVIEW_DESK_URL.')
  return days
}

/** Reads where identity checks are made, and how long an outcome may take. */
export function identityOf(env: Env, sandbox: SandboxCredentials | undefined, publicUrl: string) {
  const vendors = vendorsOf(env)
  const generic = vendors.length === 0 ? genericOf(env, sandbox) : undefined
  const [kind = 'camera', other = kind] = vendors.map(({ vendor }) => VENDORS[vendor].kind)
  return {
    /** At a vendor visitors leave by the product's own page. */
    url: generic?.url ?? new URL('/identity/start', publicUrl).href,
    kind: kind === other ? kind : ('both' as const),
    service: generic?.service,
    vendors,
    callbackSecrets: (generic?.callbackSecrets ?? []).filter((secret) => secret !== undefined),
    pollEveryMs: POLL_EVERY_MS,
    reviewDeskUrl: env.REVIEW_DESK_URL,
    endsAfterMs: {
      check: env.IDENTITY_CHECK_ENDS_AFTER_HOURS * HOUR_MS,
      review: env.IDENTITY_REVIEW_ENDS_AFTER_DAYS * 24 * HOUR_MS,
    },
  }
}
