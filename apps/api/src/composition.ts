import { X509Certificate } from 'node:crypto'
import { PROOF_METHODS } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { Version } from './about.ts'
import type { Config } from './config/config.ts'
import { createConsoles } from './consoles.ts'
import { createApp } from './http/app.ts'
import { createGuards } from './http/guards.ts'
import type { Leaving } from './http/leaving.ts'
import { createHandlers } from './http/handlers/handlers.ts'
import { Accounts, isRecognised, PhoneBook, PinHasher, Pins } from './modules/accounts/index.ts'
import { AppLinks } from './modules/app-links/index.ts'
import { Audit } from './modules/audit/index.ts'
import { Captcha, createCaptchaProvider } from './modules/captcha/index.ts'
import { FrontEndFiles } from './modules/front-end-files/index.ts'
import { createIntents } from './modules/intents/index.ts'
import { createKyc, Withdrawals } from './modules/kyc/index.ts'
import { type Health, measureExpiries, measurePartners, type Partners, readExpiries } from './modules/operator/index.ts'
import { createOidc, registerClients, warnOfUnusableClients } from './modules/oidc/index.ts'
import { Payments, Refunds } from './modules/payments/index.ts'
import { createPresentations } from './modules/presentations/index.ts'
import { Providers } from './modules/providers/index.ts'
import { CallLimits, RateLimiter, type Rules, TrustedNetworks } from './modules/rate-limits/index.ts'
import { Sessions } from './modules/sessions/index.ts'
import {
  Codes,
  Confirmation,
  createCodeText,
  endSignIns,
  Identification,
  LogIn,
  onCodeGivenUp,
  onUndelivered,
  PendingSignIns,
  PinChange,
  PinReset,
  Registrations,
  RegistrationStops,
} from './modules/sign-in/index.ts'
import {
  createNoticeText,
  GATEWAY_NAMES,
  Gateways,
  measurePools,
  measureTypedIn,
  Sms,
  SmsBudget,
  SmsReports,
  smsLimitsWith,
} from './modules/sms/index.ts'
import { Switches } from './modules/switches/index.ts'
import { Trust } from './modules/trust/index.ts'
import { Deposits, createReturns, Wallets } from './modules/wallet/index.ts'
import { Webhooks } from './modules/webhooks/index.ts'
import type { Announcements } from './platform/announcements.ts'
import type { Looking } from './platform/database/backlog.ts'
import type { Database } from './platform/database/database.ts'
import type { OpenedDatabase } from './platform/database/open-database.ts'
import { Streaks } from './platform/database/streaks.ts'
import type { JobLog } from './platform/job-log.ts'
import { Keyring, type KeyPurpose } from './platform/keyring.ts'
import type { LogSettings, Warn } from './platform/log.ts'
import type { Meter } from './platform/meter.ts'
import { startOutboxes } from './platform/outbox.ts'
import type { Repeat } from './platform/repeat.ts'
import { startTimers } from './platform/timers.ts'
import { createWebhookVerifier } from './platform/webhook-verifier.ts'
import { retentionTimer } from './background/retention.ts'

type Parts = {
  config: Config
  rules: Rules
  database: Database
  /** A connection with separate time limits: monitoring is answered while the database is silent. */
  look: Looking
  announcements: Announcements
  jobLog: JobLog
  /** Reads what keeps the process from serving. */
  failures: () => Promise<readonly string[]>
  health: Health
  /** The certificate of the database's server, where the connection is encrypted. */
  databaseCertificate: OpenedDatabase['certificate']
  leaving: Leaving
  repeat: Repeat
  log: LogSettings
  warn: Warn
  meter: Meter
  version: Version
}
type Modules = Awaited<ReturnType<typeof createModules>>

/** The whole server: its modules, HTTP in front of them, and what they do in the background until the app is closed. */
export async function compose(parts: Parts): Promise<FastifyInstance> {
  const modules = await createModules(parts)
  await modules.providers.register(parts.config.providers)
  const { oidc, clock } = parts.config
  if (oidc) await registerClients(parts.database, clock(), oidc.clients)
  await modules.intents.reportKeys()
  const app = await createApp(httpOptions(parts, modules))
  await startBackgroundWork(app, parts, modules)
  return app
}

