import {
  AppError,
  confirmPayment,
  executePayment,
  isApproved,
  kycStatus,
  type Payment,
  readPayment,
  releasePayment,
  wallet,
} from '@avouch/contract'
import type { Account } from './account.ts'
import type { Ending } from './endings.ts'
import type { AppSession, Stage } from './model.ts'
import type { Product } from './product.ts'

type Pay = Stage<'pay'>

/** What stands in the way of a payment for now; the payment stays. */
const OBSTACLES: ReadonlyMap<string, NonNullable<Pay['obstacle']>> = new Map([
  ['payment_held', 'held'],
  ['age_proof_required', 'age'],
])

const ENDED: Readonly<Partial<Record<Payment['status'], Ending>>> = {
  executed: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
  denied: 'gone',
}

/** A payment: what it says, and paying it. */
export function createPayments({ account, product }: { account: Account; product: Product }) {
  /** How far a payment is, and whether the wallet holds enough for it. @returns how it ended */
  async function look(session: AppSession, open: Omit<Pay, 'bill' | 'reserved' | 'available' | 'missing'>) {
    const { call } = product(session)
    const { data: payment } = await call(readPayment, { params: { id: open.mintid } })
    const { amount, currency, description, live } = payment.data
    const bill = { amount, currency, description, live }
    const reserved = payment.status === 'reserved'
    const { available } = (await call(wallet)).data
    const missing = reserved || !live ? 0 : Math.max(amount - available, 0)
    // Asked again: the obstacle may have gone since.
    const isProven = open.obstacle === 'age' && isApproved((await call(kycStatus)).data.result.status)
    session.request = { ...open, bill, reserved, available, missing, obstacle: isProven ? undefined : open.obstacle }
    return ENDED[payment.status]
  }

  /**
   * Sets the amount aside and pays it. What is in the way is said on the page; a sign-in that is too long ago is repeated,
   * and leads back here.
   * @returns the sum and the rest in the wallet, once it is paid
   */
  async function pay(session: AppSession, open: Pay): Promise<Stage<'ended'>['paid']> {
    const params = { id: open.mintid }
    try {
      await product(session).call(confirmPayment, { params })
      session.request = { ...open, reserved: true, obstacle: undefined }
      await product(session).call(executePayment, { params })
      return { sum: open.bill, left: (await product(session).call(wallet)).data.available }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const obstacle = OBSTACLES.get(error.code)
      if (error.code === 'step_up_required') await account.signInAgain(session)
      else if (error.code === 'insufficient_balance') return undefined
      else if (obstacle === undefined || session.request?.stage !== 'pay') throw error
      else session.request = { ...session.request, obstacle, heldSeconds: error.details.retry_after }
      return undefined
    }
  }

  /** What was set aside is the payer's again. */
  async function release(session: AppSession, { mintid, reserved }: Pay): Promise<void> {
    if (reserved) await product(session).call(releasePayment, { params: { id: mintid } })
  }

  return { look, pay, release }
}
export type Payments = ReturnType<typeof createPayments>
