import type { Language } from '@avouch/contract'
import type { CodeSeed } from './code-seed.ts'

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

/** What an account is told besides codes. */
export type SmsNotice = 'review_ended' | 'account_exists' | 'pin_changed' | 'codes_wrong' | 'pin_closed'

/** A message that this process, and no other, is to send now. */
export type ClaimedSms = {
  id: string
  /** Which try this is, from 1. */
  tries: number
  language: Language
  phoneIdx: Buffer
  phoneEnc: string
  about: { code: CodeSeed } | { notice: SmsNotice }
}

export type ClaimRule = {
  /** Tries over all processes. */
  maxTries: number
  /** Tries of unknown outcome after which there is another one. */
  maxDoubts: number
  /** A message that was claimed before this has lost its process. */
  abandonedBefore: Date
}

export type SmsState = 'waiting' | 'sending' | 'accepted' | 'refused' | 'dead'

/** Each call is decided by one statement. */
export type SmsStore = {
  /**
   * Nothing when another process is at it, or there is nothing left to do. A notice is decided before its first try: it
   * is postponed while the budget says no, and somebody will look after it again.
   */
  claim(id: string, rule: ClaimRule, now: Date): Promise<ClaimedSms | 'postponed' | undefined>
  /**
   * What became of a try. A code that was refused, and of which no other SMS was accepted, is dead.
   * @returns whether there is another try
   */
  settle(sms: ClaimedSms, outcome: SmsOutcome, rule: ClaimRule): Promise<SmsState>
  /** Nothing for a message that is gone, or that is of no use any more. */
  stateOf(id: string, now: Date): Promise<SmsState | undefined>
  /** What is still to be sent, oldest first. */
  unsent(now: Date): Promise<string[]>
}
