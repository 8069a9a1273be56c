/**
 * created, bound, reserved: open. bound: a visitor has begun; reserved: a payer has confirmed. The others are final:
 * a proof of age is confirmed or denied, a payment executed.
 */
export type IntentStatus =
  | 'created'
  | 'bound'
  | 'reserved'
  | 'confirmed'
  | 'denied'
  | 'executed'
  | 'expired'
  | 'cancelled'

/** The tab in which the visitor returns: the one that you navigated, or your own one, which opened ours. */
export type ReturnTab = 'same_tab' | 'new_tab'

/** How a visitor proves an age. */
export type Method = 'identity_check' | 'proof_of_age' | 'id_wallet'

/** Your request and its state. Times are ISO 8601 in UTC. */
export type Intent = {
  id: string
  /** The merchant intent code, for the visitor's address only. */
  mintid: string
  /** Send the visitor here. */
  url: string
  /** false: made with a test key. */
  live: boolean
  status: IntentStatus
  kind: 'age' | 'payment'
  /** null: a payment without a minimum age. */
  minimum_age: number | null
  /** How it may be proven; none for a payment. */
  accept: Method[]
  max_proof_age_days: number | null
  /** Your own name for it, returned unchanged. */
  reference: string | null
  redirect_uri: string
  /** null: you left it to the browser. */
  return: ReturnTab | null
  /** null: a proof of age. */
  payment: {
    /** In cents. */
    amount: number
    currency: string
    description: string
    refunded_amount: number
    /** Once it is paid; read it with payments.verify. */
    receipt: string | null
  } | null
  created_at: string
  expires_at: string
  result: 'yes' | 'no' | null
  /** The signed answer; read it with verdicts.verify. */
  verdict: string | null
}

export type NewIntent = {
  /** One of your registered addresses, exactly. */
  redirect_uri: string
  /** By default as the browser says that the visitor came. */
  return?: ReturnTab | undefined
  /** Your own name for it, 64 characters at most. */
  reference?: string | undefined
  /** Maximum age of the proof in days; visitors with an older one are checked again. */
  max_proof_age_days?: number | undefined
  /** 12 to 21, by default 18. */
  minimum_age?: number | undefined
  /** How it may be proven; by default as you are registered. */
  accept?: readonly Method[] | undefined
}

export type NewPayment = {
  /** One of your registered addresses, exactly. */
  redirect_uri: string
  /** In cents, 100000 at most. */
  amount: number
  currency: 'EUR'
  /** Read by the payer; 140 characters at most. */
  description: string
  /** By default as the browser says that the visitor came. */
  return?: ReturnTab | undefined
  /** Your own name for it, 64 characters at most. */
  reference?: string | undefined
  /** 18: the payer has to be a proven adult. */
  minimum_age?: 18 | undefined
  /** 5 to 2880, by default 30. */
  expires_in_minutes?: number | undefined
}

/** A refund to the payer. */
export type Refund = { id: string; intent_id: string; amount: number; currency: string; created_at: string }

/** The amount that is still to be paid out to you. */
export type Balance = { payable: number; currency: string; live: boolean }

/** Everything that you learn about a payment. */
export type Receipt = {
  iss: string
  aud: string
  jti: string
  iat: number
  intent_id: string
  reference: string | null
  live: boolean
  amount: number
  currency: string
  status: 'paid'
}

export type IntentFilter = {
  status?: IntentStatus | undefined
  reference?: string | undefined
  /** 1 to 100, by default 20. */
  limit?: number | undefined
  /** next_cursor of the previous page. */
  cursor?: string | undefined
}

export type IntentPage = { data: Intent[]; next_cursor: string | null }

/** The webhook about the end of an intent, or about a visitor who left it: `left` ends nothing, an answer may follow. It may be delivered twice, with the same id and sequence. */
export type IntentEvent = {
  id: string
  type:
    | 'intent.confirmed'
    | 'intent.denied'
    | 'intent.expired'
    | 'intent.cancelled'
    | 'intent.left'
    | 'payment.executed'
    | 'payment.refunded'
    | 'payment.expired'
    | 'payment.cancelled'
    | 'payment.left'
  timestamp: string
  /** Numbers your events consecutively. */
  sequence: number
  data: {
    intent_id: string
    reference: string | null
    live: boolean
    result: 'yes' | 'no' | null
    verdict: string | null
    /** null: a proof of age. */
    payment: {
      amount: number
      currency: string
      /** The sum of all refunds so far. */
      refunded_amount: number
      refund: { id: string; amount: number } | null
      receipt: string | null
    } | null
  }
}

/** Everything that you learn. */
export type Verdict = {
  iss: string
  aud: string
  /** The same person at your site, and a different value at every other site (pairwise); without an account another one each time. */
  sub: string
  jti: string
  iat: number
  intent_id: string
  reference: string | null
  live: boolean
  minimum_age: number
  result: 'yes' | 'no'
  method: Method
  /** The day of the proof, if you set `max_proof_age_days`; null otherwise, and when nothing was proven. */
  verified_on: string | null
}
