import type { Intent, IntentState } from '../../modules/intents/ports.ts'

export type IntentRow = {
  id: string
  provider_id: string
  provider_name: string
  live: boolean
  minimum_age: number
  max_proof_age_days: number | null
  reference: string | null
  redirect_uri: string
  state: IntentState
  account_id: string | null
  result: 'yes' | 'no' | null
  verdict: string | null
  created_at: Date
  expires_at: Date
  answered_at: Date | null
  request_hash: Uint8Array
}

export const SELECT_INTENT = `
  select i.id, i.provider_id, p.name as provider_name, i.live, i.minimum_age, i.max_proof_age_days, i.reference,
    i.redirect_uri, i.state, i.account_id, i.result, i.verdict, i.created_at, i.expires_at, i.answered_at, i.request_hash
  from intent i join provider p on p.id = i.provider_id`

export const toIntent = (row: IntentRow): Intent => ({
  id: row.id,
  providerId: row.provider_id,
  providerName: row.provider_name,
  live: row.live,
  minimumAge: row.minimum_age,
  maxProofAgeDays: row.max_proof_age_days,
  reference: row.reference,
  redirectUri: row.redirect_uri,
  state: row.state,
  accountId: row.account_id,
  result: row.result,
  verdict: row.verdict,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  answeredAt: row.answered_at,
})
