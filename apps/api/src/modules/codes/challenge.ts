import type { Language } from '@avouch/contract'
import type { Device } from '../../platform/device.ts'
import type { CodeForm, CodePurpose, CodeSeed, Places } from '../sms/index.ts'

/** Whose sign-in the code is for: an account, or a registration that is not one yet. */
export type CodeOwner = { accountId: string } | { registrationId: string }

/** Which challenge is meant: one for another purpose, or of another browser, is unknown. */
export type ChallengeKey = { id: string; owner: CodeOwner; device: Device; purposes: readonly CodePurpose[] }

/**
 * awaited: the answer says when the SMS was refused. unawaited: it does not, nor does the time that it takes.
 * none: nothing is sent and no code is right, and no answer shows that either.
 */
export type Delivery = 'awaited' | 'unawaited' | 'none'

export type Challenge = CodeSeed & {
  phoneEnc: string
  delivery: Delivery
  tries: number
  sends: number
  /** cancelled: as dead as any, until a code for the same number is asked for inside the wait. */
  state: 'live' | 'used' | 'dead' | 'cancelled'
  codeExpiresAt: Date
  expiresAt: Date
  resendAt: Date
}

export type NewChallenge = {
  id: string
  language: Language
  purpose: CodePurpose
  form: CodeForm
  /** Of a link's secret. */
  linkHash: Buffer | null
  owner: CodeOwner
  device: Device
  phoneIdx: Buffer
  phoneEnc: string
  delivery: Delivery
  codeExpiresAt: Date
  expiresAt: Date
  resendAt: Date
  places: readonly Places[]
  /** The SMS without a code that this one makes needless. */
  overtakes?: string
}

/** The two columns of an owner, one of which is null. */
export const ownerColumns = (owner: CodeOwner): [accountId: string | null, registrationId: string | null] =>
  'accountId' in owner ? [owner.accountId, null] : [null, owner.registrationId]
