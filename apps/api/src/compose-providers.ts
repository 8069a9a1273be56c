import type { Keyring } from './platform/keyring.ts'
import type { Database } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs.ts'
import type { AppendEvents, Report } from './modules/audit/index.ts'
import { createWebhooks } from './modules/webhooks/index.ts'
import { createIntents } from './modules/intents/index.ts'
import { createPayments, createRefunds } from './modules/payments/index.ts'
import { createProviders } from './modules/providers/index.ts'
import type { Config } from './config/config.ts'
import type { Wallets } from './modules/wallet/index.ts'

type Parts = {
  config: Config
  database: Database
  jobs: Jobs
  keyring: Keyring
  append: AppendEvents
  report: Report
  wallets: Wallets
  warn: (event: string, details?: object) => void
}

/** The websites that request proofs of age and payments: their keys, intents, payments and events. */
export async function composeProviders({ config, database: db, jobs, keyring, wallets, ...trail }: Parts) {
  const { clock, publicUrl, paymentHoldHours: holdHours } = config
  const { append, report, warn } = trail
  const providers = createProviders({
    db,
    clock,
    keys: { secrets: keyring.for('webhook-secret'), settings: keyring.for('audit') },
    report,
  })
  const webhooks = createWebhooks({
    db,
    clock,
    keys: keyring.for('webhook-secret'),
    jobs,
    settings: config.webhooks,
    warn,
  })
  const { addEvents } = webhooks
  const intents = await createIntents({
    db,
    clock,
    keys: { codes: keyring.for('mintid'), subjects: keyring.for('pairwise-subject') },
    signing: config.signing,
    providers,
    publicUrl,
    addEvents,
    append,
    report,
    warn,
  })
  return {
    providers,
    webhooks,
    intents,
    payments: createPayments({ db, clock, intents, wallets, holdHours, addEvents, append, report }),
    refunds: createRefunds({ db, clock, addEvents, append }),
  }
}
