import type { CaptchaAction, CaptchaTask } from '@avouch/contract'

/** A right answer: what it is known by, and until when it would be right again. */
export type RightAnswer = { kind: 'right'; id: string; expiresAt: Date }

export type CaptchaVerdict =
  | RightAnswer
  | { kind: 'wrong' }
  /** Nobody can tell at the moment. */
  | { kind: 'down' }

export type CaptchaProvider = {
  task(action: CaptchaAction, now: Date): Promise<CaptchaTask>
  /** Of a provider's own accord a right answer may be right twice. */
  verify(answer: string, action: CaptchaAction, now: Date): Promise<CaptchaVerdict>
}

export type SpentCaptchaStore = {
  /** One statement: of two uses at the same moment one is the first. */
  isFirstUse(hash: Buffer, expiresAt: Date): Promise<boolean>
}
