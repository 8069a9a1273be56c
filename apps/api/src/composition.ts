import { PROOF_METHODS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { Version } from './about.ts'
import type { Config } from './config/config.ts'
import { createConsoles } from './consoles.ts'
import { createApp } from './http/app.ts'
import { createGuards } from './http/guards.ts'
import type { Leaving } from './http/leaving.ts'
import { createHandlers } from './http/handlers/handlers.ts'
import { createAccountDisclosure, createAccounts, createPhoneBook } from './modules/accounts/index.ts'
import { createAppLinks } from './modules/app-links/index.ts'
import { createAudit } from './modules/audit/index.ts'
import { createCaptcha } from './modules/captcha/index.ts'
import { createCodes, createCodeText } from './modules/codes/index.ts'
import { createFrontEndFiles } from './modules/front-end-files/index.ts'
import { createIntents } from './modules/intents/index.ts'
import { createKyc, createRegistrationStops } from './modules/kyc/index.ts'
import { createLimits, createOtpAnomaly, type Rules } from './modules/limits/index.ts'
import { createNumbers } from './modules/numbers/index.ts'
import type { Health } from './modules/operator/index.ts'
import { createOidc } from './modules/oidc/index.ts'
import { createPayments, createRefunds } from './modules/payments/index.ts'
import { createPinHasher, createPins } from './modules/pins/index.ts'
import { createPresentations } from './modules/presentations/index.ts'
import { createProviders } from './modules/providers/index.ts'
import { createRecovery } from './modules/recovery/index.ts'
import { createSessions } from './modules/sessions/index.ts'
import { createSignIn } from './modules/sign-in/index.ts'
import { createSms, smsLimitsWith } from './modules/sms/index.ts'
import { createSwitches } from './modules/switches/index.ts'
import { createTrust } from './modules/trust/index.ts'
import { createDeposits, createReturns, createWallets } from './modules/wallet/index.ts'
import { createWebhooks } from './modules/webhooks/index.ts'
import type { Database } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs.ts'
import { createKeyring } from './platform/keyring.ts'
import type { LogSettings, Warn } from './platform/log.ts'
import type { Meter } from './platform/meter.ts'
import type { Repeat } from './platform/repeat.ts'
import type { Tracer } from './platform/tracing.ts'
import { createWebhookVerifier } from './platform/webhook-verifier.ts'
import { createRetention } from './retention.ts'

type Parts = {
  config: Config
  rules: Rules
  database: Database
  jobs: Jobs
  /** What keeps the process from serving. */
  failures: () => Promise<readonly string[]>
  health: Health
  leaving: Leaving
  repeat: Repeat
  log: LogSettings
  warn: Warn
  meter: Meter
  tracer: Tracer
  version: Version
}
type Modules = Awaited<ReturnType<typeof createModules>>

/** The whole server: its modules, HTTP in front of them, and what they do in the background until the app is closed. */
export async function compose(parts: Parts): Promise<FastifyInstance> {
  const modules = await createModules(parts)
  await modules.providers.register(parts.config.providers)
  await modules.oidc?.register(parts.config.oidc?.clients ?? [])
  await modules.intents.reportKeys()
  const app = await createApp(httpOptions(parts, modules))
  await startBackgroundWork(app, parts.jobs, modules)
  return app
}

/** Every module, each with what it uses. */
async function createModules({ config, rules, database: db, jobs, repeat, warn, meter, health }: Parts) {
  const { clock, publicUrl, bank } = config
  const productName = config.look.name
  const keyring = createKeyring(config.master)
  const keysFor = keyring.for
  const audit = createAudit({ db, keyring, clock, warn, meter })
  const { append, report } = audit
  const base = { db, clock, append, report, warn, meter }
  const background = { ...base, repeat }
  const phones = createPhoneBook(keyring)
  const limits = createLimits({ ...base, keys: keysFor('limits'), rules })
  const anomaly = createOtpAnomaly({
    ...base,
    memory: limits.memory,
    rules,
    onChange: (elevated) => warn('wrong codes of everybody', { elevated }),
  })
  const captcha = createCaptcha({ ...base, keys: keysFor('captcha'), settings: config, limits, anomaly })

  const switches = createSwitches(base)
  const wallets = createWallets({ ...base, switches, keys: keysFor('deposit-reference'), bank })
  const deposits = createDeposits(base)
  const returns = createReturns({ ...background, settings: bank })

  const providerKeys = { secrets: keysFor('webhook-secret'), settings: keysFor('audit') }
  const providers = createProviders({ ...base, keys: providerKeys, protectedOnly: config.production })
  const webhooks = createWebhooks({ ...background, keys: keysFor('webhook-secret'), jobs, settings: config.webhooks })
  const { addEvents } = webhooks
  const intentKeys = { codes: keysFor('mintid'), subjects: keysFor('pairwise-subject') }
  const { signing, trust: trustSettings, idWallet } = config
  const isOn = {
    identity_check: true,
    proof_of_age: trustSettings.isOn,
    id_wallet: idWallet !== undefined,
    age_token: false,
  }
  const switchedOn = PROOF_METHODS.filter((method) => isOn[method])
  const intents = await createIntents({
    ...background,
    keys: intentKeys,
    signing,
    switchedOn,
    providers,
    publicUrl,
    addEvents,
  })
  const trust = createTrust({ ...background, ...trustSettings, fixed: trustSettings.anchors })
  const presentations = createPresentations({
    ...base,
    keys: keysFor('presentation'),
    intents,
    publicUrl,
    trustFor: trust.trustFor,
    ...trustSettings,
    idWallet,
  })
  const oidcKeys = {
    records: keysFor('oidc-record'),
    requests: keysFor('oidc-request'),
    subjects: keysFor('oidc-subject'),
  }
  const oidc = config.oidc && createOidc({ ...base, keys: oidcKeys, signing: config.oidc.signing, intents, publicUrl })
  const payments = createPayments({ ...base, intents, wallets, holdHours: config.paymentHoldHours, addEvents })
  const refunds = createRefunds({ ...base, addEvents })
  const appLinks = createAppLinks({ ...base, intents, keys: keysFor('app-link'), publicUrl })

  const hasher = createPinHasher({ ...config.argon2, ...config.pinHashes })
  const pins = createPins({
    ...base,
    keys: keysFor('pin'),
    hasher,
    blocklist: config.pinBlocklist,
    rules,
    counters: limits.counters,
  })
  const codeKeys = keysFor('sms-code')
  const sms = createSms({
    ...background,
    jobs,
    phones,
    rules,
    counting: limits,
    limits: smsLimitsWith(config.smsLimits),
    gateways: config.sms,
    codeText: createCodeText({ keys: codeKeys, productName, publicUrl, linkInSms: config.pageSettings.linkInSms }),
    productName,
    publicUrl,
    linkInSms: config.pageSettings.linkInSms,
  })
  const codes = createCodes({ ...base, keys: codeKeys, sms, anomaly, counters: limits.counters })
  const sessions = createSessions({ ...base, keys: keysFor('refresh-token') })
  const disclosure = createAccountDisclosure({ mode: config.accountExistence, limits, pins })
  const stopKeys = keysFor('registration-stop')
  const stops = createRegistrationStops({ days: config.registrationStopDays, keys: stopKeys, phones })
  const numbers = createNumbers({ db, keyring })
  const proving = { ...base, phones, numbers, pins, codes, sms, disclosure, counters: limits.counters }
  const signIn = createSignIn({ ...proving, sessions, limits, isStopped: stops.isStopped })
  const recovery = createRecovery({ ...proving, keys: keysFor('recovery-token') })
  const kycKeys = {
    codes: keysFor('transaction-code'),
    returns: keysFor('kyc-return'),
    documents: keysFor('proof-document'),
  }
  const kyc = createKyc({
    ...background,
    keys: kycKeys,
    settings: config.identity,
    publicUrl,
    intents,
    stops,
    jobs,
    pins,
  })
  const accounts = createAccounts({ ...base, phones, pins, intents, audit, jobs })
  const retention = createRetention({ ...base, settings: config.retention, audit, accounts })
  const desks = { config, keyring, audit, switches, limits, rules, trust, health, reviews: kyc.reviews }
  const consoles = createConsoles({ ...base, ...desks })

  const visitor = { limits, captcha, sms, sessions, signIn, recovery, kyc, accounts, retention, switches }
  const money = { wallets, deposits, returns, payments, refunds }
  const files = createFrontEndFiles({ ...base, keys: keysFor('front-end-file') })
  const answering = { intents, appLinks, presentations, trust, files }
  return { ...visitor, ...money, ...consoles, ...answering, oidc, providers, webhooks, audit, report }
}

function httpOptions(
  { config, failures, leaving, repeat, log, meter, tracer, version }: Parts,
  modules: Modules,
): Parameters<typeof createApp>[0] {
  const { clock, captcha } = config
  const { limits, switches } = modules
  const verifySignature = {
    identity_check: createWebhookVerifier({ secrets: config.callbackSecrets, clock }),
    bank: createWebhookVerifier({ secrets: config.bank.callbackSecrets, clock }),
  }
  return {
    handlers: createHandlers(modules),
    guards: createGuards({ ...modules, verifySignature, publicUrl: config.publicUrl }),
    captcha: modules.captcha,
    appLinks: modules.appLinks,
    presentations: modules.presentations,
    feed: modules.feed,
    oidc: modules.oidc,
    admit: limits.admit,
    readLogo: modules.providers.readLogo,
    proxies: config.trustedProxies,
    captchaService: captcha.kind === 'service' ? captcha.service : undefined,
    analytics: config.analytics,
    log,
    meter,
    tracer,
    version: config.versionPublic ? version : undefined,
    look: config.look,
    pictures: config.pictures,
    publicUrl: config.publicUrl,
    webDir: config.webDir,
    files: modules.files,
    consolesDir: config.consolesDir,
    pageSettings: async () => ({ ...config.pageSettings, switches: await switches.recent() }),
    mobileApp: config.mobileApp.identity,
    repeat,
    clock,
    apiReference: config.apiReference,
    docsDir: config.docsDir,
    failures,
    leaving,
  }
}

async function startBackgroundWork(app: FastifyInstance, jobs: Jobs, modules: Modules): Promise<void> {
  const { audit, sms, webhooks, accounts, retention, limits, kyc, returns, intents, trust } = modules
  await jobs.work({ ...sms.jobs, ...webhooks.jobs, ...accounts.jobs, ...retention.jobs })
  for (const module of [sms, limits, kyc, returns, intents, webhooks, audit, trust]) {
    const work = await module.start()
    app.addHook('onClose', async () => void (await work.stop()))
  }
}
