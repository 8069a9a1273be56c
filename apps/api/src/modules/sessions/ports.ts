import type { Device } from '../../platform/device.ts'

/** Whom a session belongs to; a registration is not an account yet and can do nothing but confirm its code. */
export type SessionOwner = { accountId: string } | { registrationId: string }

export type Session = { familyId: string; accountId: string; authenticatedAt: Date }
/** The device is the one that began it. */
export type PreSession = { familyId: string; owner: SessionOwner; device: Device }

export type NewFamily = {
  id: string
  owner: SessionOwner
  scope: 'pre_confirmation' | 'full'
  challengeId: string | null
  device: Device
  now: Date
  idleExpiresAt: Date
  expiresAt: Date
}

export type NewAccessToken = { hash: Buffer; expiresAt: Date }

export type Refresh = {
  familyId: string
  generation: number
  device: Device
  now: Date
  idleExpiresAt: Date
  /** A token that retired before this moment is not a race of two tabs any more. */
  raceSince: Date
  access: NewAccessToken
}

export type Retirement = {
  live: boolean
  accountId: string
  device: Device
  generation: number
  promotedAt: Date | null
}

export type SessionStore = {
  /** False when its owner is gone. */
  open(family: NewFamily, access: NewAccessToken): Promise<boolean>
  findSession(accessHash: Buffer, now: Date): Promise<Session | undefined>
  /** Whether the token is of a session that ended under age, a short time ago. */
  hasTombstone(accessHash: Buffer, now: Date): Promise<boolean>
  findPreSession(accessHash: Buffer, now: Date): Promise<PreSession | undefined>
  /**
   * One transaction: stores the access token in the place of the oldest one beyond five, and promotes the generation when
   * its successor is used for the first time.
   * Nothing is returned when the family is over, another device's, or the generation is not one of the living.
   */
  refresh(refresh: Refresh): Promise<{ accountId: string; generation: number } | undefined>
  /** What a refused refresh token was to its family. */
  retirement(familyId: string): Promise<Retirement | undefined>
  /** Counts a refresh from another device than the family's; that many end it. */
  mismatched(familyId: string, device: Device, atMost: number): Promise<void>
  /** The reason is for the audit trail. */
  revokeFamily(familyId: string, reason: string): Promise<void>
  revokeByAccess(accessHash: Buffer, reason: string): Promise<void>
}
