export type SmsMessage = {
  /** E.164 */
  to: string
  text: string
  /** What the gateway knows the message by. */
  idempotencyKey: string
}

/**
 * refused: certainly not sent, and it never will be; not_taken: certainly not sent, another try may help;
 * unknown: it may be on its way.
 */
export type SmsOutcome = 'accepted' | 'refused' | 'not_taken' | 'unknown'

export type SmsGateway = {
  send(message: SmsMessage, signal: AbortSignal): Promise<SmsOutcome>
  /** Whether it delivers a key once, however often it is asked. */
  deliversKeyOnce: boolean
}
