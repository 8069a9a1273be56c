export { createPayments, type Payments } from './payments.ts'
export { createRefunds, type Refunds } from './refunds.ts'
export { createPaymentStore } from './payment-store.ts'
export { createRefundStore } from './refund-store.ts'
