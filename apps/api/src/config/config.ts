import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { type PageSettings, PROOF_METHODS, SECOND_MS } from '@avouch/contract'
import type { Env } from './env.ts'
import { brandOf, inventedLegalPages } from './brand/brand.ts'
import { idWalletOf } from './id-wallet.ts'
import { appealDaysOf, identityOf } from './identity.ts'
import { makeMasterKeys, masterKeys, readOrMake, readSecretFile, signingKeys } from './key-files.ts'
import { makeSigningKeys, readSandbox, type SandboxCredentials } from './sandbox.ts'
import { privateReceivers, providersOf } from './providers.ts'
import { oidcOf } from './oidc.ts'
import { smsGatewaysOf } from './sms-gateway.ts'
import { readSmsLimitChanges } from './sms-limits.ts'
import { required, StartupError } from '../platform/startup-error.ts'
import { trustOf } from './trust.ts'
import { trustedProxies } from './trusted-proxies.ts'

const SANDBOX_RETURNS_URL = 'http://localhost:3003/bank/returns'
/** Load balancers usually notice a process that is not ready within this time. */
const DRAIN_SECONDS = 5
/** Timeouts of a visitor's statement, of its wait for a lock, and of an idle transaction. */
const DATABASE_TIMEOUTS = { statementMs: 2_000, lockMs: 1_500, idleInTransactionMs: 4_000 }

export type Config = Awaited<ReturnType<typeof configFrom>>

/** Keys and partners: in production the operator's own, otherwise made on first start and stored in DATA_DIR. */
function secretsOf(env: Env) {
  if (env.NODE_ENV === 'production') {
    return {
      master: readSecretFile(required(env.MASTER_KEY_FILE, 'MASTER_KEY_FILE'), masterKeys, 'MASTER_KEY_FILE'),
      signing: readSecretFile(required(env.SIGNING_KEYS_FILE, 'SIGNING_KEYS_FILE'), signingKeys, 'SIGNING_KEYS_FILE'),
      smsToken: required(env.SMS_TOKEN, 'SMS_TOKEN'),
      sandbox: undefined,
    }
  }
  const beside = (name: string) => join(env.DATA_DIR, 'keys', name)
  const sandbox = readSandbox(beside('sandbox.json'))
  return {
    master: readOrMake(env.MASTER_KEY_FILE ?? beside('master.json'), masterKeys, 'MASTER_KEY_FILE', makeMasterKeys),
    signing: readOrMake(
      env.SIGNING_KEYS_FILE ?? beside('signing.json'),
      signingKeys,
      'SIGNING_KEYS_FILE',
      makeSigningKeys,
    ),
    smsToken: env.SMS_TOKEN ?? sandbox.sms.token,
    sandbox,
  }
}

function refuseInProduction(env: Env) {
  if (env.NODE_ENV !== 'production') return
  if (!required(env.PUBLIC_URL, 'PUBLIC_URL').startsWith('https://'))
    throw new StartupError('PUBLIC_URL must be https in production.')
  if (env.CLOCK_SHIFT_FILE !== undefined)
    throw new StartupError('CLOCK_SHIFT_FILE is for tests; production keeps real time.')
  // Without it codes would be sent to the sandbox's phone.
  if (env.SMS_GATEWAY === 'generic') required(env.SMS_URL, 'SMS_URL')
  if (env.DATABASE_URL === undefined && !env.EMBEDDED_IN_PRODUCTION)
    throw new StartupError(
      'Production needs DATABASE_URL; the embedded database is one process without fsync (EMBEDDED_IN_PRODUCTION=true accepts that).',
    )
}

/** A third-party captcha service needs both of its keys. */
function captchaOf({
  CAPTCHA: kind,
  CAPTCHA_POW_TRIES: tries,
  CAPTCHA_SITE_KEY: siteKey,
  CAPTCHA_SECRET: secret,
}: Env) {
  if (kind === 'off') return { kind } as const
  if (kind === 'pow') return { kind, tries } as const
  if (siteKey === undefined || secret === undefined)
    throw new StartupError(`CAPTCHA=${kind} needs the settings CAPTCHA_SITE_KEY and CAPTCHA_SECRET.`)
  return { kind: 'service', service: kind, siteKey, secret } as const
}