/** Every module, each with what it uses. */
async function createModules({ config, rules, database: db, look, warn, meter, health, databaseCertificate }: Parts) {
  const { clock, publicUrl, bank } = config
  const productName = config.look.name
  const keyring = new Keyring(config.master)
  const keysFor = (purpose: KeyPurpose) => keyring.for(purpose)
  const audit = new Audit({ db, keyring, clock, warn, meter })
  const base = { db, clock, audit, warn, meter, streaks: new Streaks({ db, clock, warn }) }
  const phones = new PhoneBook(keyring)
  const limiter = new RateLimiter({ ...base, mac: keysFor('limits').mac, rules })
  const networks = new TrustedNetworks({ ...base, limiter, rules })
  const isRecognisedDevice = (device: Buffer) => isRecognised(db, device)
  const calls = new CallLimits({ ...base, limiter, networks, rules, isRecognised: isRecognisedDevice })

  const switches = new Switches({ ...base, signUpByDefault: !config.production })
  const wallets = new Wallets({ ...base, switches, keys: keysFor('deposit-reference'), bank })
  const deposits = new Deposits(base)
  const returns = createReturns({ ...base, settings: bank })

  const providerKeys = { secrets: keysFor('webhook-secret'), settings: keysFor('audit') }
  const providers = new Providers({ ...base, keys: providerKeys, protectedOnly: config.production })
  const webhooks = new Webhooks({ ...base, keys: keysFor('webhook-secret'), settings: config.webhooks })
  const intentKeys = { codes: keysFor('mintid'), subjects: keysFor('pairwise-subject') }
  const { signing, trust: trustSettings, idWallet } = config
  const isOn = {
    identity_check: true,
    proof_of_age: trustSettings.isOn,
    id_wallet: idWallet !== undefined,
  }
  const switchedOn = PROOF_METHODS.filter((method) => isOn[method])
  const intents = await createIntents({
    ...base,
    keys: intentKeys,
    limiter,
    settings: { publicUrl, testsProveNothing: config.production },
    signing,
    switchedOn,
    providers,
  })
  const trust = new Trust({ ...base, settings: trustSettings })
  const { presentations, receiver } = createPresentations({
    ...base,
    keys: keysFor('presentation'),
    intents: intents.presented,
    trust,
    settings: { ...trustSettings, publicUrl, idWallet, timeZone: config.ageTimeZone },
  })
  const oidcKeys = {
    records: keysFor('oidc-record'),
    requests: keysFor('oidc-request'),
    subjects: keysFor('oidc-subject'),
  }
  const oidc =
    config.oidc &&
    createOidc({
      ...base,
      keys: oidcKeys,
      signing: config.oidc.signing,
      creation: intents.creation,
      intents: intents.providers,
      codes: intents.codes,
      publicUrl,
    })
  const payments = new Payments({ ...base, answers: intents.answers, wallets, holdHours: config.paymentHoldHours })
  const refunds = new Refunds(base)
  const appLinks = new AppLinks({ ...base, intents: intents.visitors, keys: keysFor('app-link'), publicUrl })

  const hasher = new PinHasher({ ...config.argon2, ...config.pinHashes })
  const pins = new Pins({ ...base, keys: keysFor('pin'), hasher, limiter, networks })
  const codeKeys = keysFor('sms-code')
  const codeText = createCodeText({ keys: codeKeys, productName, publicUrl })
  const noticeText = createNoticeText({ productName, publicUrl, linkInSms: config.linkInSms })
  const budget = new SmsBudget({ ...base, limiter, networks, limits: smsLimitsWith(config.smsLimits), phones })
  measurePools({ look, limiter, meter })
  const smsReports = new SmsReports({
    ...base,
    mac: keysFor('sms-report').mac,
    publicUrl,
    gateways: config.sms,
    budget,
    onUndelivered,
  })
  const sms = new Sms({
    ...base,
    gateways: new Gateways(config.sms, base),
    reports: smsReports,
    budget,
    onCodeGivenUp,
    compose: ({ language, phoneEnc, phoneIdx, code, notice }) => ({
      to: phones.open(phoneEnc, phoneIdx),
      text: code === undefined ? noticeText(language, notice) : codeText(language, code),
    }),
  })
  const codes = new Codes({ ...base, keys: codeKeys, limiter, budget, sms })
  const captcha = new Captcha({
    ...base,
    provider: createCaptchaProvider(config, { mac: keysFor('captcha').mac, warn }),
    networks,
    codes,
    isRecognised: isRecognisedDevice,
  })
  const sessions = new Sessions({ ...base, keys: keysFor('refresh-token') })
  const stopKeys = keysFor('registration-stop')
  const stops = new RegistrationStops({ days: config.registrationStopDays, keys: stopKeys, phones })
  const withdrawals = new Withdrawals({ ...base, unusedDays: config.unusedAccountDays })
  const identification = new Identification({ keys: keysFor('identification'), phones, clock })
  const proving = { ...base, phones, pins, blocklist: config.pinBlocklist, networks, codes, sessions, sms }
  const registrations = new Registrations(proving)
  const signIn = {
    identification,
    registrations,
    logIn: new LogIn({ ...proving, registrations }),
    pendingSignIns: new PendingSignIns({ ...proving, identification }),
    confirmation: new Confirmation({ ...proving, stops }),
    pinReset: new PinReset({ ...proving, keys: keysFor('recovery-token') }),
    pinChange: new PinChange({ ...proving, withdrawals }),
  }
  const kycKeys = {
    codes: keysFor('transaction-code'),
    returns: keysFor('kyc-return'),
    documents: keysFor('proof-document'),
    sessions: keysFor('identity-session'),
  }
  const kyc = createKyc({
    ...base,
    keys: kycKeys,
    settings: { ...config.identity, publicUrl },
    intents: intents.visitors,
    stops,
    sms,
  })
  const accounts = new Accounts({ ...base, phones, pins, endSignIns, intents: intents.visitors })
  const retention = retentionTimer({ ...base, ...config.retention })
  const partners = partnersOf(config)
  const expiries = () => readExpiries({ trust, ...certificatesOf(config), databaseCertificate })
  measurePartners({ look, clock, meter }, partners)
  measureTypedIn(look, clock, meter)
  measureExpiries(expiries, meter)
  const consoles = createConsoles({
    ...base,
    config,
    keyring,
    phones,
    switches,
    limiter,
    rules,
    trust,
    health,
    reviews: kyc.reviews,
    partners,
    expiries,
    withdrawals,
  })

  const visitor = { calls, captcha, sms, smsReports, sessions, ...signIn, kyc, accounts, retention, switches }
  const money = { wallets, deposits, returns, payments, refunds }
  const files = new FrontEndFiles({ ...base, keys: keysFor('front-end-file') })
  const answering = { intents, appLinks, presentations, receiver, trust, files }
  return { ...visitor, ...money, ...consoles, ...answering, oidc, providers, webhooks, audit }
}

