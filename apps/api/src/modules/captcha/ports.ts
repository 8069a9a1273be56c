import type { CaptchaAction, CaptchaTask } from '@avouch/contract'

/** A right answer: what it is known by, until when it would be right again, and whether it is good for an address that did more than usual. */
type RightAnswer = { kind: 'right'; id: string; expiresAt: Date; hard: boolean }

export type CaptchaVerdict =
  | RightAnswer
  | { kind: 'wrong' }
  /** The service can't be reached, or says nothing about the answer. */
  | { kind: 'down'; retryAfterMs?: number | undefined }

export type CaptchaProvider = {
  /** hard: more work than usual, where the provider leaves that to us. */
  task(action: CaptchaAction, now: Date, hard: boolean): Promise<CaptchaTask>
  /** May accept a right answer twice: the caller spends it. */
  verify(answer: string, action: CaptchaAction, now: Date): Promise<CaptchaVerdict>
}
