import type { CaptchaAction, CaptchaTask } from '@avouch/contract'

/** A right answer: what it is known by, until when it would be right again, and whether it is good for a strained address. */
export type RightAnswer = { kind: 'right'; id: string; expiresAt: Date; hard: boolean }

export type CaptchaVerdict =
  | RightAnswer
  | { kind: 'wrong' }
  /** The service cannot be reached at the moment. */
  | { kind: 'down' }

export type CaptchaProvider = {
  /** hard: more work than usual, where the provider leaves that to us. */
  task(action: CaptchaAction, now: Date, hard: boolean): Promise<CaptchaTask>
  /** Of a provider's own accord a right answer may be right twice. */
  verify(answer: string, action: CaptchaAction, now: Date): Promise<CaptchaVerdict>
}

export type SpentCaptchaStore = {
  /** One statement: of two uses at the same moment one is the first. */
  isFirstUse(hash: Buffer, expiresAt: Date): Promise<boolean>
}
