/** The operator asked for something that can't be; the message is one line and says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
  /** The error code of the admin API. */
  readonly code: 'conflict' | 'invalid_request' | 'not_found'

  constructor(message: string, code: OperatorError['code'] = 'conflict') {
    super(message)
    this.code = code
  }
}
