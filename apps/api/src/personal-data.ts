import { KEPT_AFTER_ERASURE, type KeptKind, type KeptUntil } from '@avouch/contract'

/** Tables of the database with personal data, what they have of it, and until when. docs/security.md is generated from these lists. */
export type KeptData = { readonly tables: readonly string[]; readonly what: string; readonly until: string }

/** `kind`: as visitors read it; null: nothing about a visitor. */
export type LeftData = KeptData & { readonly kind: KeptKind | null }

const WORDS: Readonly<Record<string, string>> = { '1 hours': 'an hour', '1 days': 'a day', '365 days': 'a year' }

/** The contract's time in the words of the document. */
function wordsOf(until: KeptUntil): string {
  if (until === 'for_good') return 'for good'
  if (until === 'vendor_confirms') return 'until the vendor confirms the erasure'
  const time = `${until[0]} ${until[1]}s`
  return `${WORDS[time] ?? time} at most`
}

const left = (kind: KeptKind, tables: readonly string[], what: string): LeftData => ({
  kind,
  tables,
  what,
  until: wordsOf(KEPT_AFTER_ERASURE[kind]),
})

/** All that is left of a person whose account was erased (rule ACCOUNT-04). */
export const AFTER_ERASURE: readonly LeftData[] = [
  left(
    'ended_tokens',
    ['tombstone'],
    'hashes of tokens (15 minutes) and of codes of identity checks, linked to no person',
  ),
  left('deletion', ['deletion'], 'how far the deletion is, under the hash of its token, linked to no person'),
  left(
    'app_links',
    ['app_link'],
    'hashes of a code that an app scanned, of the browser that showed it, and until a number was picked of its network, under that code',
  ),
  left(
    'vendor_orders',
    ['vendor_erasure'],
    'codes of checks that the identity-check service still has to erase, with the hash of the token of their deletion, linked to no person',
  ),
  left(
    'vendor_orders',
    ['identity_session'],
    'sessions of checks that the vendor still has to erase: its own reference, its address and the way back from each, sealed, and the hash of the token of their deletion, linked to no person',
  ),
  left(
    'code_levels',
    ['sms_code'],
    'the keyed hash of the number, with levels of wrong digits and of SMS, until they have run off, and when its last codes would have ended; no code is live',
  ),
  left('ended_tokens', ['spent_challenge'], 'hashes of challenges that passkeys have answered, linked to no person'),
  left(
    'limit_levels',
    ['rate_limit'],
    'keyed hashes of callers, numbers and networks, with levels, until they have run off',
  ),
  left(
    'registration_stop',
    ['registration_stop'],
    'under age only: the number under a key of its quarter, and whether its appeal was made; the operator may set another time',
  ),
  left('answers', ['intent'], "the provider's request, and its answer with the pairwise subject"),
  {
    kind: null,
    tables: ['intent_day'],
    what: "numbers of a website's requests by day and method, which name no request",
    until: '25 months',
  },
  {
    kind: null,
    tables: ['appeal_month'],
    what: 'numbers of appeals and of their outcomes by month',
    until: '25 months',
  },
  left(
    'payments',
    ['payment', 'payment_refund', 'intent'],
    'purchases and refunds, from ledger accounts without an owner',
  ),
  {
    kind: null,
    tables: ['trust_list', 'trust_anchor'],
    what: 'trusted lists and the certificates that they name',
    until: 'until the settings name them no more',
  },
  left(
    'presentations',
    ['presentation'],
    'requests to age apps and ID wallets: hashes of random names, the intent, and until its end a result that waits for its browser; nothing of a proof, no birth date',
  ),
  left(
    'openid_requests',
    ['oidc_record'],
    "requests, codes and tokens of websites' clients, sealed, under keyed hashes, with the names of client and intent",
  ),
  left('website_events', ['webhook_event', 'webhook_attempt'], 'events for providers'),
  left(
    'audit_details',
    ['audit_event'],
    'details: prefixes of hashes, a keyed hash of the network that changes monthly, session, request',
  ),
  left('audit_details', ['audit_inbox'], 'the same, for a second while a server runs, until it is chained'),
  left(
    'audit_events',
    ['audit_event', 'audit_mark'],
    'kind and time under a keyed hash of the account, the hashes of the chain; the last mark stays',
  ),
  left(
    'books',
    ['ledger_account', 'ledger_entry', 'ledger_line', 'deposit', 'return_order'],
    "the books: deposits and returns, in ledger accounts without an owner, under the bank's ids of the payments. An order to return money has the hash of the token of its deletion until the bank has it",
  ),
]

/** Every table that names both an account and a website (rule P-13). */
export const LINKS: readonly KeptData[] = [
  {
    tables: ['intent'],
    what: "the account that the request is bound to, the provider, the answer. The verdict has the pairwise subject, which the keys and the account's id give again",
    until: '90 days after its end at most, executed payments 396 days; the account until it is erased',
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
    until: '396 days; the owner until the account is erased',
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
    until: "until the number's wrong codes and SMS have run off, two days at most",
  },
  { tables: ['app_link'], what: 'a QR code that it showed', until: 'some hours' },
  {
    tables: ['rate_limit'],
    what: 'keyed hashes of the browser in rate limits',
    until: 'until they have run off, two days at most',
  },
  { tables: ['audit_event', 'audit_inbox'], what: 'the first four bytes of the hash', until: '90 days' },
]
