export { Payments } from './payments.ts'
export { Refunds } from './refunds.ts'
