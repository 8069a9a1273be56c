import type * as z from 'zod/mini'
import { bytes, int, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { type Challenge, type ChallengeKey, ownerColumns } from './challenge.ts'

export const COLUMNS =
  'id, purpose, form, phone_idx, phone_enc, delivery, generation, tries, sends, state, code_expires_at, expires_at, resend_at'

const SHAPE = {
  id: text,
  purpose: oneOf(['login', 'register', 'reset']),
  form: oneOf(['digits', 'link']),
  phone_idx: bytes,
  phone_enc: text,
  delivery: oneOf(['awaited', 'unawaited', 'none']),
  generation: int,
  tries: int,
  sends: int,
  state: oneOf(['live', 'used', 'dead', 'cancelled']),
  code_expires_at: timestamp,
  expires_at: timestamp,
  resend_at: timestamp,
}
export const CHALLENGE = row(SHAPE)
/** A challenge, and more columns of the same statement. */
export const challengeAnd = <S extends Parameters<typeof row>[0] & object>(more: S) => row({ ...SHAPE, ...more })

export const toChallenge = (found: z.output<typeof CHALLENGE>): Challenge => ({
  id: found.id,
  purpose: found.purpose,
  form: found.form,
  phoneIdx: found.phone_idx,
  phoneEnc: found.phone_enc,
  delivery: found.delivery,
  generation: found.generation,
  tries: found.tries,
  sends: found.sends,
  state: found.state,
  codeExpiresAt: found.code_expires_at,
  expiresAt: found.expires_at,
  resendAt: found.resend_at,
})

/** The challenge of a key: see keyColumns for $1 to $5. */
export const MEANT = `
  id = $1 and account_id is not distinct from $2 and registration_id is not distinct from $3 and purpose = any($4)
    and (device_hash is null or device_hash = $5)`

export const keyColumns = ({ id, owner, purposes, device }: ChallengeKey) => [
  id,
  ...ownerColumns(owner),
  purposes,
  device,
]
