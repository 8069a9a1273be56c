import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Repeat } from '../../platform/repeat.ts'
import type { AppendEvents } from '../audit/index.ts'
import { type Bank, type BankSettings, createBank } from './bank.ts'
import { BANK, holdAccounts, isBooked, post, RETURNS } from './ledger-store.ts'
import { claimReturn, type DueReturn, markReturnSent, postponeReturn } from './return-store.ts'

const LOOK_EVERY_MS = 2 * SECOND_MS
/** Longer than any call of the bank: after this time the process that took the order has died. */
const HOLD_MS = 60 * SECOND_MS
const FIRST_WAIT_MS = 5 * SECOND_MS
const LONGEST_WAIT_MS = 6 * HOUR_MS

type Sending = { db: Database; clock: Clock; append: AppendEvents; bank: Bank }
type Deps = Omit<Sending, 'bank'> & {
  settings: BankSettings
  repeat: Repeat
  warn: (event: string, details: object) => void
}

/** Sends back money that could not be kept. An order is repeated under its id until the bank has it. */
export function createReturns({ settings, repeat, warn, ...deps }: Deps) {
  const bank = createBank({ ...settings, onFailure: (reason) => warn('return order not sent', { reason }) })
  const onError = (error: unknown) => warn('return orders not looked for', { reason: (error as Error).name })
  return {
    /** Sends due orders from now on. */
    start: () => repeat((signal) => sendDue({ ...deps, bank }, signal), { everyMs: LOOK_EVERY_MS, onError }),
  }
}

const waitAfter = (attempts: number) => Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS)

/** Every due order; safe in several processes at the same moment. */
async function sendDue(deps: Sending, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const now = deps.clock()
    const order = await claimReturn(deps.db, now, later(now, HOLD_MS))
    if (order === undefined) return
    await send(deps, order, signal)
  }
}

async function send(deps: Sending, { attempts, ...order }: DueReturn, signal: AbortSignal): Promise<void> {
  const { db, clock, bank } = deps
  const accepted = await bank.giveBack(order, signal)
  if (accepted) await settleReturn(deps, order.id, clock())
  else await postponeReturn(db, { id: order.id, attempts }, later(clock(), waitAfter(attempts)))
}

/** One transaction, once: the bank has the order, and the ledger says so. */
export const settleReturn = ({ db, append }: Pick<Sending, 'db' | 'append'>, id: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const sent = await markReturnSent(tx, id, now)
    if (sent === undefined) return
    if (isBooked(sent)) {
      await holdAccounts(tx, [BANK, RETURNS])
      const lines = [[RETURNS, -sent.amount] as const, [BANK, sent.amount] as const]
      await post(tx, { kind: 'returned', cause: `returned:${id}`, at: now, lines })
    }
    await append(tx, { type: 'wallet.returned', reason: id })
  })
