export {
  type CodeRecipient,
  foldSpend,
  isBlocked,
  measurePools,
  MONEY,
  type Phones,
  provenSubject,
  rangeOf,
  readSpend,
  SmsBudget,
  type SmsLimits,
  smsLimitsWith,
  sweepSpend,
} from './budget.ts'
export { GATEWAY_NAMES, Gateways } from './fail-over.ts'
export { DELIVERY_DAYS, foldDelivery, readDeliveryCounts, sumDelivery, sweepDelivery } from './delivery-counts.ts'
export { SMS_REPORT_PATH, SmsReports } from './reports.ts'
export { createNoticeText } from './notices.ts'
export {
  type ClaimedSms,
  deleteMessages,
  endTypedIn,
  SMS_OUTBOX,
  smsBacklog,
  sweepMessages,
} from './outbox-store.ts'
export {
  type Arrived,
  measureTypedIn,
  recentReports,
  type RecentSms,
  recentSms,
  refusedCountries,
  typedInCodes,
} from './recent-sms.ts'
export { Sms } from './sms.ts'
export { TRIAL_MS, trySms } from './trial.ts'
