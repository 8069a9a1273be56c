export type Delivery = {
  eventId: string
  providerId: string
  url: string
  secret: string
  body: string
  delivered: boolean
}

export type DeliveryStore = {
  find(eventId: string): Promise<Delivery | undefined>
  /** Keeps what came of an attempt; null when nobody answered. */
  record(eventId: string, attempt: { status: number | null; delivered: boolean; now: Date }): Promise<void>
  undelivered(): Promise<string[]>
}

/** Sends a signed message; the status of the answer, or null when there was none. */
export type WebhookSender = {
  post(message: { id: string; url: string; secret: string; body: string }): Promise<number | null>
}
