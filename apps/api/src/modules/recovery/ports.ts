import type { Device } from '../device.ts'

export type NewRecoveryToken = { hash: Buffer; accountId: string; device: Device; expiresAt: Date; now: Date }

export type PinChange = { tokenHash: Buffer; device: Device; phoneIdx: Buffer; pinEnc: string; now: Date }

export type RecoveryStore = {
  /** The account whose number a reset's challenge was sent to. */
  accountOf(challengeId: string): Promise<string | undefined>
  /** One transaction: uses up the challenge and keeps the token. False when the challenge was used before. */
  prove(challengeId: string, token: NewRecoveryToken): Promise<boolean>
  /**
   * One transaction: spends the token, sets the PIN, ends every session and every open code, opens the counters again,
   * and knows this device and no other. False when the token is unknown, spent, expired, another number's or device's.
   */
  changePin(change: PinChange): Promise<boolean>
}
