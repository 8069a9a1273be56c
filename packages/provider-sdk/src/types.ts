/** created and bound: open; bound means that a visitor has begun. The others are final. */
export type IntentStatus = 'created' | 'bound' | 'confirmed' | 'denied' | 'expired' | 'cancelled'

/** What you asked for. Times are ISO 8601 in UTC. */
export type Intent = {
  id: string
  /** The merchant intent code, for the visitor's address only. */
  mintid: string
  /** Send the visitor here. */
  url: string
  /** false: made with a test key. */
  live: boolean
  status: IntentStatus
  kind: 'age'
  minimum_age: number
  max_proof_age_days: number | null
  /** Your own name for it; comes back unread. */
  reference: string | null
  redirect_uri: string
  created_at: string
  expires_at: string
  result: 'yes' | 'no' | null
  /** The signed answer; read it with verdicts.verify. */
  verdict: string | null
}

export type NewIntent = {
  /** One of your registered addresses, letter by letter. */
  redirect_uri: string
  /** Your own name for it, 64 characters at most. */
  reference?: string | undefined
  /** How old the proof may be; who has an older one is checked again. */
  max_proof_age_days?: number | undefined
}

export type IntentFilter = {
  status?: IntentStatus | undefined
  reference?: string | undefined
  /** 1 to 100; 20 when it is left out. */
  limit?: number | undefined
  /** next_cursor of the page before. */
  cursor?: string | undefined
}

export type IntentPage = { data: Intent[]; next_cursor: string | null }

/** The message that tells you how an intent ended. It may come twice: its id and sequence stay the same. */
export type IntentEvent = {
  id: string
  type: 'intent.confirmed' | 'intent.denied' | 'intent.expired' | 'intent.cancelled'
  timestamp: string
  /** Counts your events one by one. */
  sequence: number
  data: {
    intent_id: string
    reference: string | null
    live: boolean
    result: 'yes' | 'no' | null
    verdict: string | null
  }
}

/** Everything that you learn. */
export type Verdict = {
  iss: string
  aud: string
  /** The same person at your site, and nobody anywhere else. */
  sub: string
  jti: string
  iat: number
  intent_id: string
  reference: string | null
  live: boolean
  minimum_age: number
  result: 'yes' | 'no'
  method: 'identity_check'
  /** The day of the proof; null when nothing was proven. */
  verified_on: string | null
}
