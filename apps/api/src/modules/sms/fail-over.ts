import { Breaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { jsonOf } from '../../platform/json.ts'
import type { Warn } from '../../platform/log.ts'
import { call, type Evidence, evidenceOf, NotReached, reasonOf } from '../../platform/outgoing.ts'
import {
  allAre,
  type ReportSecrets,
  type SmsAccess,
  type SmsAdapter,
  type SmsAnswer,
  type SmsMessage,
  type SmsOutcome,
} from './gateways/adapter.ts'
import { SMS_GATEWAYS, type SmsGatewayName } from './gateways/index.ts'

export type SmsGatewaySettings = SmsAccess & {
  gateway: SmsGatewayName
  timeoutMs: number
  /** It reports what became of a message; its reports are signed with these. */
  reportSecrets?: ReportSecrets | undefined
}
/** The first one gets every message; the other one what the first did not send, and codes of which the first says nothing. */
export type GatewayNumber = 1 | 2
/** As they are named in metrics and the log. */
export const GATEWAY_NAMES: Readonly<Record<GatewayNumber, string>> = { 1: 'first', 2: 'second' }

/** Tries of a message over all processes; with a second gateway one more. */
const TRIES = 3

/** Their own codes are a few digits or words; whatever else comes back, a number of a phone or a code of ours, stays out of the log. */
const LOGGABLE = /^(?!.*[0-9]{6})[a-z0-9_.-]{1,40}$/

/** The answer of a gateway to a message, what it is evidence of, and when it may be asked again. */
export type Sent = {
  outcome: SmsOutcome
  evidence: Evidence
  retryAfterMs?: number | undefined
  theirId?: string | undefined
  /** The reason of a failure that is evidence of the gateway. */
  failure?: string
}
type Asked = Sent & { reason: string }

const unanswered = (error: unknown): Asked => ({
  outcome: error instanceof NotReached ? 'not_taken' : 'unknown',
  evidence: evidenceOf(undefined),
  reason: reasonOf(error),
})

/** A 4xx is a definite no, except errors of the account and 429; after a 5xx the message may still be delivered. */
const STATUSES: Readonly<Record<number, SmsOutcome>> = { ...allAre('account', '401 402 403'), 429: 'not_taken' }
const ofStatus = (status: number): SmsOutcome =>
  STATUSES[status] ?? (status >= 400 && status < 500 ? 'refused' : 'unknown')

/** Reads an HTTP error: the gateway's own code if it has a meaning, else the status. */
function readError({ codes, errorCode }: SmsAdapter, status: number, answer: unknown): SmsAnswer {
  const code = errorCode?.safeParse(answer).data
  const own = status < 500 && code !== undefined ? codes[code] : undefined
  return { outcome: own ?? ofStatus(status), code }
}

type Deps = { clock: Clock; warn: Warn }

/** One gateway, called by its adapter, behind a circuit breaker: while it is down nothing begins there. */
class SmsGateway {
  readonly #settings: SmsGatewaySettings
  readonly #onFailure: (reason: string, evidence: Evidence) => void
  readonly #breaker: Breaker
  /** The last failure is the operator's: nothing that a visitor does helps. */
  #isAccount = false

  constructor(settings: SmsGatewaySettings, gateway: string, { clock, warn }: Deps, onDown: () => void) {
    this.#settings = settings
    this.#onFailure = (reason, evidence) =>
      warn(evidence === 'credentials' ? 'sms account error' : 'sms not sent', { reason, gateway })
    this.#breaker = new Breaker(clock, () => {
      warn('sms gateway down', { gateway })
      onDown()
    })
  }

  isDown(): boolean {
    return this.#breaker.isDown()
  }

  /** It is down, by an error of the operator's account. */
  isDownByAccount(): boolean {
    return this.isDown() && this.#isAccount
  }

  /**
   * The most tries of unknown outcome that another one may follow. A gateway without idempotency keys may deliver twice: one repetition
   * is worth that, two are not.
   */
  get mostDoubts(): number {
    return SMS_GATEWAYS[this.#settings.gateway].deliversKeyOnce ? TRIES : 1
  }

  async send(message: SmsMessage, stopping: AbortSignal): Promise<Sent> {
    const { reason, ...sent } = await this.#ask(message, stopping).catch(unanswered)
    if (sent.outcome === 'accepted') {
      this.#breaker.succeeded()
      return sent
    }
    this.#onFailure(reason, sent.evidence)
    if (stopping.aborted || sent.evidence === 'question') return sent
    this.#isAccount = sent.evidence === 'credentials'
    this.#breaker.failed(sent.evidence)
    return { ...sent, failure: reason }
  }

  async #ask(message: SmsMessage, stopping: AbortSignal): Promise<Asked> {
    const { gateway, timeoutMs, ...access } = this.#settings
    const adapter = SMS_GATEWAYS[gateway]
    const { path, headers, ...content } = adapter.request(message, access)
    const url = path === undefined ? access.url : `${access.url.replace(/\/+$/, '')}${path}`
    const [type, body] =
      'form' in content
        ? ['application/x-www-form-urlencoded', new URLSearchParams(content.form).toString()]
        : ['application/json', JSON.stringify(content.json)]
    const posted = { method: 'POST', body, timeoutMs, signal: stopping } as const
    const types = { 'content-type': type, accept: 'application/json' }
    const { status, bytes, retryAfterMs } = await call(url, { ...posted, headers: { ...types, ...headers } })
    const answer = jsonOf(bytes)
    const isOk = status >= 200 && status <= 299
    const { outcome, code, theirId } = isOk ? adapter.read(answer) : readError(adapter, status, answer)
    // Not an answer of the gateway, but for example a page of a proxy before it.
    const isForeign = isOk && outcome === 'unknown' && code === undefined
    const byStatus = evidenceOf(isForeign ? undefined : status)
    const isKey = byStatus === 'question' && code !== undefined && adapter.credentials.includes(code)
    const codes = (code ?? '')
      .toLowerCase()
      .split(' ')
      .filter((one) => LOGGABLE.test(one))
    return {
      outcome,
      evidence: isKey ? 'credentials' : byStatus,
      theirId,
      retryAfterMs,
      reason: [outcome, ...(isOk ? [] : [`status ${status}`]), ...codes].join(' '),
    }
  }
}

