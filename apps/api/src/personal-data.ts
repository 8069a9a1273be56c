/** Tables of the database with personal data, what they have of it, and until when. docs/security.md is generated from these lists. */
export type KeptData = { readonly tables: readonly string[]; readonly what: string; readonly until: string }

/** All that is left of a person whose account was erased (rule ACCOUNT-04). */
export const AFTER_ERASURE: readonly KeptData[] = [
  {
    tables: ['tombstone'],
    what: 'hashes of tokens and of codes of identity checks, linked to no person',
    until: '15 minutes, a day',
  },
  {
    tables: ['app_link'],
    what: 'hashes of a code that an app scanned, of the browser that showed it, and until a number was picked of its network, under that code',
    until: 'some hours',
  },
  {
    tables: ['vendor_erasure'],
    what: 'codes of checks that the identity-check service still has to erase, linked to no person',
    until: 'until it has',
  },
  {
    tables: ['identity_session'],
    what: 'sessions of checks that the vendor still has to erase: its own reference, its address and the way back from each, sealed, linked to no person',
    until: 'until it has',
  },
  {
    tables: ['sms_code'],
    what: 'the keyed hash of the number, with levels of wrong digits and of SMS, and when its last codes would have ended; no code is live',
    until: 'until they have run off, a day at most',
  },
  {
    tables: ['rate_limit'],
    what: 'keyed hashes of callers, numbers and networks, with levels',
    until: 'until they have run off, three days at most',
  },
  {
    tables: ['registration_stop'],
    what: 'under age only: the number under a key of its quarter',
    until: '30 days, as set',
  },
  { tables: ['intent'], what: "the provider's request, and its answer with the pairwise subject", until: '90 days' },
  {
    tables: ['intent_day'],
    what: "numbers of a website's requests by day and method, which name no request",
    until: '25 months',
  },
  {
    tables: ['payment', 'payment_refund', 'intent'],
    what: 'purchases and refunds, from ledger accounts without an owner',
    until: '395 days',
  },
  {
    tables: ['trust_list', 'trust_anchor'],
    what: 'trusted lists and the certificates that they name',
    until: 'until the settings name them no more',
  },
  {
    tables: ['presentation'],
    what: 'requests to age apps and ID wallets: hashes of random names, the intent, and until its end a result that waits for its browser; nothing of a proof, no birth date',
    until: 'an hour',
  },
  {
    tables: ['oidc_record'],
    what: "requests, codes and tokens of websites' clients, sealed, under keyed hashes, with the names of client and intent",
    until: 'three hours',
  },
  { tables: ['webhook_event', 'webhook_attempt'], what: 'events for providers', until: '90 days' },
  {
    tables: ['audit_event'],
    what: 'details: prefixes of hashes, a keyed hash of the network that changes monthly, session, request',
    until: '90 days',
  },
  {
    tables: ['audit_inbox'],
    what: 'the same as in `audit_event`, until it is chained',
    until: 'a second while a server runs',
  },
  {
    tables: ['audit_event', 'audit_mark'],
    what: 'kind and time under a keyed hash of the account, the hashes of the chain',
    until: 'a year; the last mark stays',
  },
  {
    tables: ['ledger_account', 'ledger_entry', 'ledger_line', 'deposit', 'return_order'],
    what: "the books: deposits and returns, in ledger accounts without an owner, under the bank's ids of the payments",
    until: 'for good',
  },
]

/** Every table that names both an account and a website (rule P-13). */
export const LINKS: readonly KeptData[] = [
  {
    tables: ['intent'],
    what: "the account that the request is bound to, the provider, the answer. The verdict has the pairwise subject, which the keys and the account's id give again",
    until: '90 days after its end, executed payments 395 days; the account until it is erased',
  },
  {
    tables: ['webhook_event', 'webhook_attempt'],
    what: 'the event with the verdict, and its deliveries, by their intent',
    until: '90 days after the end of the intent; deliveries 30 days',
  },
  {
    tables: ['app_link'],
    what: 'the account whose app scanned a code, the browser that showed it, the intent',
    until: "three hours after the code's five minutes",
  },
  {
    tables: ['presentation'],
    what: "a request to an age app or ID wallet, by its intent; the account is the intent's, and whether there was one before",
    until: 'an hour',
  },
  {
    tables: ['payment', 'payment_refund'],
    what: "the payer's two ledger accounts, whose owner `wallet` names",
    until: '395 days; the owner until the account is erased',
  },
  {
    tables: ['ledger_account', 'ledger_line'],
    what: "what went from a payer's ledger account to a provider's, in an entry that names the intent",
    until: 'for good; the owner, in `wallet`, until the account is erased',
  },
  {
    tables: ['audit_event', 'audit_inbox'],
    what: 'nothing by name: an event of an account names no intent, one that names an intent or a provider no account. By comparing times with those of `intent`: which events belong together, the surer the fewer visitors there are',
    until: 'while both exist: 90 days after the end of the intent, payments a year',
  },
]

/** Where the hash of a browser's cookie is left after its account has forgotten it (rule DEVICE-11). */
export const OF_FORGOTTEN_BROWSER: readonly KeptData[] = [
  {
    tables: ['session_family'],
    what: 'a session that goes on there, or was ended',
    until: 'a day after the session would have ended, 36 hours at most',
  },
  {
    tables: ['registration', 'recovery_token'],
    what: 'a sign-up and a proof of the number that were begun there',
    until: '15 and 10 minutes',
  },
  {
    tables: ['sms_code'],
    what: 'that a code for another PIN was typed in there',
    until: "until the number's wrong codes and SMS have run off, a day at most",
  },
  { tables: ['app_link'], what: 'a QR code that it showed', until: 'some hours' },
  {
    tables: ['rate_limit'],
    what: 'keyed hashes of the browser in rate limits',
    until: 'until they have run off, two days at most',
  },
  { tables: ['audit_event', 'audit_inbox'], what: 'the first four bytes of the hash', until: '90 days' },
]
