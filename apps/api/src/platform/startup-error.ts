/** The process can't start; the message is one line for the operator and says what to change. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
