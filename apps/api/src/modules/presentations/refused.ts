import type { PresentationReason } from '@avouch/contract'

/** An answer that proves nothing. The message is for tests and never leaves the process. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly reason: PresentationReason

  constructor(reason: PresentationReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** @throws Refused if the condition is false */
export function must(condition: boolean, reason: PresentationReason, message: string): asserts condition {
  if (!condition) throw new Refused(reason, message)
}
