type CatalogueEntry = { readonly status: number; readonly title: string }

/**
 * Every error a caller can meet, with the status it travels under and a short English title for machines' logs.
 * People read the phrase of the same code, which the server writes into its answer; a code without a phrase does not compile.
 */
export const ERRORS = {
  // The product's own catalogue.
  required: { status: 400, title: 'A required field is missing' },
  digit_length: { status: 400, title: 'Wrong number of digits' },
  code_length: { status: 400, title: 'The code has 12 letters and digits' },
  matching_pin: { status: 400, title: 'The PINs differ' },
  max_length_exceed: { status: 400, title: 'The value is too long' },
  required_country_code: { status: 400, title: 'A country code is required' },
  invalid_pin: { status: 400, title: 'The PIN is too easy to guess' },
  same_pin: { status: 400, title: 'The PIN is the one that the account has' },
  phone_number_exist: { status: 409, title: 'The phone number has an account' },
  phone_number_does_not_exist: { status: 404, title: 'No account for this phone number' },
  wrong_login_info: { status: 401, title: 'The log-in details are wrong' },
  account_locked: { status: 403, title: 'The operator has locked the account' },
  wrong_sms_code: { status: 422, title: 'The code from the SMS is wrong' },
  dead_link: { status: 422, title: 'The link is over' },
  wrong_verification: { status: 422, title: 'The verification failed' },
  under_age_18: { status: 403, title: 'The holder must be at least 18' },
  appeal_used: { status: 409, title: 'The one appeal was made already' },
  mintid_not_exist: { status: 404, title: 'The request of the website is unknown' },
  mintid_used: { status: 404, title: 'The request of the website can no longer be used' },
  app_link_over: { status: 410, title: 'The QR code is over' },
  app_link_number: { status: 422, title: 'Another number than on the other screen' },
  presentation_over: { status: 410, title: 'The request is over' },
  presentation_refused: { status: 422, title: 'Not a proof' },
  presentation_digits: { status: 422, title: 'Other digits' },
  passkey_refused: { status: 422, title: 'The passkey does not open this' },
  passkey_held: { status: 403, title: 'Passkeys are held after the PIN was changed' },
  cannot_send_sms: { status: 500, title: 'The SMS could not be delivered' },

  // Errors of any web service.
  invalid_request: { status: 400, title: 'The request is malformed' },
  invalid_phone_number: { status: 400, title: 'Not a mobile number' },
  captcha_failed: { status: 400, title: 'The captcha is missing, wrong or over' },
  invalid_token: { status: 401, title: 'The access token is missing, wrong or expired' },
  insufficient_user_authentication: { status: 401, title: 'The SMS code is still to be confirmed' },
  invalid_api_key: { status: 401, title: 'The API key is missing or wrong' },
  invalid_signature: { status: 401, title: 'The signature is missing, wrong or too old' },
  redirect_uri_not_registered: { status: 422, title: 'The redirect address is not registered' },
  idempotency_key_reused: { status: 422, title: 'The idempotency key came with another request' },
  foreign_origin: { status: 403, title: 'The request comes from another website' },
  insufficient_scope: { status: 403, title: 'Not allowed to do this' },
  insufficient_balance: { status: 409, title: 'The wallet does not hold enough' },
  age_proof_required: { status: 403, title: 'The payer is not proven to be of age' },
  step_up_required: { status: 403, title: 'The sign-in is too long ago for a payment' },
  sign_in_again: { status: 403, title: 'The sign-in is too long ago' },
  payment_held: { status: 403, title: 'Payments are held after the PIN was changed' },
  payment_not_confirmed: { status: 409, title: 'The payment was not confirmed before' },
  payment_not_executed: { status: 409, title: 'The payment was not executed' },
  refund_exceeds_payment: { status: 422, title: 'More than what was paid and not paid back' },
  method_not_possible: { status: 422, title: 'No accepted method proves this age' },
  currency_not_supported: { status: 422, title: 'Not a currency that wallets hold' },
  payment_contradicts: { status: 409, title: 'Another amount or currency than before' },
  test_key_required: { status: 403, title: 'Only for test keys' },
  intent_answered: { status: 409, title: 'The intent is answered already' },
  intent_expired: { status: 409, title: 'The intent has expired' },
  intent_cancelled: { status: 409, title: 'The intent was cancelled' },
  conflict: { status: 409, title: 'Not in this state' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  body_too_large: { status: 413, title: 'The request is too large' },
  unsupported_media_type: { status: 415, title: 'Content type not supported' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  resend_too_soon: { status: 429, title: 'A new code can be sent later' },
  internal_error: { status: 500, title: 'Internal error' },
  service_unavailable: { status: 503, title: 'Temporarily unavailable' },

  // The token endpoint speaks RFC 6749, section 5.2.
  invalid_client: { status: 401, title: 'Unknown client' },
  invalid_grant: { status: 400, title: 'The credentials or the refresh token are not valid' },
  unsupported_grant_type: { status: 400, title: 'Unsupported grant type' },
} as const satisfies Record<string, CatalogueEntry>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[]

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value)

/** Details of an error: invalid fields, seconds to wait, whether another code must be requested. */
export type ErrorDetails = {
  /** The server's own words, in the language that was asked for. */
  message?: string | undefined
  errors?: { field: string; code: ErrorCode }[] | undefined
  /** Seconds until a new SMS code may be asked for. */
  resend_after?: number | undefined
  /** The SMS code is dead: the sign-in starts again. */
  restart?: boolean | undefined
  /** Why the answer of an app was refused. */
  reason?: string | undefined
  /** With under_age_18: what this browser appeals with, for ten minutes. */
  appeal_token?: string | undefined
  /** Seconds until the same request may succeed; travels as Retry-After too. */
  retry_after?: number | undefined
}

/** The one error class of both sides: the server throws it, the client throws the same again. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails
  readonly status: number

  /** `status`: another one than the code's, for refusals of HTTP that have no code of their own. */
  constructor(code: ErrorCode, details: ErrorDetails = {}, options: ErrorOptions & { status?: number } = {}) {
    super(ERRORS[code].title, options)
    this.code = code
    this.details = details
    this.status = options.status ?? ERRORS[code].status
  }
}
