/** The product did not answer, or gave an invalid answer. The same call may succeed later. */
export class AvouchUnavailable extends Error {
  override readonly name = 'AvouchUnavailable'
}

/** The product refused the call. The same call will be refused again. */
export class AvouchRefusal extends Error {
  override readonly name = 'AvouchRefusal'
  readonly status: number
  /** The reason: invalid_api_key, redirect_uri_not_registered, idempotency_key_reused, not_found … */
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A forged or outdated message. Answer it with 401. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook'
}

/** A verdict that the product did not sign for you, or that answers something else. Believe nothing of it. */
export class InvalidVerdict extends Error {
  override readonly name = 'InvalidVerdict'
}
