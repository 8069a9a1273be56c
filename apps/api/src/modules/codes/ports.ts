import type { Language } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { CodePurpose, CodeSeed, SmsRequest } from '../sms/index.ts'

/** Whose sign-in the code is for: an account, or a registration that is not one yet. */
export type CodeOwner = { accountId: string } | { registrationId: string }

/** Which challenge is meant: one for another purpose, or of another browser, is unknown. */
export type ChallengeKey = { id: string; owner: CodeOwner; device: Device; purposes: readonly CodePurpose[] }

/**
 * awaited: whoever asks learns when the SMS was refused. unawaited: they learn nothing, not even by the time it takes.
 * none: nothing is sent and no code is right, and that too is told by nothing.
 */
export type Delivery = 'awaited' | 'unawaited' | 'none'

export type Challenge = CodeSeed & {
  phoneEnc: string
  delivery: Delivery
  tries: number
  sends: number
  /** cancelled: as dead as any, until its number asks again inside the wait. */
  state: 'live' | 'used' | 'dead' | 'cancelled'
  codeExpiresAt: Date
  expiresAt: Date
  resendAt: Date
}

/** What was written down to be sent, together with the challenge. */
export type WithSms = { challenge: Challenge; smsId: string }

export type TakenTry = {
  challenge: Challenge
  /** The same guess came before. */
  again: boolean
  /** The tries that the challenge has at the moment. */
  most: number
  /** If it is wrong it was the one too many: browsers that the account does not know get no further one until then. */
  closedUntil: Date | null
  /** If it is wrong the PIN is good no more. */
  closesPin: boolean
}

export type NewChallenge = {
  id: string
  language: Language
  purpose: CodePurpose
  owner: CodeOwner
  device: Device
  phoneIdx: Buffer
  phoneEnc: string
  delivery: Delivery
  codeExpiresAt: Date
  expiresAt: Date
  resendAt: Date
}

/** What the SMS is counted by, and whether one can be sent at all. */
type Sending = { gatewayDown: boolean; counted: Omit<SmsRequest, 'challengeId'> }

/** Nothing is sent: the gateway is down, or the budget says no. */
export type NotSent = { refused: 'gateway_down' } | { refused: 'budget'; retryAfterSeconds: number }

/** Each call is decided by one statement or one transaction. */
export type ChallengeStore = {
  /**
   * Puts the challenge in place of the owner's earlier one, unless that may not be replaced yet: then that one, which
   * from now on is good for both browsers if this is another one. An owner whose tries are spent gets none until some of
   * them are old, and nobody gets a new one while none can be sent. gone: there is no such owner any more. most: the tries
   * that a challenge has.
   */
  open(
    fresh: NewChallenge,
    sending: Sending,
    most: number,
    now: Date,
  ): Promise<WithSms | { waiting: Challenge } | { closedUntil: Date } | NotSent | 'gone'>
  /** The newest live challenge that has a try left and belongs to the browser. most: the tries that it has. */
  ongoing(of: Pick<NewChallenge, 'owner' | 'purpose' | 'device'>, most: number, now: Date): Promise<string | undefined>
  /** Allows one more SMS; nothing is returned when the challenge is dead, or its wait is not over. A refusal spends no send. */
  takeSend(
    key: ChallengeKey,
    sending: Sending & { language: Language },
    now: Date,
  ): Promise<WithSms | NotSent | undefined>
  /**
   * Spends one try, of the challenge and of its number; a guess that was tried before costs none. Nothing is returned for
   * a challenge that is gone, expired or out of tries (it has most, or one if too many codes of the number's registrations
   * were wrong), nor when the number has none left. One that was used a moment ago still answers, for the browser that
   * lost our answer.
   */
  takeTry(key: ChallengeKey, guess: Buffer, most: number, now: Date): Promise<TakenTry | undefined>
  /** The holder of the account's number hears of what the wrong code has closed, once. */
  tellClosed(accountId: string, what: Pick<TakenTry, 'closedUntil' | 'closesPin'>, now: Date): Promise<void>
  /**
   * Ends a live challenge, and tells whether it was this call that did. What was tried and sent stays counted, and so
   * does its wait: opened again meanwhile, it is live again.
   */
  end(key: ChallengeKey): Promise<boolean>
  find(key: ChallengeKey): Promise<Challenge | undefined>
}

export type SmsText = (language: Language, code: string) => string