/** The app for smartphones: where pages open it, where it is to be had, and which app may open our links. */
function mobileAppOf(env: Env) {
  const { APP_ANDROID_PACKAGE: packageName, APP_ANDROID_SHA256: sha256 } = env
  if ((packageName === undefined) !== (sha256 === undefined))
    throw new StartupError('APP_ANDROID_PACKAGE and APP_ANDROID_SHA256 belong together.')
  const page: PageSettings['app'] = {
    openUrl: env.APP_OPEN_URL,
    iosStoreUrl: env.APP_IOS_STORE_URL ?? null,
    androidStoreUrl: env.APP_ANDROID_STORE_URL ?? null,
  }
  const android = packageName === undefined || sha256 === undefined ? undefined : { packageName, sha256 }
  return { page, identity: { ios: env.APP_IOS_ID, android } }
}

/** The Matomo server that counts visits with consent; undefined: none are counted. */
function analyticsOf(env: Env) {
  const { ANALYTICS_URL: url, ANALYTICS_SITE_ID: siteId, ANALYTICS_DOMAINS: domains } = env
  if (url === undefined) return undefined
  if (env.NODE_ENV === 'production' && !url.startsWith('https://'))
    throw new StartupError('ANALYTICS_URL must be https in production.')
  return { url: url.endsWith('/') ? url : `${url}/`, siteId, domains }
}

/** The bank that wallets are topped up by. In production there may be none: then nothing comes in. */
function bankOf(env: Env, sandbox: SandboxCredentials | undefined) {
  const {
    BANK_RETURNS_URL: returnsUrl = sandbox && SANDBOX_RETURNS_URL,
    BANK_CALLBACK_SECRET: callbackSecret = sandbox?.bank.callbackSecret,
    BANK_TOKEN: token = sandbox?.bank.token,
  } = env
  const given = [returnsUrl, callbackSecret, token].filter((setting) => setting !== undefined).length
  if (given !== 0 && given !== 3)
    throw new StartupError('A bank needs the settings BANK_RETURNS_URL, BANK_CALLBACK_SECRET and BANK_TOKEN.')
  return {
    returnsUrl,
    token: token ?? '',
    callbackSecrets: [callbackSecret, env.BANK_CALLBACK_SECRET_OLD].filter((secret) => secret !== undefined),
    iban: env.BANK_IBAN ?? null,
    accountHolder: env.BANK_ACCOUNT_HOLDER ?? null,
  }
}

const databaseOf = (env: Env) => ({
  urls: env.DATABASE_URL,
  poolSize: env.DATABASE_POOL_SIZE,
  dataDir: env.DATA_DIR,
  timeouts: DATABASE_TIMEOUTS,
})

/** Real time, or in tests real time plus the milliseconds in a file. */
function clockOf(shiftFile: string | undefined): () => Date {
  if (shiftFile === undefined) return () => new Date()
  return () => new Date(Date.now() + Number(readFileSync(shiftFile, 'utf8')))
}

/** Names the documents of the API that are served; in production none unless the operator wants it, and never that of the consoles. */
function referenceOf({ API_REFERENCE, NODE_ENV }: Env): readonly ('everyone' | 'websites')[] {
  if (NODE_ENV === 'production') return API_REFERENCE === 'on' ? ['websites'] : []
  return API_REFERENCE === 'off' ? [] : ['everyone', 'websites']
}

/** WebAuthn works over https and on this machine, under a name and not an IP address. */
function canHavePasskeys(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return hostname === 'localhost' || (protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0)
}

