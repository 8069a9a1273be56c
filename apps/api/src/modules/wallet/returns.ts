import { type ReturnOrder, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Warn } from '../../platform/log.ts'
import { call, reasonOf } from '../../platform/outgoing.ts'
import { growingWait, type Outbox } from '../../platform/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { BANK, lockAccounts, isBooked, post, RETURNS } from './ledger-store.ts'
import { markReturnSent, RETURN_OUTBOX, readReturn } from './return-store.ts'

const TIMEOUT_MS = 5 * SECOND_MS

type BankSettings = {
  /** undefined: no bank yet, and return orders wait. */
  returnsUrl: string | undefined
  token: string
}
type Deps = { db: Database; clock: Clock; audit: Audit; settings: BankSettings; warn: Warn }

/** Sends back money that could not be kept. An order is repeated under its id until the bank has it. */
export const createReturns = (deps: Deps): Outbox => ({
  ...RETURN_OUTBOX,
  limits: { inAll: 1 },
  async run({ id, attempt }, signal) {
    const { db, clock } = deps
    const order = await readReturn(db, id)
    if (order !== undefined && !(await giveBack(deps, order, signal))) return later(clock(), growingWait(attempt))
    await settleReturn(deps, id, clock())
    return undefined
  },
})

/**
 * Posts a return order to the bank. The order's id is its idempotency key.
 * @returns false after any failure: the same order is sent again under the same id
 */
async function giveBack(
  { settings: { returnsUrl, token }, warn }: Pick<Deps, 'settings' | 'warn'>,
  order: ReturnOrder,
  signal: AbortSignal,
): Promise<boolean> {
  if (returnsUrl === undefined) return false
  try {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': order.id,
    }
    const posted = { method: 'POST', headers, body: JSON.stringify(order), timeoutMs: TIMEOUT_MS, signal } as const
    const { status } = await call(returnsUrl, { ...posted, mostBytes: 0 })
    const isTaken = status >= 200 && status <= 299
    if (!isTaken) warn('return order not sent', { reason: `status ${status}` })
    return isTaken
  } catch (error) {
    if (!signal.aborted) warn('return order not sent', { reason: reasonOf(error) })
    return false
  }
}

/** One transaction, once: the bank has the order, and the ledger says so. */
export const settleReturn = ({ db, audit }: Pick<Deps, 'db' | 'audit'>, id: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const sent = await markReturnSent(tx, id, now)
    if (sent === undefined) return
    if (isBooked(sent)) {
      await lockAccounts(tx, [BANK, RETURNS])
      const lines = [[RETURNS, -sent.amount] as const, [BANK, sent.amount] as const]
      await post(tx, { kind: 'returned', cause: `returned:${id}`, at: now, lines })
    }
    await audit.append(tx, { type: 'wallet.returned', reason: id })
  })
