const DETAILS = 'details of the audit trail'
export const MARKS = 'where the trail begins and ends'

type Remainder = { columns: readonly string[]; why: string; days: number }

/** All that remains of a person after the erasure: where, why, and until when. */
export const REMAINS: readonly Remainder[] = [
  { columns: ['tombstone.hash'], why: 'late reports, and for a quarter of an hour the one answer', days: 1 },
  {
    columns: ['code_hash', 'id_hash', 'intent_id', 'device_hash'].map((name) => `app_link.${name}`),
    why: 'a code that an app scanned, so that the browser that waits hears the end',
    days: 1,
  },
  { columns: ['deletion.token_hash'], why: 'how far the deletion is, for who has its token', days: 30 },
  { columns: ['rate_limit.key'], why: 'what limits count, until it has run off', days: 3 },
  {
    columns: ['sms_code.id', 'sms_code.phone_idx'],
    why: 'the wrong codes and SMS of the number, until they have run off',
    days: 1,
  },
  { columns: ['registration_stop.number_mac'], why: 'no second try for now', days: 30 },
  {
    columns: ['intent.reference', 'intent.verdict'],
    why: 'what providers asked, and their answer',
    days: 91,
  },
  {
    columns: [
      ...['id', 'mintid_hash', 'request_hash'].map((name) => `intent.${name}`),
      ...['intent_id', 'description', 'available_id', 'reserved_id', 'receipt'].map((name) => `payment.${name}`),
      ...['id', 'intent_id', 'idempotency_key'].map((name) => `payment_refund.${name}`),
    ],
    why: 'what was asked, and of a payment what was bought and paid back, out of accounts that are nobody’s',
    days: 396,
  },
  {
    columns: ['webhook_event.id', 'webhook_event.intent_id', 'webhook_event.body', 'webhook_attempt.event_id'],
    why: 'what providers were told',
    days: 91,
  },
  {
    columns: ['family_id', 'phone_prefix', 'device_prefix', 'network_hash', 'reason', 'request_id', 'salt'].map(
      (name) => `audit_event.${name}`,
    ),
    why: DETAILS,
    days: 91,
  },
  {
    columns: ['actor', 'details_hash', 'prev_hash', 'hash'].map((name) => `audit_event.${name}`),
    why: 'the audit trail, where a person is a keyed hash',
    days: 366,
  },
  {
    columns: [
      'ledger_account.id',
      ...['id', 'cause', 'intent_id'].map((name) => `ledger_entry.${name}`),
      ...['entry_id', 'account_id'].map((name) => `ledger_line.${name}`),
      ...['id', 'event_id', 'payment_id', 'available_id'].map((name) => `deposit.${name}`),
      ...['id', 'deposit_id'].map((name) => `return_order.${name}`),
    ],
    why: 'the books: money that came in and went back, in accounts that are nobody’s',
    days: Infinity,
  },
  { columns: ['audit_mark.hash', 'audit_mark.mac'], why: MARKS, days: Infinity },
]
/** Rows that change although no value in them relates to a person. */
export const COUNTS = [
  'audit_note',
  'job_run',
  'failure_streak',
  'sweep_walk',
  'sms_spend',
  'sms_delivery',
  'intent_day',
  'appeal_month',
  'intent_counted',
  'provider',
  'provider_key',
  'registration_stop_key',
]
/** Tables without personal rows, without a way to get one yet, or emptied every second. Every other table must have had a row of the person. People at the consoles are no visitors. */
export const STRANGERS = [
  'audit_inbox',
  'front_end_file',
  // Vendors have sessions: test/vendors/adapter.ts.
  'identity_session',
  // Has requests that are open for more than an hour: intents/figures.api.test.ts.
  'intent_uncounted',
  'switch',
  'migration',
  'installation',
  'provider_redirect',
  'spent_captcha',
  'oidc_client',
  'oidc_record',
  'presentation',
  'staff',
  'staff_invitation',
  'staff_membership',
  'staff_recovery_code',
  'staff_session',
  'trust_list',
  'trust_anchor',
]
