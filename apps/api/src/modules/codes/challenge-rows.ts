import type { Challenge, ChallengeKey, CodeOwner } from './ports.ts'
import type { CodePurpose } from '../sms/index.ts'

export type ChallengeRow = {
  id: string
  purpose: CodePurpose
  phone_idx: Uint8Array
  phone_enc: string
  delivery: Challenge['delivery']
  generation: number
  tries: number
  sends: number
  state: Challenge['state']
  code_expires_at: Date
  expires_at: Date
  resend_at: Date
}

export const COLUMNS =
  'id, purpose, phone_idx, phone_enc, delivery, generation, tries, sends, state, code_expires_at, expires_at, resend_at'

export const toChallenge = (row: ChallengeRow): Challenge => ({
  id: row.id,
  purpose: row.purpose,
  phoneIdx: Buffer.from(row.phone_idx),
  phoneEnc: row.phone_enc,
  delivery: row.delivery,
  generation: row.generation,
  tries: row.tries,
  sends: row.sends,
  state: row.state,
  codeExpiresAt: row.code_expires_at,
  expiresAt: row.expires_at,
  resendAt: row.resend_at,
})

/** The two columns of an owner, one of which is null. */
export const ownerColumns = (owner: CodeOwner): [string | null, string | null] =>
  'accountId' in owner ? [owner.accountId, null] : [null, owner.registrationId]

export const MEANT = `
  id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3 and purpose = any($4)
    and (device_hash is null or device_hash = $5)`

export const keyColumns = ({ id, owner, purposes, device }: ChallengeKey) => [
  id,
  ...ownerColumns(owner),
  purposes,
  device,
]
