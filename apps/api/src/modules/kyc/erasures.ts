import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { DueErasure, ErasureStore, IdentityService } from './ports.ts'
import { transactionCode } from './transaction-code.ts'

/** Longer than any call takes: whoever took the check is gone. */
const HOLD_MS = MINUTE_MS
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

type Deps = {
  store: ErasureStore
  service: Pick<IdentityService, 'forget'>
  clock: Clock
  mac: (...parts: string[]) => Buffer
}

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** Has the identity-check service forget the checks of erased accounts: each is asked for until it is acknowledged. */
export function createErasures({ store, service, clock, mac }: Deps) {
  async function forget({ checkId, attempts }: DueErasure, signal: AbortSignal): Promise<boolean> {
    const done = await service.forget(transactionCode(mac, checkId), signal)
    if (done) await store.settle(checkId)
    else await store.postpone({ checkId, attempts }, later(clock(), waitAfter(attempts)))
    return done
  }

  /** Everything that is due, until the service does not answer. Several processes may do so at the same moment. */
  async function lookOnce(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = clock()
      const due = await store.claim(now, later(now, HOLD_MS))
      if (due === undefined || !(await forget(due, signal))) return
    }
  }

  return { lookOnce }
}
