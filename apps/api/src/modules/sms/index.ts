import type { Background } from '../../platform/background.ts'
import { foldSpend, sweepSpend } from './budget.ts'
import { foldDelivery, sweepDelivery } from './delivery-counts.ts'
import { SMS_OUTBOX, smsBacklog, sweepMessages } from './outbox-store.ts'

export {
  type CodeRecipient,
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
} from './budget.ts'
export { GATEWAY_NAMES, Gateways } from './fail-over.ts'
export { DELIVERY_DAYS, readDeliveryCounts, sumDelivery } from './delivery-counts.ts'
export { SMS_REPORT_PATH, SmsReports, type UndeliveredCode } from './reports.ts'
export { createNoticeText } from './notices.ts'
export {
  type ClaimedSms,
  deleteMessages,
  endTypedIn,
} from './outbox-store.ts'
export {
  type Arrived,
  measureTypedIn,
  recentReports,
  type RecentSms,
  recentSms,
  refusedCountries,
  type SentToNumber,
  smsOfNumber,
  typedInCodes,
} from './recent-sms.ts'
export { Sms } from './sms.ts'
export { TRIAL_MS, trySms } from './trial.ts'

export const SMS: Background = {
  outboxes: [SMS_OUTBOX],
  sweeps: { sweepMessages, sweepSpend, foldSpend, sweepDelivery, foldDelivery },
  backlogs: [smsBacklog],
}
