export { crossed, decide } from './decide.ts'
export { createDescribeSms, type DescribeSms, type SmsOrder } from './describe.ts'
export { centsOf, forAddresses, SMS_LIMITS, type SmsLimits } from './limits.ts'
