import { watchPartners } from './background/partners.ts'
import { retentionTimer } from './background/retention.ts'
import type { Config } from './config/config.ts'
import { createConsoles } from './consoles.ts'
import { Accounts, Deletions, isRecognised, OwnRequests, PhoneBook, PinHasher, Pins } from './modules/accounts/index.ts'
import { Appeals } from './modules/appeals/index.ts'
import { AppLinks } from './modules/app-links/index.ts'
import { Audit } from './modules/audit/index.ts'
import { Captcha, createCaptchaProvider } from './modules/captcha/index.ts'
import { FrontEndFiles } from './modules/front-end-files/index.ts'
import { createIntents } from './modules/intents/index.ts'
import { createKyc, Withdrawals } from './modules/kyc/index.ts'
import { type Health } from './modules/operator/index.ts'
import { createOidc } from './modules/oidc/index.ts'
import { Payments, Refunds } from './modules/payments/index.ts'
import { createPasskeys } from './modules/passkeys/index.ts'
import { createPresentations } from './modules/presentations/index.ts'
import { Providers } from './modules/providers/index.ts'
import { CallLimits, RateLimiter, RefusedCalls, type Rules, TrustedNetworks } from './modules/rate-limits/index.ts'
import { OwnSessions, Sessions } from './modules/sessions/index.ts'
import {
  Codes,
  createCodeText,
  createOnUndelivered,
  endSignIns,
  onCodeGivenUp,
  RegistrationStops,
  createSignIn,
} from './modules/sign-in/index.ts'
import { createNoticeText, Gateways, Sms, SmsBudget, SmsReports, smsLimitsWith } from './modules/sms/index.ts'
import { Switches } from './modules/switches/index.ts'
import { Trust } from './modules/trust/index.ts'
import { Deposits, createReturns, Wallets } from './modules/wallet/index.ts'
import { Webhooks } from './modules/webhooks/index.ts'
import type { Looking } from './platform/database/backlog.ts'
import type { Database } from './platform/database/database.ts'
import type { OpenedDatabase } from './platform/database/open-database.ts'
import { Streaks } from './platform/database/streaks.ts'
import { Keyring, type KeyPurpose } from './platform/keyring.ts'
import type { Warn } from './platform/log.ts'
import type { Meter } from './platform/meter.ts'

export type Needs = {
  config: Config
  rules: Rules
  database: Database
  /** Has shorter timeouts than `database`, so that monitoring is answered while the database is silent. */
  look: Looking
  warn: Warn
  meter: Meter
  health: Health
  /** The certificate of the database's server, where the connection is encrypted. */
  databaseCertificate: OpenedDatabase['certificate']
}
export type Modules = Awaited<ReturnType<typeof createModules>>