/** Names the gateways and vendors that are watched. */
const partnersOf = ({ sms, identity }: Config): Partners => {
  const vendors = Object.fromEntries(identity.vendors.map(({ vendor }) => [vendor, vendor]))
  const names = sms.map(({ gateway }, i) => [GATEWAY_NAMES[i === 0 ? 1 : 2], gateway] as const)
  return {
    sms: Object.fromEntries(names.map(([name, gateway]) => [name, `${name} (${gateway})`])),
    identity: vendors,
    'identity asked': identity.service === undefined ? vendors : { generic: 'generic' },
  }
}

const certificatesOf = ({ trust, idWallet }: Config) => ({
  anchors: trust.anchors.map(({ certificate }) => certificate),
  walletChain: (idWallet?.certificates ?? []).map((raw) => new X509Certificate(raw)),
})

function httpOptions(
  { config, failures, leaving, repeat, log, meter, version }: Parts,
  modules: Modules,
): Parameters<typeof createApp>[0] {
  const { clock, captcha } = config
  const { calls, switches } = modules
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
    receiver: modules.receiver,
    visits: modules.kyc.visits,
    smsReports: modules.smsReports,
    feed: modules.feed,
    oidc: modules.oidc,
    calls,
    providers: modules.providers,
    proxies: config.trustedProxies,
    captchaService: captcha.kind === 'service' ? captcha.service : undefined,
    analytics: config.analytics,
    log,
    meter,
    version: config.versionPublic ? version : undefined,
    look: config.look,
    brand: config.pageSettings.brand,
    pictures: config.pictures,
    publicUrl: config.publicUrl,
    webDir: config.webDir,
    files: modules.files,
    consolesDir: config.consolesDir,
    pageSettings: async () => ({ ...config.pageSettings, switches: await switches.recent() }),
    mobileApp: config.mobileApp.identity,
    securityContact: config.securityContact,
    repeat,
    clock,
    apiReference: config.apiReference,
    docsDir: config.docsDir,
    failures,
    leaving,
  }
}

async function startBackgroundWork(
  app: FastifyInstance,
  { config, database, ...parts }: Parts,
  modules: Modules,
): Promise<void> {
  const { audit, sms, webhooks, accounts, retention, kyc, returns, intents, trust, oidc } = modules
  await trust.setLists()
  const working = { ...parts, db: database, clock: config.clock }
  const outboxes = [sms.outbox, webhooks.outbox, returns, ...kyc.outboxes, trust.outbox]
  const started = [
    startOutboxes(working, outboxes),
    startTimers(working, [retention, accounts.timer, intents.timer]),
    sms,
  ]
  const checkingClients = oidc && warnOfUnusableClients(database, parts.warn)
  const chaining = startTimers(working, [audit.timer])
  app.addHook('onClose', async () => {
    await Promise.all([...started.map((one) => one.stop()), checkingClients])
    // The last events are chained too.
    await chaining.stop()
    await parts.jobLog.run(audit.timer.name, audit.timer.run)
  })
}
