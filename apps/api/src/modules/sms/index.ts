export { createNoticeText } from './notice-text.ts'
export { createSmsDelivery, type SmsDelivery } from './delivery.ts'