/** Turns settings into what the server is built from, or refuses to start. */
export function configFrom(env: Env) {
  refuseInProduction(env)
  const { sandbox, smsToken, ...secrets } = secretsOf(env)
  const mobileApp = mobileAppOf(env)
  const captcha = captchaOf(env)
  const brand = brandOf(env.BRAND_FILE)
  const analytics = analyticsOf(env)
  const trust = trustOf(env)
  const publicUrl = new URL(env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).origin
  const { callbackSecrets, ...identity } = identityOf(env, sandbox, publicUrl)
  const idWallet = idWalletOf(env, trust)
  return {
    ...secrets,
    production: env.NODE_ENV === 'production',
    apiReference: referenceOf(env),
    openSecretFiles: env.openSecretFiles,
    oldNames: env.oldNames,
    look: brand.look,
    pictures: brand.pictures,
    inventedLegalPages: env.NODE_ENV === 'production' ? inventedLegalPages(brand.page) : [],
    publicUrl,
    host: env.HOST,
    port: env.PORT,
    webDir: env.WEB_DIR,
    docsDir: env.DOCS_DIR,
    consolesDir: env.CONSOLES === 'on' ? env.CONSOLES_DIR : undefined,
    mobileApp,
    securityContact: env.SECURITY_CONTACT,
    pageSettings: {
      app: mobileApp.page,
      identityCheck: { url: identity.url, kind: identity.kind, name: env.IDENTITY_NAME ?? null },
      pinBlocklist: env.PIN_BLOCKLIST,
      passkeys: env.PASSKEYS === 'on' && canHavePasskeys(publicUrl),
      sandboxPhoneUrl: env.NODE_ENV === 'production' ? null : (env.SANDBOX_PHONE_URL ?? null),
      captchaService: captcha.kind === 'service' ? captcha.service : null,
      analytics: analytics !== undefined,
      brand: brand.page,
    },
    migrateAtStart: env.MIGRATE_AT_START,
    database: databaseOf(env),
    callbackSecrets,
    identity,
    retention: { identityCheckDays: env.IDENTITY_CHECKS_KEPT_DAYS },
    paymentHoldHours: env.PAYMENT_HOLD_HOURS,
    unusedAccountDays: env.UNUSED_ACCOUNT_DAYS,
    bank: bankOf(env, sandbox),
    smsLimits: readSmsLimitChanges(env.SMS_LIMITS_FILE),
    sms: smsGatewaysOf(env, smsToken),
    providers: providersOf(env, sandbox),
    oidc: oidcOf(env, sandbox),
    trust,
    idWallet,
    switchedOn: PROOF_METHODS.filter(
      (method) => ({ identity_check: true, proof_of_age: trust.isOn, id_wallet: idWallet !== undefined })[method],
    ),
    ageTimeZone: env.AGE_TIME_ZONE,
    webhooks: {
      privateAddresses: privateReceivers(env),
      limits: { inAll: env.WEBHOOKS_AT_ONCE, inGroup: Math.ceil(env.WEBHOOKS_AT_ONCE / 4) },
    },
    captcha,
    analytics,
    registrationStopDays: env.REGISTRATION_STOP_DAYS,
    appealDays: appealDaysOf(env),
    trustedProxies: trustedProxies(env.TRUSTED_PROXIES),
    pinBlocklist: env.PIN_BLOCKLIST,
    linkInSms: env.LINK_IN_SMS === 'on',
    limits: { overrides: env.LIMITS, factor: env.LIMITS_FACTOR },
    argon2: { memoryKib: env.ARGON2_MEMORY_KIB, passes: env.ARGON2_PASSES },
    pinHashes: { atOnce: env.PIN_HASHES_AT_ONCE },
    metrics: { isOn: env.METRICS_PORT !== undefined, host: env.METRICS_HOST, port: env.METRICS_PORT ?? 0 },
    versionPublic: env.VERSION_PUBLIC,
    log: { level: env.LOG_LEVEL, node: env.NODE_NAME },
    drainMs: (env.DRAIN_SECONDS ?? (env.NODE_ENV === 'production' ? DRAIN_SECONDS : 0)) * SECOND_MS,
    exitWithParent: env.EXIT_WITH_PARENT,
    clock: clockOf(env.CLOCK_SHIFT_FILE),
  }
}
