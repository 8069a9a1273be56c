import type { Intent } from '../intents/index.ts'
import type { NewEvent } from '../webhooks/index.ts'
import type { ProviderAccess } from '../providers/index.ts'
import type { Wallet } from '../wallet/index.ts'

/** lost: it is not the payer's to confirm or to execute any more, or somebody else was first. */
export type Reserved = 'reserved' | 'insufficient' | 'not_adult' | 'lost'
export type Captured = { kind: 'executed' } | { kind: 'not_adult' } | { kind: 'lost' } | { kind: 'held'; since: Date }

export type Reservation = { intentId: string; accountId: string; wallet: Wallet; now: Date }

export type Capture = {
  intentId: string
  accountId: string
  receipt: string
  event: NewEvent
  now: Date
  /** Who set the PIN anew in an unknown browser after this moment pays later. */
  heldSince: Date
}

export type PaymentStore = {
  /** One transaction: sets the amount aside, once. A test sets nothing aside. */
  reserve(reservation: Reservation): Promise<Reserved>
  /** One transaction: pays what was set aside, once, with the event. */
  capture(capture: Capture): Promise<Captured>
}

export type RefundRow = { id: string; intentId: string; amount: number; currency: string; createdAt: Date }

export type NewRefund = {
  id: string
  asker: ProviderAccess
  intentId: string
  /** null: all that is left. */
  amount: number | null
  idempotencyKey: string
  requestHash: Buffer
  now: Date
}

export type Refunded = { refund: RefundRow; requestHash: Buffer } | 'not_found' | 'not_executed' | 'too_much'

export type RefundStore = {
  /**
   * One transaction: the refund, or the earlier one of the same key. What goes to a wallet that is closed goes on to
   * where its money came from.
   */
  refund(refund: NewRefund, eventOf: (intent: Intent, refund: RefundRow) => NewEvent): Promise<Refunded>
  /** The oldest first; undefined when there is no such payment. */
  list(asker: ProviderAccess, intentId: string): Promise<RefundRow[] | undefined>
  payable(asker: ProviderAccess): Promise<number>
}
