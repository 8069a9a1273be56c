/** A time after the erasure of an account: a number of one unit, or until an event. */
export type KeptUntil =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number }
  | 'vendor_confirms'
  | 'for_good'

/** Kinds of data that are left of an erased account, with the time until they are deleted at the latest. */
export const KEPT_AFTER_ERASURE = {
  /** Hashes of tokens that may still read the reason, and of codes that may still be reported; linked to no person. */
  ended_tokens: { days: 1 },
  /** Hashes of QR codes for an app. */
  app_links: { hours: 4 },
  /** Orders to the identity-check service, linked to no person. */
  vendor_orders: 'vendor_confirms',
  /** Levels of wrong codes and SMS, under a keyed hash of the number. */
  code_levels: { days: 2 },
  /** Levels of rate limits, under keyed hashes of callers, numbers and networks. */
  limit_levels: { days: 4 },
  /** After the outcome "under age" only: the number, under a key of its quarter. The operator may set another time. */
  registration_stop: { days: 30 },
  /** The website's request, and its answer with the pairwise subject. */
  answers: { days: 90 },
  /** Purchases and refunds, without their payer. */
  payments: { days: 396 },
  /** Requests to age apps and ID wallets, without the proof. */
  presentations: { hours: 1 },
  /** Requests and codes of websites' OpenID Connect clients. */
  openid_requests: { hours: 3 },
  /** Events for websites. */
  website_events: { days: 90 },
  /** Details of the audit trail. */
  audit_details: { days: 90 },
  /** Kinds and times of the audit trail, under a keyed hash of the account. */
  audit_events: { days: 365 },
  /** The books of the wallet, without its owner. */
  books: 'for_good',
  /** The state of the deletion, under the hash of its token. */
  deletion: { days: 30 },
} as const satisfies Record<string, KeptUntil>

export type KeptKind = keyof typeof KEPT_AFTER_ERASURE
