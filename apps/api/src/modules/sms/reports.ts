import { AppError } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Mac } from '../../platform/keyring.ts'
import type { Meter } from '../../platform/meter.ts'
import type { SmsBudget } from './budget.ts'
import { addDelivery } from './delivery-counts.ts'
import { GATEWAY_NAMES, type GatewayNumber, type Gateways } from './gateways.ts'
import { REPORT_FORMATS, type Report, type ReportMessage, type ReportState } from './report-formats.ts'
import * as store from './report-store.ts'

/** The address for reports, under the public one. */
export const REPORT_PATH = '/api/sms/report'
const REF_BYTES = 16
const REF = /^[A-Za-z0-9_-]{22}$/
/** Networks correct themselves: what was delivered in the end was delivered. */
const RANKS: Readonly<Record<ReportState, number>> = { sent: 1, undelivered: 2, delivered: 3 }

type Try = { id: string; gateway: GatewayNumber; tries: number }
type Deps = {
  db: Database
  clock: Clock
  mac: Mac
  publicUrl: string
  gateways: Gateways
  budget: Pick<SmsBudget, 'countryOf' | 'regionOf'>
  /** Follows an SMS of a code that the network did not deliver, in the transaction that stores it. */
  onUndelivered: (tx: Executor, smsId: string, codeId: string, now: Date) => Promise<void>
  meter: Meter
}

/** Hears what gateways report of messages that they accepted. Their bodies are read and forgotten. */
export class SmsReports {
  readonly #deps: Deps
  readonly #onReport: (labels: { state: string; why: string; region: string; gateway: string }) => void
  readonly #onDelivered: (labels: { region: string; gateway: string }, seconds: number) => void

  constructor(deps: Deps) {
    this.#deps = deps
    this.#onReport = deps.meter.counter({
      name: 'sms_reports_total',
      help: 'What gateways reported of accepted messages: sent, undelivered with the reason, delivered.',
      labels: ['state', 'why', 'region', 'gateway'],
      from: deps.gateways
        .reporting()
        .map(({ number }) => ({ state: 'delivered', why: 'none', region: 'home', gateway: GATEWAY_NAMES[number] })),
    })
    this.#onDelivered = deps.meter.histogram({
      name: 'sms_delivered_seconds',
      help: 'Time from our call of the gateway to its report that the phone has the message.',
      labels: ['region', 'gateway'],
    })
  }

  /** The reference of a try, by which its reports name it; none where its gateway does not report. */
  refOf({ id, gateway, tries }: Try): Buffer | undefined {
    if (!this.#deps.gateways.reports(gateway)) return undefined
    return this.#deps.mac('try', id, String(gateway), String(tries)).subarray(0, REF_BYTES)
  }

  /** The address for the reports of a try. */
  urlOf(sms: Try): string | undefined {
    const [ref, preset] = [this.refOf(sms), this.#deps.gateways.presetOf(sms.gateway)]
    return ref && `${this.#deps.publicUrl}${REPORT_PATH}/${preset}/${ref.toString('base64url')}`
  }

  /**
   * Reads a gateway's message to the address.
   * @throws AppError not_found for an address that is none, invalid_signature for a forged one, invalid_request for one that is not well formed
   */
  async hear(preset: string, ref: string | undefined, message: Omit<ReportMessage, 'url'>): Promise<void> {
    const { gateways, publicUrl, clock } = this.#deps
    const now = clock()
    const found = gateways.reporting().filter((one) => one.preset === preset)
    const format = found[0] && REPORT_FORMATS[found[0].preset]
    const isAddress = format?.hasOneAddress === true ? ref === undefined : ref !== undefined && REF.test(ref)
    if (format === undefined || !isAddress) throw new AppError('not_found')
    const url = [`${publicUrl}${REPORT_PATH}/${preset}`, ...(ref === undefined ? [] : [ref])].join('/')
    const senders = found.filter(({ secrets }) => format.isGenuine({ ...message, url }, secrets, now))
    if (senders.length === 0) throw new AppError('invalid_signature')
    const read = format.read(message.fields)
    if (read === undefined) throw new AppError('invalid_request')
    const { report, theirId } = read
    if (report === undefined) return
    const refs =
      ref === undefined
        ? senders.map(({ number }) => this.#refOfTheirs(number, theirId ?? ''))
        : [Buffer.from(ref, 'base64url')]
    for (const one of refs) await this.#store(one, report, now, ref === undefined)
  }

  /** A gateway that reports by its own id has named it in its answer. A report may have come before. */
  async nameMessage(tx: Executor, id: string, gateway: GatewayNumber, theirId: string, now: Date): Promise<void> {
    if (!this.#deps.gateways.reports(gateway)) return
    const ref = this.#refOfTheirs(gateway, theirId)
    await store.lockRef(tx, ref)
    await store.addRef(tx, id, ref)
    const early = await store.takeEarly(tx, ref)
    if (early !== undefined) await this.#apply(tx, ref, early, now)
  }

  #refOfTheirs(gateway: GatewayNumber, theirId: string): Buffer {
    return this.#deps.mac('theirs', String(gateway), theirId).subarray(0, REF_BYTES)
  }

  async #store(ref: Buffer, report: Report, now: Date, mayBeEarly: boolean): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      if (mayBeEarly) await store.lockRef(tx, ref)
      const isKnown = await this.#apply(tx, ref, report, now)
      if (!isKnown && mayBeEarly) await store.keepEarly(tx, ref, report, now)
    })
  }

  /** A state moves upwards only. Of a try that another gateway took over the good news counts alone. @returns false for an unknown message */
  async #apply(tx: Executor, ref: Buffer, report: Report, now: Date): Promise<boolean> {
    const { onUndelivered, budget } = this.#deps
    const sms = await store.findReported(tx, ref)
    if (sms === undefined) return false
    if (sms.report !== null && RANKS[report.state] <= RANKS[sms.report]) return true
    const gateway = this.#gatewayOf(ref, sms)
    if (gateway !== sms.gateway && report.state !== 'delivered') return true
    await store.writeReport(tx, sms.id, report, now)
    if (report.state === 'undelivered' && sms.codeId !== null) await onUndelivered(tx, sms.id, sms.codeId, now)
    const country = budget.countryOf(sms)
    const counted = { at: sms.claimedAt ?? now, country, gateway }
    if (report.state !== 'sent') await addDelivery(tx, { ...counted, state: report.state })
    if (sms.report === 'undelivered') await addDelivery(tx, { ...counted, state: sms.report, by: -1 })
    const labels = { region: budget.regionOf(country), gateway: GATEWAY_NAMES[gateway] }
    this.#onReport({ state: report.state, why: report.why ?? 'none', ...labels })
    if (report.state === 'delivered' && sms.claimedAt !== null)
      this.#onDelivered(labels, Math.max(0, now.getTime() - sms.claimedAt.getTime()) / 1_000)
    return true
  }

  /** A reference names its gateway by being computed again; one of the gateway's own ids is of the last one. */
  #gatewayOf(ref: Buffer, { id, tries, gateway }: { id: string; tries: number; gateway: number }): GatewayNumber {
    const last = gateway === 2 ? 2 : 1
    const isOf = (number: GatewayNumber) =>
      Array.from({ length: tries }, (_, i) => this.refOf({ id, gateway: number, tries: i + 1 })).some((one) =>
        one?.equals(ref),
      )
    return ([1, 2] as const).find(isOf) ?? last
  }
}
