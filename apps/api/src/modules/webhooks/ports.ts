/** An event whose turn has come, taken by this process until its hold ends. */
export type Delivery = {
  eventId: string
  providerId: string
  url: string
  /** The newest first; during a change of the secret the one before too. */
  secrets: string[]
  body: string
  /** Which attempt this is; what came of an earlier one counts no more. */
  attempt: number
}

/** What an attempt came to. */
export type Attempt = {
  /** null: nobody answered. */
  status: number | null
  /** Why nobody answered, in one word. */
  error: string | null
  durationMs: number
}

export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'again'; at: Date }
  | { kind: 'failed' }
  /** The receiver wants no events any more. */
  | { kind: 'gone' }
  /** We ended before the answer came: the attempt does not count. */
  | { kind: 'interrupted' }

export type Claim = {
  now: Date
  /** Nobody else takes the event before. */
  holdUntil: Date
  /** Their receivers have enough to do. */
  exceptProviders: string[]
  /** Under way here. */
  exceptEvents: string[]
}

export type DeliveryStore = {
  /** One statement: the event that is due the longest, for this process alone. */
  claim(claim: Claim): Promise<Delivery | undefined>
  /** Keeps what came of an attempt. */
  record(delivery: Delivery, attempt: Attempt, outcome: Outcome, now: Date): Promise<void>
}

/** Sends a signed message. It never throws; a signal ends it early. */
export type WebhookSender = {
  post(message: { id: string; url: string; secrets: string[]; body: string }, signal: AbortSignal): Promise<Attempt>
}

export type EventState = 'pending' | 'delivered' | 'failed'

export type EventEntry = {
  id: string
  providerId: string
  intentId: string
  type: string
  sequence: number
  state: EventState
  attempts: number
  lastStatus: number | null
  lastError: string | null
  nextAttemptAt: Date
}

/** What the operator sees of deliveries. */
export type DeliveryDesk = {
  /** The newest first. */
  events(query: { providerId: string | undefined; state: EventState | undefined; limit: number }): Promise<EventEntry[]>
  exists(eventId: string): Promise<boolean>
  /** Due now, with all its tries. False when it waits for its next try anyway. */
  resend(eventId: string, now: Date): Promise<boolean>
  attempts(eventId: string): Promise<(Attempt & { at: Date })[]>
}
