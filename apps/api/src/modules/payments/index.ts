export { createPayments, type Payments } from './payments.ts'
export { createRefunds, type Refunds } from './refunds.ts'