/** One gateway, or two: the second one for what the first did not send. */
export class Gateways {
  readonly #all: readonly SmsGateway[]

  constructor(settings: readonly SmsGatewaySettings[], deps: Deps) {
    const onDown = () => void (this.isDown() && deps.warn('every sms gateway down'))
    this.#all = settings.map((one, i) => new SmsGateway(one, GATEWAY_NAMES[i === 0 ? 1 : 2], deps, onDown))
  }

  get mostTries(): number {
    return this.#all.length > 1 ? TRIES + 1 : TRIES
  }

  /** At the second gateway an unknown outcome at the first does not count. */
  get mostDoubts(): number[] {
    return this.#all.map((gateway, i) => gateway.mostDoubts + i)
  }

  /**
   * True if a message fails over to the second gateway. A code does so also after an unknown outcome: the same code twice does less
   * harm than none.
   */
  failsOver(outcome: SmsOutcome, isCode: boolean): boolean {
    const [, second] = this.#all
    return second !== undefined && (outcome !== 'unknown' || (isCode && !second.isDown()))
  }

  /** No SMS can be sent now. */
  isDown(): boolean {
    return this.#all.every((gateway) => gateway.isDown())
  }

  /** Each of them is down, the last one by an error of the operator's account. */
  isDownByAccount(): boolean {
    return this.isDown() && this.#all.at(-1)?.isDownByAccount() === true
  }

  /** True if messages begin at the second gateway, because only the first is down. */
  primaryIsDown(): boolean {
    return this.#all[0]?.isDown() === true && this.secondIsUp()
  }

  /** True if SMS may begin at a second gateway. */
  secondIsUp(): boolean {
    return this.#all[1]?.isDown() === false
  }

  send(number: GatewayNumber, message: SmsMessage, signal: AbortSignal): Promise<Sent> {
    return this.#all[number - 1]?.send(message, signal) ?? Promise.resolve({ outcome: 'not_taken', evidence: 'outage' })
  }
}
