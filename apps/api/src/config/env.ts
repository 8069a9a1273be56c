import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { CAPTCHA_SERVICES, PIN_BLOCKLISTS } from '@avouch/contract'
import * as z from 'zod'
import { isCallableAddress, isReturnAddress } from '../platform/external-address.ts'
import { type VendorName, VENDORS } from '../modules/kyc/vendors/index.ts'
import { SMS_GATEWAYS, type SmsGatewayName } from '../modules/sms/gateways/index.ts'
import { isCheckedByMod97 } from '../platform/mod97.ts'
import { databaseUrlSetting } from './database-url.ts'
import { limitsSetting } from './limits.ts'
import { type OpenSecretFile, withSecretFiles } from './secret-settings.ts'
import { trustedProxiesSetting } from './trusted-proxies.ts'
import { StartupError } from '../platform/startup-error.ts'

const port = z.coerce.number().int().min(0).max(65_535)
/** An address that we call, or that pages name. */
export const httpUrl = z
  .string()
  .refine(isCallableAddress, 'expected a whole http or https address without a user name')
/** The address of the product. Its pages are at fixed paths, so that it is at the top of its host. */
const origin = httpUrl.refine(
  (text) => URL.parse(text)?.href === `${URL.parse(text)?.origin}/`,
  'expected an address without a path',
)
const count = z.coerce.number().int().min(1)
/** A secret in the form of Standard Webhooks: 24 to 64 bytes, base64. */
export const webhookSecret = z.string().refine((text) => {
  const encoded = text.replace(/^whsec_/, '')
  const bytes = Buffer.from(encoded, 'base64')
  return bytes.toString('base64') === encoded && bytes.length >= 24 && bytes.length <= 64
}, 'expected whsec_ and 24 to 64 bytes in base64')
/** An address that opens an app; the request follows as its query. */
const appUrl = z
  .string()
  .refine(
    (address) => isReturnAddress(address) && !/[?#]/.test(address),
    'expected an address of an app or a website, without a query',
  )
/** Characters that a header may have. */
const token = (least: number) =>
  z
    .string()
    .min(least)
    .regex(/^[!-~]*$/, 'expected letters, digits and signs of ASCII')
/** The same with spaces, for values that are encoded and lists of words. */
const words = (least: number) =>
  z
    .string()
    .min(least)
    .regex(/^[ -~]*$/, 'expected letters, digits, signs of ASCII and spaces')
const VENDOR_NAMES = Object.keys(VENDORS) as VendorName[]
const smsGateway = z.enum(Object.keys(SMS_GATEWAYS) as SmsGatewayName[])
/** An IANA name of a time zone, which decides when a day begins. */
const timeZone = z.enum(['UTC', ...Intl.supportedValuesOf('timeZone')], 'expected an IANA name, such as Europe/Berlin')
const milliseconds = z.coerce.number().int().min(0)

/** Every setting; a setting with a unit has it in its name. The only reader of the environment. */
const settings = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  PUBLIC_URL: origin.optional(),
  BRAND_FILE: z.string().optional(),
  WEB_DIR: z
    .string()
    .default('apps/web/dist')
    .transform((path) => resolve(path)),
  DOCS_DIR: z
    .string()
    .default('apps/docs/dist')
    .transform((path) => resolve(path)),
  CONSOLES: z.enum(['on', 'off']).default('on'),
  CONSOLES_DIR: z
    .string()
    .default('apps/console/dist')
    .transform((path) => resolve(path)),
  MIGRATE_AT_START: z.stringbool().default(true),

  DATA_DIR: z
    .string()
    .default('.data')
    .transform((path) => resolve(path)),
  DATABASE_URL: databaseUrlSetting.optional(),
  DATABASE_POOL_SIZE: count.default(8),
  API_REFERENCE: z.enum(['on', 'off']).optional(),
  EMBEDDED_IN_PRODUCTION: z.stringbool().default(false),

  MASTER_KEY_FILE: z.string().optional(),
  SIGNING_KEYS_FILE: z.string().optional(),
  OIDC: z.enum(['on', 'off']).optional(),
  OIDC_KEYS_FILE: z.string().optional(),
  TRUST_LISTS_FILE: z.string().optional(),
  TRUST_ANCHORS_FILE: z.string().optional(),
  DOCUMENT_SIGNER_USAGES: z
    .string()
    .regex(/^[0-2](\.\d+)+(,[0-2](\.\d+)+)*$/)
    .default('1.0.18013.5.1.2,1.3.130.2.0.0.1.2')
    .transform((text) => text.split(',')),
  PRESENTATION_QR: z.enum(['on', 'off']).default('on'),
  AGE_APP_OPEN_URL: appUrl.default('av://'),
  ID_WALLET: z.enum(['on', 'off']).default('off'),
  ID_WALLET_CERT_FILE: z.string().optional(),
  ID_WALLET_KEY_FILE: z.string().optional(),
  ID_WALLET_OPEN_URL: appUrl.default('openid4vp://'),
  PROVIDERS_FILE: z.string().optional(),
  WEBHOOK_PRIVATE_ADDRESSES: z.stringbool().optional(),
  WEBHOOKS_AT_ONCE: count.default(16),

  IDENTITY_VENDOR: z.enum(['generic', ...VENDOR_NAMES]).default('generic'),
  IDENTITY_ACCOUNT: token(1).max(200).optional(),
  IDENTITY_SECRET: words(8).max(500).optional(),
  IDENTITY_REPORT_SECRET: token(8).max(500).optional(),
  IDENTITY_REPORT_SECRET_OLD: token(8).max(500).optional(),
  IDENTITY_API_URL: httpUrl.optional(),
  IDENTITY_FLOW: words(1).max(200).optional(),
  IDENTITY_FLOW_NO_CONSENT: token(1).max(200).optional(),
  IDENTITY_VENDOR_2: z.enum(VENDOR_NAMES).optional(),
  IDENTITY_ACCOUNT_2: token(1).max(200).optional(),
  IDENTITY_SECRET_2: words(8).max(500).optional(),
  IDENTITY_REPORT_SECRET_2: token(8).max(500).optional(),
  IDENTITY_REPORT_SECRET_OLD_2: token(8).max(500).optional(),
  IDENTITY_API_URL_2: httpUrl.optional(),
  IDENTITY_FLOW_2: words(1).max(200).optional(),
  IDENTITY_FLOW_NO_CONSENT_2: token(1).max(200).optional(),
  IDENTITY_DOCUMENT_NUMBERS: z.enum(['use', 'ignore']).default('use'),
  AGE_TIME_ZONE: timeZone.default('Europe/Berlin'),
  IDENTITY_URL: httpUrl.optional(),
  IDENTITY_NAME: z.string().trim().min(1).max(60).optional(),
  IDENTITY_CALLBACK_SECRET: webhookSecret.optional(),
  IDENTITY_CALLBACK_SECRET_OLD: webhookSecret.optional(),
  IDENTITY_STATUS_URL: httpUrl.optional(),
  IDENTITY_TOKEN: token(16).optional(),
  IDENTITY_CHECK_ENDS_AFTER_HOURS: count.default(24),
  IDENTITY_REVIEW_ENDS_AFTER_DAYS: count.default(14),
  REVIEW_DESK_URL: httpUrl.refine((url) => url.includes('{tc}'), 'expected {tc} in it').optional(),
  IDENTITY_CHECKS_KEPT_DAYS: z.coerce.number().int().min(30).max(3_650).default(90),
  PAYMENT_HOLD_HOURS: z.coerce.number().int().min(0).max(720).default(24),
  UNUSED_ACCOUNT_DAYS: z.literal('0').or(z.coerce.number().int().min(30).max(3_650)).transform(Number).default(180),
  BANK_RETURNS_URL: httpUrl.optional(),
  BANK_CALLBACK_SECRET: webhookSecret.optional(),
  BANK_CALLBACK_SECRET_OLD: webhookSecret.optional(),
  BANK_TOKEN: token(16).optional(),
  BANK_IBAN: z
    .string()
    .transform((text) => text.replaceAll(' ', '').toUpperCase())
    .refine(isCheckedByMod97, 'expected an IBAN')
    .optional(),
  BANK_ACCOUNT_HOLDER: z.string().min(1).max(70).optional(),
  SMS_GATEWAY: smsGateway.default('generic'),
  SMS_URL: httpUrl.optional(),
  SMS_ACCOUNT: z.string().min(1).max(100).optional(),
  SMS_SENDER: z.string().min(1).max(40).optional(),
  SMS_TOKEN: token(8).optional(),
  SMS_GATEWAY_2: smsGateway.optional(),
  SMS_URL_2: httpUrl.optional(),
  SMS_ACCOUNT_2: z.string().min(1).max(100).optional(),
  SMS_SENDER_2: z.string().min(1).max(40).optional(),
  SMS_TOKEN_2: token(8).optional(),
  SMS_REPORTS: z.enum(['on', 'off']).optional(),
  SMS_REPORT_SECRET: token(8).optional(),
  SMS_REPORT_SECRET_2: token(8).optional(),
  SMS_TIMEOUT_MS: milliseconds.default(3_000),
  SMS_LIMITS_FILE: z.string().optional(),
  SANDBOX_PHONE_URL: httpUrl.optional(),
  SANDBOX_PROVIDER_URL: httpUrl.default('http://localhost:3001'),
  SANDBOX_PROVIDER_LOGO: z.string().optional(),

  APP_OPEN_URL: appUrl.default('avouch://verify'),
  APP_IOS_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/)
    .optional(),
  APP_IOS_STORE_URL: httpUrl.optional(),
  APP_ANDROID_PACKAGE: z
    .string()
    .regex(/^[A-Za-z][\w]*(\.[A-Za-z][\w]*)+$/)
    .optional(),
  APP_ANDROID_SHA256: z
    .string()
    .regex(/^([0-9A-F]{2}:){31}[0-9A-F]{2}(,([0-9A-F]{2}:){31}[0-9A-F]{2})*$/)
    .transform((text) => text.split(','))
    .optional(),
  APP_ANDROID_STORE_URL: httpUrl.optional(),

  CAPTCHA: z.enum(['off', 'pow', ...CAPTCHA_SERVICES]).default('pow'),
  CAPTCHA_POW_TRIES: z.coerce.number().int().min(2).max(100_000).default(800),
  CAPTCHA_SITE_KEY: z.string().max(200).optional(),
  CAPTCHA_SECRET: token(16).optional(),

  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:https:\/\/|mailto:)[\x21-\x7e]+$/, 'expected mailto:… or https://…')
    .optional(),

  PASSKEYS: z.enum(['on', 'off']).default('on'),
  LINK_IN_SMS: z.enum(['on', 'off']).default('on'),

  ANALYTICS_URL: httpUrl.optional(),
  ANALYTICS_SITE_ID: count.default(6),
  ANALYTICS_DOMAINS: z
    .string()
    .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(,(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*)*$/)
    .transform((text) => text.split(','))
    .default([]),

  REGISTRATION_STOP_DAYS: z.coerce.number().int().min(0).max(365).default(30),
  APPEAL_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  TRUSTED_PROXIES: trustedProxiesSetting,
  PIN_BLOCKLIST: z.enum(PIN_BLOCKLISTS).default('spec'),
  LIMITS: limitsSetting,
  LIMITS_FACTOR: z.coerce.number().min(0.1).max(1_000).default(1),

  ARGON2_MEMORY_KIB: count.default(19_456),
  ARGON2_PASSES: count.default(2),
  PIN_HASHES_AT_ONCE: count.default(Math.max(1, availableParallelism() - 1)),

  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  NODE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/)
    .default(hostname()),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('localhost'),
  VERSION_PUBLIC: z.stringbool().default(false),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  EXIT_WITH_PARENT: z.stringbool().default(false),
  CLOCK_SHIFT_FILE: z.string().optional(),
})
/** Settings by the names that they had before; the next release no longer reads these. */
const OLD_NAMES = { IDENTITY_PROVIDER: 'IDENTITY_VENDOR', IDENTITY_PROVIDER_2: 'IDENTITY_VENDOR_2' } as const
export type OldName = { setting: string; name: string }

export type Env = z.output<typeof settings> & {
  openSecretFiles: readonly OpenSecretFile[]
  oldNames: readonly OldName[]
}

/** @throws StartupError for a setting with two values */
function withNewNames(given: Record<string, string | undefined>) {
  const variables = { ...given }
  const oldNames = Object.entries(OLD_NAMES).flatMap(([setting, name]) => (given[setting] ? [{ setting, name }] : []))
  for (const { setting, name } of oldNames) {
    const [old, value = old] = [given[setting], given[name]]
    if (value !== old)
      throw new StartupError(`The settings ${name} and ${setting}, its old name, differ: leave the old one out.`)
    variables[name] = value
  }
  return { variables, oldNames }
}

/** @throws StartupError naming the first setting that is wrong, never its value: it may be a secret. */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): Env {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const { variables: named, oldNames } = withNewNames(given)
  const { variables: complete, openFiles } = withSecretFiles(named)
  const parsed = settings.safeParse(complete)
  if (parsed.success) return { ...parsed.data, openSecretFiles: openFiles, oldNames }
  const issue = parsed.error.issues[0]
  throw new StartupError(`The setting ${issue?.path.join('.') ?? '?'} is wrong: ${issue?.message ?? 'unreadable'}.`)
}
