/** A time after the erasure of an account, or an event. */
export type KeptUntil = readonly [count: number, unit: 'hour' | 'day'] | 'vendor_confirms' | 'for_good'

/** Kinds of data that are left of an erased account, with the time until they are deleted at the latest. */
export const KEPT_AFTER_ERASURE = {
  /** Hashes of tokens that may still read the reason, and of codes that may still be reported; linked to no person. */
  ended_tokens: [1, 'day'],
  /** Hashes of QR codes for an app. */
  app_links: [4, 'hour'],
  /** Orders to the identity-check service, linked to no person. */
  vendor_orders: 'vendor_confirms',
  /** Levels of wrong codes and SMS, under a keyed hash of the number. */
  code_levels: [2, 'day'],
  /** Levels of rate limits, under keyed hashes of callers, numbers and networks. */
  limit_levels: [4, 'day'],
  /** After the outcome "under age" only: the number, under a key of its quarter. The operator may set another time. */
  registration_stop: [30, 'day'],
  /** The website's request, and its answer with the pairwise subject. */
  answers: [90, 'day'],
  /** Purchases and refunds, without their payer. */
  payments: [396, 'day'],
  /** Requests to age apps and ID wallets, without the proof. */
  presentations: [1, 'hour'],
  /** Requests and codes of websites' OpenID Connect clients. */
  openid_requests: [3, 'hour'],
  /** Events for websites. */
  website_events: [90, 'day'],
  /** Details of the audit trail. */
  audit_details: [90, 'day'],
  /** Kinds and times of the audit trail, under a keyed hash of the account. */
  audit_events: [365, 'day'],
  /** The books of the wallet, without its owner. */
  books: 'for_good',
  /** The state of the deletion, under the hash of its token. */
  deletion: [30, 'day'],
} as const satisfies Record<string, KeptUntil>

export type KeptKind = keyof typeof KEPT_AFTER_ERASURE
