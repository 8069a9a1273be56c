import { AppError, SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { type Mac, sameBytes } from '../../platform/keyring.ts'
import type { Meter } from '../../platform/meter.ts'
import { pause } from '../../platform/pause.ts'
import { REGIONS, type SmsBudget } from './budget.ts'
import { addDelivery } from './delivery-counts.ts'
import { GATEWAY_NAMES, type GatewayNumber, type SmsGatewaySettings } from './fail-over.ts'
import { REPORT_STATES, REPORT_WHYS, type ReportMessage, type SmsReport } from './gateways/adapter.ts'
import { SMS_GATEWAYS, type SmsGatewayName } from './gateways/index.ts'
import { findReported, writeReport } from './outbox-store.ts'

/** The address for reports, under the public one. */
export const SMS_REPORT_PATH = '/api/sms/report'
const NUMBERS: readonly GatewayNumber[] = [1, 2]
const MAC_BYTES = 16
const REF = /^([A-Za-z0-9_-]{1,200})\.[A-Za-z0-9_-]{22}$/
/** A report that comes before its gateway's answer is stored is looked up again: as long as an answer takes. */
const EARLY_LOOKS = 8
const LOOK_EVERY_MS = 0.5 * SECOND_MS

/** An SMS with a code, and the reason that its network reports. */
export type UndeliveredCode = { id: string; codeId: string; phoneIdx: Buffer; why: SmsReport['why'] }

type Sent = { id: string; gateway: GatewayNumber }
type Deps = {
  db: Database
  clock: Clock
  mac: Mac
  publicUrl: string
  gateways: readonly SmsGatewaySettings[]
  budget: Pick<SmsBudget, 'countryOf' | 'regionOf'>
  /** Follows an SMS of a code that the network did not deliver, in the transaction that stores it. */
  onUndelivered: (tx: Executor, sms: UndeliveredCode, now: Date) => Promise<void>
  meter: Meter
}

/** Receives the gateways' reports on the delivery of messages. Their bodies are not stored. */
export class SmsReports {
  readonly #deps: Deps
  readonly #onReport: (labels: { state: string; why: string; region: string; gateway: string }) => void
  readonly #onRefused: (labels: { error: string }) => void
  readonly #onDelivered: (labels: { region: string; gateway: string }, seconds: number) => void

  constructor(deps: Deps) {
    this.#deps = deps
    this.#onReport = deps.meter.counter({
      name: 'sms_reports_total',
      help: 'What gateways reported of accepted messages: sent, undelivered with the reason, delivered, failed_later: after that.',
      labels: ['state', 'why', 'region', 'gateway'],
      from: NUMBERS.filter((number) => this.expects(number)).flatMap((number) =>
        REGIONS.flatMap((region) => {
          const of = { region, gateway: GATEWAY_NAMES[number] }
          const undelivered = REPORT_WHYS.map((why) => ({ state: 'undelivered', why, ...of }))
          return [{ state: 'delivered', why: 'none', ...of }, ...undelivered]
        }),
      ),
    })
    this.#onRefused = deps.meter.counter({
      name: 'sms_reports_refused_total',
      help: 'Messages to the addresses for reports that are forged, or not well formed.',
      labels: ['error'],
      from: [{ error: 'invalid_signature' }, { error: 'invalid_request' }],
    })
    this.#onDelivered = deps.meter.histogram({
      name: 'sms_delivered_seconds',
      help: 'Time from our call of the gateway to its report that the phone has the message.',
      labels: ['region', 'gateway'],
    })
  }

  expects(gateway: GatewayNumber): boolean {
    return this.#deps.gateways[gateway - 1]?.reportSecrets !== undefined
  }

  /** The address at which the gateway reports of the message; nobody else can name it. */
  urlOf(sms: Sent): string | undefined {
    if (!this.expects(sms.gateway)) return undefined
    return `${this.#deps.publicUrl}${SMS_REPORT_PATH}/${this.#deps.gateways[sms.gateway - 1]?.gateway}/${this.#refOf(sms)}`
  }

  /** The keyed hash of the gateway's id of a message, for gateways that report by it. */
  theirRef(gateway: GatewayNumber, theirId: string): Buffer {
    return this.#deps.mac('theirs', String(gateway), theirId).subarray(0, MAC_BYTES)
  }

  #refOf({ id, gateway }: Sent): string {
    const mac = this.#deps.mac('message', String(gateway), id).subarray(0, MAC_BYTES)
    return `${Buffer.from(id).toString('base64url')}.${mac.toString('base64url')}`
  }

  /**
   * Authenticates a gateway's message to this address, and stores its report.
   * @throws AppError not_found for an unknown address, invalid_signature for a forged one, invalid_request for one that is not well formed
   */
  async receive(name: string, ref: string | undefined, message: Omit<ReportMessage, 'url'>): Promise<void> {
    const { publicUrl, clock, gateways } = this.#deps
    const here = NUMBERS.filter((number) => gateways[number - 1]?.gateway === name && this.expects(number))
    const adapter = here[0] && SMS_GATEWAYS[name as SmsGatewayName]
    const named = REF.exec(ref ?? '')?.[1]
    const isAddress = adapter?.hasOneAddress === true ? ref === undefined : named !== undefined
    if (adapter === undefined || !isAddress) throw new AppError('not_found')
    const id = Buffer.from(named ?? '', 'base64url').toString()
    const url = [`${publicUrl}${SMS_REPORT_PATH}/${name}`, ...(ref === undefined ? [] : [ref])].join('/')
    const senders = here.filter((gateway) => {
      const secrets = gateways[gateway - 1]?.reportSecrets
      const isTheirs = ref === undefined || sameBytes(Buffer.from(ref), Buffer.from(this.#refOf({ id, gateway })))
      return isTheirs && secrets !== undefined && adapter.isGenuine({ ...message, url }, secrets, clock())
    })
    const read = senders.length === 0 ? 'invalid_signature' : (adapter.readReport(message.fields) ?? 'invalid_request')
    if (typeof read === 'string') {
      this.#onRefused({ error: read })
      throw new AppError(read)
    }
    const { report, theirId = '' } = read
    if (report === undefined) return
    for (let looks = 1; ; looks++) {
      for (const gateway of senders)
        if (await this.#store(ref === undefined ? this.theirRef(gateway, theirId) : id, gateway, report)) return
      if (ref !== undefined || looks > EARLY_LOOKS) return
      await pause(LOOK_EVERY_MS, new AbortController().signal)
    }
  }

  /**
   * A state only moves upwards, because networks correct themselves. After a fail-over, the first gateway can only report `delivered`.
   * @returns false for an unknown message
   */
  #store(name: string | Buffer, gateway: GatewayNumber, report: SmsReport): Promise<boolean> {
    const { db, clock, onUndelivered, budget } = this.#deps
    return db.transaction(async (tx) => {
      const now = clock()
      const sms = await findReported(tx, name)
      if (sms === undefined) return false
      const isHigher = sms.report === null || REPORT_STATES.indexOf(report.state) > REPORT_STATES.indexOf(sms.report)
      const country = budget.countryOf(sms)
      const labels = { region: budget.regionOf(country), gateway: GATEWAY_NAMES[gateway] }
      if (!isHigher || (gateway !== sms.gateway && report.state !== 'delivered')) {
        // The network corrects itself, or a part of the SMS is missing. The visitor may still have the code.
        const isLost = sms.report === 'delivered' && report.state === 'undelivered' && gateway === sms.gateway
        if (isLost) this.#onReport({ state: 'failed_later', why: report.why ?? 'none', ...labels })
        return true
      }
      await writeReport(tx, sms.id, report)
      const { id, codeId, phoneIdx } = sms
      if (report.state === 'undelivered' && codeId !== null)
        await onUndelivered(tx, { id, codeId, phoneIdx, why: report.why }, now)
      const isCorrected = sms.report === 'undelivered' && gateway === sms.gateway
      const corrected = isCorrected && { undelivered: -1 }
      const isTimed = report.state === 'delivered' && sms.claimedAt !== null
      const took = isTimed && { seconds: Math.max(0, now.getTime() - (sms.claimedAt ?? now).getTime()) / SECOND_MS }
      if (report.state !== 'sent')
        await addDelivery(
          tx,
          { at: sms.claimedAt ?? now, country, gateway },
          { [report.state]: 1, ...corrected, ...took },
        )
      this.#onReport({ state: report.state, why: report.why ?? 'none', ...labels })
      if (took) this.#onDelivered(labels, took.seconds)
      return true
    })
  }
}
