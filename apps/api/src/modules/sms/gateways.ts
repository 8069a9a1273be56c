import { Breaker } from '../../platform/breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import { NotReached, post } from '../../platform/post.ts'
import {
  type Read,
  SMS_PRESETS,
  type SmsAccess,
  type SmsGatewayName,
  type SmsMessage,
  type SmsOutcome,
} from './presets.ts'

export type SmsGatewaySettings = SmsAccess & { gateway: SmsGatewayName; timeoutMs: number }
/** The first one gets every message; the other one what the first did certainly not send. */
export type GatewayNumber = 1 | 2
/** As they are named in metrics and the log. */
export const GATEWAY_NAMES: Readonly<Record<GatewayNumber, string>> = { 1: 'first', 2: 'second' }

/** A message is tried so often over all processes; where there is a second gateway, that often there. */
const TRIES = 3

/** A 4xx is a definite no, but for too many at once; a 5xx may still be delivered. */
const ofStatus = (status: number): SmsOutcome =>
  status === 429 ? 'not_taken' : status >= 400 && status < 500 ? 'refused' : 'unknown'

/** Their own codes are digits or a word; whatever else comes back stays out of the log. */
const tellable = (code = '') => (/^[a-z0-9 ]{1,20}$/.test(code) ? ` ${code}` : '')

type Hooks = {
  clock: Clock
  onFailure: (reason: string) => void
  /** From now on nothing is sent there for a while. */
  onDown: () => void
}

/** One gateway, spoken to as its preset says, behind a circuit breaker: while it is down nothing begins there. */
export class SmsGateway {
  readonly #settings: SmsGatewaySettings
  readonly #onFailure: Hooks['onFailure']
  readonly #breaker: Breaker

  constructor(settings: SmsGatewaySettings, { clock, onFailure, onDown }: Hooks) {
    this.#settings = settings
    this.#onFailure = onFailure
    this.#breaker = new Breaker(clock, onDown)
  }

  isDown(): boolean {
    return this.#breaker.isDown()
  }

  /**
   * Limits the tries of unknown outcome after which there is another one. A gateway without idempotency keys may deliver twice: one try
   * more is worth that, two are not.
   */
  get mostAmbiguousTries(): number {
    return SMS_PRESETS[this.#settings.gateway].deliversKeyOnce ? TRIES : 1
  }

  async send(message: SmsMessage, stopping: AbortSignal): Promise<SmsOutcome> {
    const { outcome, reason } = await this.#ask(message, stopping).catch((error: unknown) => {
      const failed: SmsOutcome = error instanceof NotReached ? 'not_taken' : 'unknown'
      const { name, code } = (error instanceof NotReached ? error.cause : error) as Error & { code?: string | number }
      return { outcome: failed, reason: typeof code === 'string' ? code : name }
    })
    if (outcome === 'accepted') {
      this.#breaker.succeeded()
      return outcome
    }
    this.#onFailure(reason)
    if (outcome !== 'refused' && !stopping.aborted) this.#breaker.failed()
    return outcome
  }

  async #ask(message: SmsMessage, stopping: AbortSignal): Promise<{ outcome: SmsOutcome; reason: string }> {
    const { gateway, timeoutMs, ...access } = this.#settings
    const preset = SMS_PRESETS[gateway]
    const { url, headers, body } = preset.request(message, access)
    const { status, text } = await post(url, { headers, body, timeoutMs, signal: stopping })
    const isOk = status >= 200 && status <= 299
    const { outcome, code }: Read = isOk ? preset.read(text) : { outcome: ofStatus(status), code: `status ${status}` }
    return { outcome, reason: `${outcome}${tellable(code)}` }
  }
}

/** One gateway or two. */
export class Gateways {
  readonly #all: readonly SmsGateway[]

  constructor(all: readonly SmsGateway[]) {
    this.#all = all
  }

  get hasSecond(): boolean {
    return this.#all.length > 1
  }

  get mostTries(): number {
    return this.hasSecond ? TRIES + 1 : TRIES
  }

  get mostAmbiguousTries(): number[] {
    return this.#all.map((gateway) => gateway.mostAmbiguousTries)
  }

  /** No SMS can be sent now. */
  isDown(): boolean {
    return this.#all.every((gateway) => gateway.isDown())
  }

  /** Tells if messages begin at the second gateway, because the first alone is down. */
  primaryIsDown(): boolean {
    const [first, second] = this.#all
    return first?.isDown() === true && second?.isDown() === false
  }

  send(number: GatewayNumber, message: SmsMessage, signal: AbortSignal): Promise<SmsOutcome> {
    return this.#all[number - 1]?.send(message, signal) ?? Promise.resolve('not_taken')
  }
}
