import type { CaptchaAction, CaptchaTask } from '@avouch/contract'

/** A right answer: its id, until when it could be used again, and whether it solves the harder captcha. */
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
