import type { Language } from '@avouch/contract'
import type { CodeOwner } from '../codes/index.ts'
import type { Device } from '../../platform/device.ts'

export type NewRecoveryToken = { hash: Buffer; accountId: string; device: Device; expiresAt: Date; now: Date }

/** A token as it is shown: for whose number, and where. */
export type ShownToken = { tokenHash: Buffer; device: Device; phoneIdx: Buffer; now: Date }

export type PinChange = ShownToken & { pinEnc: string }

export type RecoveryStore = {
  /** Whose number a reset's challenge is for. */
  ownerOf(challengeId: string): Promise<CodeOwner | undefined>
  /** Who stands for the account of a number that has none: always the same, while somebody asks. */
  nobody(phoneIdx: Buffer, language: Language, now: Date, until: Date): Promise<string>
  /**
   * One transaction: uses up the challenge and keeps the token. Used since then in the same browser, it is proven as long
   * as its token is unspent. Otherwise false.
   */
  prove(challengeId: string, token: NewRecoveryToken, repeatSince: Date): Promise<boolean>
  /** Whether the token allows a change of the number's PIN; it stays unspent. */
  allows(token: ShownToken): Promise<boolean>
  /**
   * One transaction: spends the token, sets the PIN, ends every session and every open code, opens the counters again,
   * and knows this device and no other. False when the token is unknown, spent, expired, another number's or device's.
   */
  changePin(change: PinChange): Promise<boolean>
}
