export { createSmsDelivery, type SmsDelivery } from './delivery.ts'
