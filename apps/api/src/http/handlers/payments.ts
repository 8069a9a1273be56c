import type { Payments, Refunds } from '../../modules/payments/index.ts'
import type { Handlers } from '../route.ts'

type Deps = { payments: Payments; refunds: Refunds }
export const createPaymentHandlers = ({ payments, refunds }: Deps) =>
  ({
    readPayment: async ({ params }, { session }) => ({ status: 200, data: await payments.read(params.id, session) }),

    async confirmPayment({ params }, { session }) {
      const { repeated, payment } = await payments.confirm(params.id, session)
      return { status: repeated ? 202 : 200, data: payment }
    },

    async executePayment({ params }, { session }) {
      const { repeated, payment } = await payments.execute(params.id, session)
      return { status: repeated ? 202 : 200, data: payment }
    },

    async releasePayment({ params }, { session }) {
      const { repeated, payment } = await payments.release(params.id, session)
      return { status: repeated ? 202 : 200, data: payment }
    },

    refundPayment: async ({ params, headers, body }, { provider }) => ({
      status: 201,
      data: await refunds.create(provider, {
        intentId: params.id,
        amount: body.amount ?? null,
        idempotencyKey: headers['idempotency-key'],
      }),
    }),

    listRefunds: async ({ params }, { provider }) => ({ status: 200, data: await refunds.list(provider, params.id) }),

    providerBalance: async (_input, { provider }) => ({ status: 200, data: await refunds.balance(provider) }),
  }) satisfies Partial<Handlers>
