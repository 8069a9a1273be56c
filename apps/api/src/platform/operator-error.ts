/** The operator asked for something that can't be; the message is one line and says why. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