/** Every module, each with what it uses. */
export async function createModules({ config, rules, database: db, look, warn, meter, ...watching }: Needs) {
  const { clock, publicUrl, bank } = config
  const productName = config.look.name
  const keyring = new Keyring(config.master)
  const keysFor = (purpose: KeyPurpose) => keyring.for(purpose)
  const audit = new Audit({ db, keyring, clock, warn, meter })
  const base = { db, clock, audit, warn, meter, streaks: new Streaks({ db, clock, warn }) }
  const phones = new PhoneBook(keyring)
  const limiter = new RateLimiter({ ...base, mac: keysFor('limits').mac, rules })
  const refusals = new RefusedCalls(base)
  const networks = new TrustedNetworks({ ...base, limiter, rules, refusals })
  const isKnown = (device: Buffer) => isRecognised(db, device)
  const calls = new CallLimits({ ...base, limiter, networks, rules, isRecognised: isKnown })

  const switches = new Switches({ ...base, signUpByDefault: !config.production })
  const wallets = new Wallets({ ...base, switches, keys: keysFor('deposit-reference'), bank })
  const returns = createReturns({ ...base, settings: bank })

  const providerKeys = { secrets: keysFor('webhook-secret'), settings: keysFor('audit') }
  const providers = new Providers({ ...base, keys: providerKeys, protectedOnly: config.production })
  const webhooks = new Webhooks({ ...base, keys: keysFor('webhook-secret'), settings: config.webhooks })
  const { signing, trust: trustSettings, idWallet, switchedOn } = config
  const intents = await createIntents({
    ...base,
    keys: { codes: keysFor('mintid'), subjects: keysFor('pairwise-subject') },
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
  const oidc =
    config.oidc &&
    createOidc({
      ...base,
      keys: { records: keysFor('oidc-record'), requests: keysFor('oidc-request'), subjects: keysFor('oidc-subject') },
      signing: config.oidc.signing,
      creation: intents.creation,
      intents: intents.providers,
      codes: intents.codes,
      publicUrl,
    })
  const payments = new Payments({ ...base, answers: intents.answers, wallets, holdHours: config.paymentHoldHours })
  const appLinks = new AppLinks({ ...base, intents: intents.visitors, keys: keysFor('app-link'), publicUrl })

  const hasher = new PinHasher({ ...config.argon2, ...config.pinHashes })
  const pins = new Pins({ ...base, keys: keysFor('pin'), hasher, limiter, networks })
  const codeText = createCodeText({ keys: keysFor('sms-code'), productName, publicUrl })
  const noticeText = createNoticeText({ productName, publicUrl, linkInSms: config.linkInSms })
  const budget = new SmsBudget({ ...base, limiter, networks, limits: smsLimitsWith(config.smsLimits), phones })
  const smsReports = new SmsReports({
    ...base,
    mac: keysFor('sms-report').mac,
    publicUrl,
    gateways: config.sms,
    budget,
    onUndelivered: createOnUndelivered(audit),
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
  const codes = new Codes({ ...base, keys: keysFor('sms-code'), limiter, budget, sms, refusals })
  const captcha = new Captcha({
    ...base,
    provider: createCaptchaProvider(config, { mac: keysFor('captcha').mac, warn }),
    networks,
    codes,
    isRecognised: isKnown,
  })
  const sessions = new Sessions({ ...base, keys: keysFor('refresh-token') })
  const ownSessions = new OwnSessions({ ...base, sessions, keys: keysFor('own-session') })
  const stops = new RegistrationStops({
    days: config.registrationStopDays,
    appealDays: config.appealDays,
    keys: keysFor('registration-stop'),
    phones,
  })
  const withdrawals = new Withdrawals({ ...base, unusedDays: config.unusedAccountDays })
  const signIn = createSignIn({
    ...base,
    keys: {
      identification: keysFor('identification'),
      recovery: keysFor('recovery-token'),
      appeal: keysFor('appeal-token'),
    },
    phones,
    pins,
    blocklist: config.pinBlocklist,
    networks,
    codes,
    sessions,
    sms,
    stops,
    withdrawals,
  })
  const passkeys = createPasskeys({
    ...base,
    keys: keysFor('passkey-challenge'),
    phones,
    limiter,
    sessions,
    sms,
    publicUrl,
    isPossible: config.pageSettings.passkeys,
    productName,
    holdHours: config.paymentHoldHours,
  })
  const kyc = createKyc({
    ...base,
    keys: {
      codes: keysFor('transaction-code'),
      returns: keysFor('kyc-return'),
      documents: keysFor('proof-document'),
      sessions: keysFor('identity-session'),
      held: keysFor('held-approval'),
    },
    settings: { ...config.identity, publicUrl },
    intents: intents.visitors,
    stops,
    sms,
  })
  const appeals = new Appeals({ ...base, sessions, networks, stops })
  const deletions = new Deletions({ ...base, keys: keysFor('deletion-token') })
  const accounts = new Accounts({ ...base, phones, pins, endSignIns, intents: intents.visitors, deletions })
  const ownRequests = new OwnRequests({ ...base, limiter, intents: intents.own })
  const retention = retentionTimer({ ...base, ...config.retention })
  const { databaseCertificate, health } = watching
  const watched = watchPartners({ config, look, limiter, meter, trust, databaseCertificate })
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
    ...watched,
    withdrawals,
  })

  const visitor = {
    calls,
    captcha,
    sms,
    smsReports,
    sessions,
    ...signIn,
    ...passkeys,
    kyc,
    appeals,
    stops,
    accounts,
    deletions,
    ownRequests,
    ownSessions,
    retention,
    switches,
  }
  const money = { wallets, deposits: new Deposits(base), returns, payments, refunds: new Refunds(base) }
  const answering = { intents, appLinks, presentations, receiver, trust }
  const pages = { files: new FrontEndFiles({ ...base, keys: keysFor('front-end-file') }) }
  return { ...visitor, ...money, ...consoles, ...answering, ...pages, oidc, providers, webhooks, audit }
}
