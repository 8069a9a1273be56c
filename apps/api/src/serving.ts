import type { FastifyInstance } from 'fastify'
import { createModules, type Modules, type Needs } from './composition.ts'
import type { Version } from './config/about.ts'
import { createApp } from './http/app.ts'
import { createGuards } from './http/guards.ts'
import { createHandlers } from './http/handlers/handlers.ts'
import type { Leaving } from './http/leaving.ts'
import { registerClients, warnOfUnusableClients } from './modules/oidc/index.ts'
import type { Announcements } from './platform/announcements.ts'
import type { JobLog } from './platform/job-log.ts'
import type { LogSettings } from './platform/log.ts'
import { startOutboxes } from './platform/outbox.ts'
import type { Repeat } from './platform/repeat.ts'
import { startTimers } from './platform/timers.ts'
import { createWebhookVerifier } from './platform/webhook-verifier.ts'

type Parts = Needs & {
  announcements: Announcements
  jobLog: JobLog
  /** Reads what keeps the process from serving. */
  failures: () => Promise<readonly string[]>
  leaving: Leaving
  repeat: Repeat
  log: LogSettings
  version: Version
}

/** The whole server: its modules, HTTP in front of them, and what they do in the background until the app is closed. */
export async function serve(parts: Parts): Promise<FastifyInstance> {
  const modules = await createModules(parts)
  await modules.providers.register(parts.config.providers)
  const { oidc, clock } = parts.config
  if (oidc) await registerClients(parts.database, clock(), oidc.clients)
  await modules.intents.reportKeys()
  const app = await createApp(httpOptions(parts, modules))
  await startBackgroundWork(app, parts, modules)
  return app
}

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
    startTimers(working, [retention, accounts.timer, intents.timer, intents.counts]),
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
