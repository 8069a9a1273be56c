import type { FastifyInstance } from 'fastify'
import { createCaptcha, createCaptchaProvider, createSpentCaptchaStore } from './modules/captcha/index.ts'
import { createKeyring } from './platform/keyring.ts'
import { createPinHasher, createPins } from './modules/pins/index.ts'
import { createAccountDisclosure, createAccounts, createPhoneBook } from './modules/accounts/index.ts'
import { createCodes, createCodeText } from './modules/codes/index.ts'
import { createSms, createSmsGateway, smsLimitsWith } from './modules/sms/index.ts'
import { createAppLinks } from './modules/app-links/index.ts'
import { repeat } from './platform/repeat.ts'
import { createLimits, createOtpAnomaly, rulesWith } from './modules/limits/index.ts'
import { createKyc, createRegistrationStops } from './modules/kyc/index.ts'
import { createRecovery } from './modules/recovery/index.ts'
import { createSessions } from './modules/sessions/index.ts'
import { createSignIn } from './modules/sign-in/index.ts'
import { createWebhookVerifier } from './platform/webhook-verifier.ts'
import { composeProviders } from './compose-providers.ts'
import { createApp } from './http/app.ts'
import { createGuards } from './http/guards.ts'
import { createHandlers } from './http/handlers/handlers.ts'
import type { Jobs } from './platform/jobs.ts'
import type { Config } from './config/config.ts'
import { type Database, type Executor, isReachable } from './platform/database/database.ts'
import { sweep } from './retention.ts'
import { createAudit } from './modules/audit/index.ts'
import { composeWallet } from './compose-wallet.ts'

type Parts = {
  config: Config
  database: Database
  jobs: Jobs
  writeLog: (line: string) => void
  warn: (event: string, details?: object) => void
}

/** Fills the modules' ports with adapters, and joins the modules to HTTP and to the job queues. */
export async function compose({ config, database, jobs, writeLog, warn }: Parts): Promise<FastifyInstance> {
  const { clock, publicUrl } = config
  const rules = rulesWith(config.limits)
  const keyring = createKeyring(config.master)
  const phones = createPhoneBook(keyring)
  const audit = createAudit({ db: database, keyring, clock, warn })
  const { append, report } = audit
  const { returns, ...wallet } = composeWallet({ config, database, keyring, append, warn })
  const { wallets } = wallet
  const { providers, webhooks, intents, payments, refunds } = await composeProviders({
    config,
    database,
    jobs,
    keyring,
    append,
    report,
    wallets,
    warn,
  })

  const enqueueClosing = (tx: Executor) => jobs.enqueue(tx, 'accounts.close', {})
  const stops = createRegistrationStops({
    days: config.registrationStopDays,
    keys: keyring.for('registration-stop'),
    phones,
  })
  const limits = createLimits({ db: database, clock, keys: keyring.for('limits'), rules, report, warn })
  const anomaly = createOtpAnomaly({
    db: database,
    rules,
    clock,
    onChange: (state) => warn('wrong codes of everybody', state),
  })
  const pins = createPins({
    db: database,
    clock,
    keys: keyring.for('pin'),
    hasher: createPinHasher({ ...config.argon2, ...config.pinHashes }),
    blocklist: config.pinBlocklist,
    append,
    report,
  })
  const codeKeys = keyring.for('sms-code')
  const sms = createSms({
    db: database,
    clock,
    jobs,
    keys: keyring.for('sms-budget'),
    phones,
    limits: smsLimitsWith(config.smsLimits),
    gateway: createSmsGateway({ ...config.sms, onFailure: (reason) => warn('sms not sent', { reason }) }),
    codeText: createCodeText({ keys: codeKeys, productName: config.look.name, publicUrl }),
    productName: config.look.name,
    warn,
  })
  const codes = createCodes({ db: database, clock, keys: codeKeys, sms, anomaly, rules, report })
  const sessions = createSessions({ db: database, clock, keys: keyring.for('refresh-token'), append, report })
  const disclosure = createAccountDisclosure({ mode: config.accountExistence, limits, pins })
  const common = { db: database, clock, phones, pins, codes, sms, disclosure, append }
  const signIn = createSignIn({ ...common, sessions, limits, isStopped: stops.isStopped, report })
  const recovery = createRecovery({ ...common, keys: keyring.for('recovery-token'), anomaly })
  const accounts = createAccounts({ db: database, clock, phones, pins, intents, audit, enqueueClosing })
  const kyc = createKyc({
    db: database,
    clock,
    keys: { codes: keyring.for('transaction-code'), documents: keyring.for('proof-document') },
    settings: config.identity,
    publicUrl,
    intents,
    stops,
    jobs,
    append,
    report,
    warn,
  })

  const appLinks = createAppLinks({
    db: database,
    intents,
    clock,
    keys: keyring.for('app-link'),
    publicUrl,
    report,
  })

  const captcha = createCaptcha({
    provider: createCaptchaProvider(config, { mac: keyring.for('captcha').mac, warn }),
    store: createSpentCaptchaStore(database),
    limits,
    anomaly,
    clock,
    report,
  })

  await providers.register(config.providers)
  await intents.reportKeys()
  await jobs.work({
    ...sms.jobs,
    'webhook.deliver': async () => webhooks.look(),
    ...accounts.jobs,
    'retention.sweep': async () => {
      await sweep(database, clock())
      await audit.retain()
      await accounts.closeEnded()
    },
  })
  await sms.resume()

  const app = await createApp({
    handlers: createHandlers({
      captcha,
      signIn,
      sessions,
      accounts,
      recovery,
      kyc,
      intents,
      appLinks,
      limits,
      ...wallet,
      payments,
      refunds,
    }),
    guards: createGuards({
      sessions,
      providers,
      verifySignature: {
        identity_check: createWebhookVerifier({ secrets: config.callbackSecrets, clock }),
        bank: createWebhookVerifier({ secrets: config.bank.callbackSecrets, clock }),
      },
      report,
    }),
    captcha,
    appLinks,
    admit: limits.admit,
    proxies: config.trustedProxies,
    captchaService: config.captcha.kind === 'service' ? config.captcha.service : undefined,
    analytics: config.analytics,
    log: { level: config.logLevel, write: writeLog },
    look: config.look,
    pictures: config.pictures,
    publicUrl,
    webDir: config.webDir,
    pageSettings: async () => ({ ...config.pageSettings, switches: await wallet.switches.recent() }),
    mobileApp: config.mobileApp.identity,
    repeat,
    clock,
    production: config.production,
    isReady: () => isReachable(database),
  })
  app.addHook('onClose', () => sms.stop())
  for (const begin of [limits.start, kyc.start, returns.start, intents.start, webhooks.start]) {
    const work = begin()
    app.addHook('onClose', () => work.stop())
  }
  return app
}
