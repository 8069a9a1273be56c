import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { growingWait, type Outbox, type Claimed } from '../../platform/outbox.ts'
import type { Audit } from '../audit/index.ts'
import { type Bank, type BankSettings, createBank } from './bank.ts'
import { BANK, holdAccounts, isBooked, post, RETURNS } from './ledger-store.ts'
import { markReturnSent, RETURN_OUTBOX, readReturn } from './return-store.ts'

type Sending = { db: Database; clock: Clock; audit: Audit; bank: Bank }
type Deps = Omit<Sending, 'bank'> & {
  settings: BankSettings
  warn: (event: string, details: object) => void
}

/** Sends back money that could not be kept. An order is repeated under its id until the bank has it. */
export function createReturns({ settings, warn, ...deps }: Deps): { outbox: Outbox } {
  const bank = createBank({ ...settings, onFailure: (reason) => warn('return order not sent', { reason }) })
  return {
    outbox: {
      ...RETURN_OUTBOX,
      limits: { inAll: 1 },
      run: (claimed, signal) => send({ ...deps, bank }, claimed, signal),
    },
  }
}

async function send(deps: Sending, { id, attempt }: Claimed, signal: AbortSignal): Promise<Date | undefined> {
  const { db, clock, bank } = deps
  const order = await readReturn(db, id)
  if (order !== undefined && !(await bank.giveBack(order, signal))) return later(clock(), growingWait(attempt))
  await settleReturn(deps, id, clock())
  return undefined
}

/** One transaction, once: the bank has the order, and the ledger says so. */
export const settleReturn = ({ db, audit }: Pick<Sending, 'db' | 'audit'>, id: string, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const sent = await markReturnSent(tx, id, now)
    if (sent === undefined) return
    if (isBooked(sent)) {
      await holdAccounts(tx, [BANK, RETURNS])
      const lines = [[RETURNS, -sent.amount] as const, [BANK, sent.amount] as const]
      await post(tx, { kind: 'returned', cause: `returned:${id}`, at: now, lines })
    }
    await audit.append(tx, { type: 'wallet.returned', reason: id })
  })
