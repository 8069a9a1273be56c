import type { Clock } from '../../platform/clock.ts'
import { createBreaker } from './breaker.ts'
import type { SmsGateway, SmsMessage, SmsOutcome } from './ports.ts'

/** The first one gets every message; the other one what the first did certainly not send. */
export type GatewayNumber = 1 | 2
export type Gateways = ReturnType<typeof createGateways>

/** So often is a message tried, over all processes; where there is a second gateway, that often there. */
const TRIES = 3

/** One gateway or two, each behind a circuit breaker of its own. */
export function createGateways(
  all: readonly [SmsGateway] | readonly [SmsGateway, SmsGateway],
  { clock, onDown }: { clock: Clock; onDown: (gateway: GatewayNumber) => void },
) {
  const guarded = all.map((gateway) => ({ gateway, breaker: createBreaker(clock) }))
  const [first, second] = guarded

  return {
    hasSecond: second !== undefined,
    /** No SMS can be sent now. */
    isDown: (): boolean => guarded.every(({ breaker }) => breaker.isDown()),
    /** Messages begin at the second gateway. */
    beginsAtSecond: (): boolean => first?.breaker.isDown() === true && second?.breaker.isDown() === false,
    maxTries: second === undefined ? TRIES : TRIES + 1,
    /**
     * By gateway, after how many tries of unknown outcome there is another one. A gateway without idempotency keys may
     * deliver twice: one try more is worth that, two are not.
     */
    maxDoubts: guarded.map(({ gateway }) => (gateway.deliversKeyOnce ? TRIES : 1)),

    async send(number: GatewayNumber, message: SmsMessage, signal: AbortSignal): Promise<SmsOutcome> {
      const at = guarded[number - 1]
      if (at === undefined) return 'not_taken'
      const outcome = await at.gateway.send(message, signal)
      if (outcome === 'accepted') at.breaker.succeeded()
      const failed = outcome === 'unknown' || outcome === 'not_taken'
      if (failed && !signal.aborted && at.breaker.failed()) onDown(number)
      return outcome
    },
  }
}
