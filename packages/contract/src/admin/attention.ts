import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { INSTALLATION_READERS } from './roles.ts'

/** critical - visitors or proofs suffer now; warning - they will; task - a person has to decide. */
export const SEVERITIES = ['critical', 'warning', 'task'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The kinds of what may need a person. Those that name an alert have its bounds. */
export const ATTENTION_KINDS = [
  'queue_lags',
  'webhooks_undelivered',
  'database_silent',
  'old_transaction',
  'clock_wrong',
  'jobs_fail',
  'overdue',
  'partner_away',
  'sms_fail',
  'sms_gateway',
  'sms_undelivered',
  'sms_not_typed_in',
  'sms_countries',
  'identity_vendor',
  'identity_down',
  'identity_silent',
  'erasures_by_hand',
  'bank_not_understood',
  'sms_budget',
  'wrong_codes',
  'sms_pool_half',
  'trusted_list',
  'expires_soon',
  'webhook_stopped',
  'client_refused',
  'live_requested',
  'account_held',
  'approval_taken_back',
  'review_waits',
  'review_to_decide',
] as const
export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Why something fails: our key or rights are refused, nothing is answered, or an error is. */
export const TROUBLES = ['refused', 'no_answer', 'error'] as const
export type Trouble = (typeof TROUBLES)[number]

const attention = z.object({
  kind: z.enum(ATTENTION_KINDS),
  severity: z.enum(SEVERITIES),
  /** The queue, job, gateway, vendor, message, share of the money, countries, list, client or provider; null if the kind has only one. */
  about: z.nullable(z.string()),
  count: z.nullable(z.int()),
  /** When the trouble began, and when that last worked. */
  since: z.nullable(timestamp),
  last_good: z.nullable(timestamp),
  why: z.nullable(z.enum(TROUBLES)),
  /** The status or code behind it, as the log has it. */
  detail: z.nullable(z.string()),
  /** Its entry in the runbook. */
  alert: z.nullable(z.string()),
})
export type Attention = z.infer<typeof attention>

export const adminListAttention = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/attention',
  summary: 'What needs a person, the most urgent first, from the numbers that the alerts read.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  /** seen: the newest SMS and the identity checks of the last minutes; 0 of them say nothing of gateways or vendors. */
  answers: { 200: z.object({ data: z.array(attention), seen: z.object({ sms: z.int(), checks: z.int() }) }) },
  errors: [],
})
