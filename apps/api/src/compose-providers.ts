import type { Keyring, Purpose } from './platform/keyring.ts'
import type { Database, Executor } from './platform/database/database.ts'
import type { Jobs } from './platform/jobs.ts'
import { pause } from './platform/pause.ts'
import type { AppendEvents, Report } from './modules/audit/index.ts'
import { createDeliveryStore, createWebhooks, createWebhookSender } from './modules/webhooks/index.ts'
import { createIntents, createIntentStore, createVerdictSigner } from './modules/intents/index.ts'
import { createPayments, createPaymentStore, createRefunds, createRefundStore } from './modules/payments/index.ts'
import { createProviders } from './modules/providers/index.ts'
import { repeat } from './platform/repeat.ts'
import type { Config } from './config/config.ts'
import type { Wallets } from './modules/wallet/index.ts'

const LOOK_EVERY_MS = 2_000
const FINGERPRINT_LENGTH = 16

type Parts = {
  config: Config
  database: Database
  jobs: Jobs
  keyring: Keyring
  append: AppendEvents
  report: Report
  warn: (event: string, details?: object) => void
}

/** The side of the websites that ask: their keys, their intents, what they are told. */
export async function composeProviders({ config, database, jobs, keyring, append, report, warn }: Parts) {
  const { clock, publicUrl } = config
  const mac =
    (purpose: Purpose) =>
    (...parts: string[]) =>
      keyring.mac(purpose, ...parts)
  const signer = await createVerdictSigner(config.signing)
  const providers = createProviders({ db: database, clock, keys: keyring.for('webhook-secret') })
  const hooks = { nudgeDelivery: (tx: Executor) => jobs.enqueue(tx, 'webhook.deliver', {}), append }
  const intentStore = createIntentStore(database, hooks)
  const intents = createIntents({
    store: intentStore,
    redirects: providers,
    signer,
    clock,
    mintidMac: mac('mintid'),
    subjectMac: mac('pairwise-subject'),
    publicUrl,
    report,
  })
  const onError = (error: unknown) => warn('webhooks', { reason: (error as Error).message })
  const webhooks = createWebhooks({
    store: createDeliveryStore(database, (id, sealed) => keyring.open('webhook-secret', id, sealed)),
    sender: createWebhookSender({
      clock,
      privateAddresses: config.webhooks.privateAddresses,
      onFailure: (reason) => warn('webhook not delivered', { reason }),
    }),
    clock,
    limits: config.webhooks.limits,
    pause,
    onError,
  })

  /** What the operator's files say: of another provider, address or key there is no command that told of it. */
  async function reportSettings(): Promise<void> {
    const fingerprint = mac('audit')('settings', JSON.stringify(config.providers)).toString('hex')
    await report({ type: 'settings.providers', reason: fingerprint.slice(0, FINGERPRINT_LENGTH) })
    await report({ type: 'settings.signing_key', reason: signer.publicKeys.map(({ kid }) => kid).join(' ') })
  }

  return {
    providers,
    refunds: createRefunds({ store: createRefundStore(database, hooks), clock }),
    /** The payer's side, once there are wallets. */
    paymentsFrom: (wallets: Wallets) =>
      createPayments({
        store: createPaymentStore(database, hooks),
        intents: intentStore,
        receiptFor: intents.receiptFor,
        withdraw: intents.withdraw,
        wallets,
        clock,
        holdHours: config.paymentHoldHours,
        report,
      }),
    reportSettings,
    intents,
    publicKeys: signer.publicKeys,
    /** An event is there: nobody waits for the next look. */
    lookForEvents: () => webhooks.look(),
    /** From now on intents end by their time, and events are sent when they are due. @returns the end of it */
    start() {
      const looking = repeat(
        async () => {
          await intents.expire()
          webhooks.look()
        },
        { everyMs: LOOK_EVERY_MS, onError },
      )
      return async () => {
        await looking.stop()
        await webhooks.stop()
      }
    },
  }
}
