import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Bank, DueReturn, ReturnStore } from './ports.ts'

/** Longer than any call of the bank: whoever took the order is gone. */
const HOLD_MS = 60 * SECOND_MS
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

type Deps = { store: ReturnStore; bank: Bank; clock: Clock }

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** Sends money back that nobody could keep. An order is repeated under its id until the bank has it. */
export function createReturns({ store, bank, clock }: Deps) {
  async function send({ attempts, ...order }: DueReturn, signal: AbortSignal): Promise<void> {
    const taken = await bank.giveBack(order, signal)
    if (taken) await store.settle(order.id, clock())
    else await store.postpone({ id: order.id, attempts }, later(clock(), waitAfter(attempts)))
  }

  /** Everything that is due. Several processes may do so at the same moment. */
  async function lookOnce(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = clock()
      const order = await store.claim(now, later(now, HOLD_MS))
      if (order === undefined) return
      await send(order, signal)
    }
  }

  return { lookOnce }
}
