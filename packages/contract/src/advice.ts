import { ERRORS, type ErrorCode } from './errors.ts'

const RETRY = 'Try again later, with the same Idempotency-Key.'

/** Advises a website's developer about each code that its server can meet. */
export const ADVICE: Partial<Record<ErrorCode, string>> = {
  required: 'Send the fields that `errors` names.',
  max_length_exceed: 'Shorten the fields that `errors` names.',
  invalid_request: 'Compare the request with the reference. `errors` names the fields, where they can be named.',
  invalid_api_key:
    'Send `Authorization: Bearer avpk_…`. A revoked or expired key gives this error too: create another one in the console.',
  insufficient_scope:
    'Use a key with the scope of this call. Payments need `payments:read` and `payments:write`: only the operator creates such a key.',
  redirect_uri_not_registered:
    'Compare the address with the list in the console, letter by letter. Scheme, port, path and the slash at its end must be the same.',
  idempotency_key_reused:
    'Use a new key for each new request. The same key is only for repetitions of the same request.',
  method_not_possible:
    'Ask for another `minimum_age`, or allow another method in `accept`. An account cannot prove this age.',
  currency_not_supported: 'Use EUR.',
  not_found:
    'Check the id. You get the same answer for an intent of another website, and with a test key for a live intent or the reverse.',
  intent_answered: 'Read the intent: its answer is final.',
  intent_expired: 'Create another intent, with another Idempotency-Key.',
  intent_cancelled: 'Create another intent, with another Idempotency-Key.',
  test_key_required: 'Use a test key. Only visitors can answer live intents.',
  payment_not_executed: 'Wait for `payment.executed`: only an executed payment can be refunded.',
  refund_exceeds_payment: 'Refund at most the paid amount minus the earlier refunds.',
  foreign_origin: 'Call from your server, not from a page.',
  method_not_allowed: 'Use a method that the reference names for this address.',
  body_too_large: 'Send at most 16 KiB.',
  unsupported_media_type: 'Send JSON, with `Content-Type: application/json`.',
  too_many_requests: 'Wait as many seconds as `Retry-After` says.',
  internal_error: `${RETRY} The failure is ours. Our log has it under the \`x-request-id\` of the answer.`,
  service_unavailable: RETRY,
}

/** An error in the words for websites' developers: the title, and the advice if the code has one. */
export const inWordsForPrograms = (code: ErrorCode): string =>
  [`${ERRORS[code].title}.`, ADVICE[code]].filter(Boolean).join(' ')
