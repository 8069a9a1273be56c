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
  ['insufficient_balance', 'balance'],
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
  /** Asks again: an obstacle may have gone since. */
  async function isGone(session: AppSession, obstacle: Pay['obstacle'], amount: number): Promise<boolean> {
    const { call } = product(session)
    if (obstacle === 'balance') return (await call(wallet)).data.available >= amount
    return obstacle === 'age' && isApproved((await call(kycStatus)).data.result.status)
  }

  /** How far a payment is; an ended one says how. */
  async function look(session: AppSession, open: Omit<Pay, 'bill' | 'reserved'>) {
    const { data: payment } = await product(session).call(readPayment, { params: { id: open.mintid } })
    const { amount, currency, description, live, redirect_uri } = payment.data
    const bill = { amount, currency, description, live }
    const obstacle = (await isGone(session, open.obstacle, amount)) ? undefined : open.obstacle
    session.request = { ...open, bill, obstacle, reserved: payment.status === 'reserved' }
    return { how: ENDED[payment.status], wayBack: redirect_uri }
  }

  /**
   * Sets the amount aside and pays it. What is in the way is said on the page; a sign-in that is too long ago is repeated,
   * and leads back here.
   * @returns where the payer goes back to, once it is paid
   */
  async function pay(session: AppSession, open: Pay): Promise<string | undefined> {
    const params = { id: open.mintid }
    try {
      await product(session).call(confirmPayment, { params })
      session.request = { ...open, reserved: true, obstacle: undefined }
      const { data } = await product(session).call(executePayment, { params })
      return data.data.redirect_uri
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const obstacle = OBSTACLES.get(error.code)
      if (error.code === 'step_up_required') await account.signInAgain(session)
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
