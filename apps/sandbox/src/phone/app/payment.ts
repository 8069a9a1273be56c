import { AppError, confirmPayment, executePayment, type Payment, readPayment, releasePayment } from '@avouch/contract'
import type { Account } from './account.ts'
import type { AppRequest, AppSession, Bill, Ending } from './model.ts'

type Pay = Extract<AppRequest, { stage: 'pay' }>

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

const billOf = ({ data }: Payment): Bill => ({
  amount: data.amount,
  currency: data.currency,
  description: data.description,
  live: data.live,
})

/** A payment: what it says, and paying it. */
export function createPayments({ account }: { account: Account }) {
  /** How far a payment is; an ended one says how. */
  async function look(session: AppSession, pay: Omit<Pay, 'bill' | 'reserved'>) {
    const { data: payment } = await account.call(session, readPayment, { params: { id: pay.mintid } })
    const how = ENDED[payment.status]
    session.request = { ...pay, bill: billOf(payment), reserved: payment.status === 'reserved' }
    return { how, wayBack: payment.data.redirect_uri }
  }

  /**
   * Sets the amount aside and pays it. What is in the way is said on the page; a sign-in that is too long ago is repeated,
   * and leads back here.
   * @returns where the payer goes back to, once it is paid
   */
  async function pay(session: AppSession, open: Pay): Promise<string | undefined> {
    const params = { id: open.mintid }
    try {
      await account.call(session, confirmPayment, { params })
      session.request = { ...open, reserved: true, obstacle: undefined }
      const { data } = await account.call(session, executePayment, { params })
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
    if (reserved) await account.call(session, releasePayment, { params: { id: mintid } })
  }

  return { look, pay, release }
}
export type Payments = ReturnType<typeof createPayments>
