import { type Language, SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import { pause } from '../../platform/pause.ts'
import type { Repeat } from '../../platform/repeat.ts'
import type { Limits, Rules } from '../limits/index.ts'
import { countryOf, createSmsAdmission, type Phones } from './admission.ts'
import type { CodeSeed } from './code-seed.ts'
import { createSmsDelivery, type Notice } from './delivery.ts'
import { centsOf, type SmsLimits } from './costs-and-countries.ts'
import { createGateways, type GatewayNumber } from './gateways.ts'
import type { SmsNotice } from './message.ts'
import { createMoney } from './money.ts'
import { createNoticeText } from './notice-text.ts'
import { createSmsMetrics, GATEWAYS } from './sms-metrics.ts'
import { createSmsGateway, type SmsGatewaySettings } from './sms-gateway.ts'

/** How often a process looks for codes whose process has died. */
const LOOK_EVERY_MS = 5 * SECOND_MS
/** A log-in asks for its code a moment after the PIN; then the notice is taken back. */
const UNLESS_CODE_SECONDS = 60

/** Another person may have the PIN, or a browser that is known from then on: these notices are stopped last. */
const IMPORTANT: ReadonlySet<SmsNotice> = new Set(['pin_changed', 'pin_right', 'pin_closed'])

type Settings = {
  db: Database
  clock: Clock
  repeat: Repeat
  jobs: Pick<Jobs, 'enqueue' | 'send'>
  phones: Phones
  rules: Rules
  /** Rate limits, which count SMS as well. */
  counting: Pick<Limits, 'counters' | 'memory'>
  limits: SmsLimits
  /** The second one is for what the first one does not take. */
  gateways: readonly [SmsGatewaySettings] | readonly [SmsGatewaySettings, SmsGatewaySettings]
  codeText: (language: Language, seed: CodeSeed) => string
  productName: string
  publicUrl: string
  linkInSms: boolean
  warn: Warn
  meter: Meter
}
export type Sms = ReturnType<typeof createSms>

/** SMS: what is stored to be sent, what sends it, and what it may cost. */
export function createSms(settings: Settings) {
  const { db, clock, repeat, jobs, phones, rules, counting, limits, codeText, warn } = settings
  const gatewayAt = (number: GatewayNumber, access: SmsGatewaySettings) =>
    createSmsGateway({ ...access, onFailure: (reason) => warn('sms not sent', { reason, gateway: GATEWAYS[number] }) })
  const [first, second] = settings.gateways
  const gateways = createGateways(
    second === undefined ? [gatewayAt(1, first)] : [gatewayAt(1, first), gatewayAt(2, second)],
    { clock, onDown: (number) => warn('sms gateway down', { gateway: GATEWAYS[number] }) },
  )
  const metrics = createSmsMetrics(settings.meter, limits)
  const money = createMoney({
    memory: counting.memory,
    clock,
    limits,
    onSpent: metrics.spent,
    onUsed: (moneyClass, percent) => warn('sms budget used', { share: moneyClass, percent }),
  })
  const admission = createSmsAdmission({
    clock,
    rules,
    ...counting,
    money,
    limits,
    phones,
    onDenied: metrics.denied,
  })
  const noticeText = createNoticeText(settings)
  const enqueue = (tx: Executor, smsId: string, afterSeconds = 0) =>
    jobs.enqueue(tx, 'sms.deliver', { smsId }, { afterSeconds })

  const { deliver, deliverAbandoned, unsent, stop, ...delivery } = createSmsDelivery({
    db,
    gateways,
    clock,
    compose: ({ language, phoneEnc, phoneIdx, about }) => ({
      to: phones.open(phoneEnc, phoneIdx),
      text: 'code' in about ? codeText(language, about.code) : noticeText(language, about.notice),
    }),
    countryOf: (sms) => countryOf(phones, sms),
    centsOf: (country) => centsOf(limits, country),
    admitNotice: (tx, { notice, ...to }: Notice) =>
      admission.admitNotice(tx, { ...to, important: IMPORTANT.has(notice) }),
    enqueueLater: enqueue,
    pause,
    metrics,
    warn,
  })

  return {
    ...delivery,
    ...admission,
    /** Enqueues the job that sends a stored message. */
    enqueue: (tx: Executor, smsId: string) => enqueue(tx, smsId),
    /** The same, for a notice that the code of a log-in makes needless. */
    enqueueUnlessCode: (tx: Executor, smsId: string) => enqueue(tx, smsId, UNLESS_CODE_SECONDS),
    jobs: { 'sms.deliver': ({ smsId }: { smsId: string }) => deliver(smsId) },
    /** Sends what an earlier process left unsent. */
    async start() {
      for (const smsId of await unsent()) await jobs.send('sms.deliver', { smsId })
      const looking = repeat(deliverAbandoned, {
        everyMs: LOOK_EVERY_MS,
        onError: (error) => warn('sms not looked for', { reason: (error as Error).name }),
      })
      return {
        async stop() {
          const ended = looking.stop()
          await stop()
          await ended
        },
      }
    },
  }
}
