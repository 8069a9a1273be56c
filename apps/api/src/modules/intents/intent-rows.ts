import type { IntentKind } from '@avouch/contract'
import type { Intent, IntentState } from './ports.ts'
import { minorUnits } from '../../platform/minor-units.ts'

export type IntentRow = {
  id: string
  provider_id: string
  provider_name: string
  live: boolean
  kind: IntentKind
  minimum_age: number | null
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
  amount: unknown
  currency: string | null
  description: string | null
  refunded: unknown
  receipt: string | null
}

export const SELECT_INTENT = `
  select i.id, i.provider_id, p.name as provider_name, i.live, i.kind, i.minimum_age, i.max_proof_age_days, i.reference,
    i.redirect_uri, i.state, i.account_id, i.result, i.verdict, i.created_at, i.expires_at, i.answered_at, i.request_hash,
    y.amount, y.currency, y.description, y.refunded, y.receipt
  from intent i join provider p on p.id = i.provider_id left join payment y on y.intent_id = i.id`

function paymentOf({ amount, currency, description, refunded, receipt }: IntentRow): Intent['payment'] {
  if (currency === null || description === null) return null
  return { amount: minorUnits(amount), currency, description, refunded: minorUnits(refunded), receipt }
}

export const toIntent = (row: IntentRow): Intent => ({
  id: row.id,
  providerId: row.provider_id,
  providerName: row.provider_name,
  live: row.live,
  kind: row.kind,
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
  payment: paymentOf(row),
})
