import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { ACCOUNT_FINDERS, ACCOUNT_REVIEWERS, HELD_READERS, NUMBER_READERS, OPERATORS } from './roles.ts'

const accountId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'invalid_request'))
const ofAccount = z.object({ id: accountId })

const account = z.object({
  id: z.string(),
  state: z.enum(['active', 'deactivated']),
  created_at: timestamp,
  /** null: its holder may log in. */
  locked_at: z.nullable(timestamp),
  erase_after: z.nullable(timestamp),
  adult: z.boolean(),
  /** The day of the proof. */
  verified_on: z.nullable(z.string()),
  sessions: z.int(),
  /** Browsers that it recognises. */
  browsers: z.int(),
  /** The outcome of the last identity check; empty: none. */
  check: z.string(),
  has_wallet: z.boolean(),
  /** The PIN was reset in a browser that the account did not know. */
  reset_in_unknown_browser_at: z.nullable(timestamp),
  /** null: none was withdrawn, or the mark is over. */
  proof_withdrawn_at: z.nullable(timestamp),
  /** null: only a new check proves the age again. */
  give_back_until: z.nullable(timestamp),
  /** Since when its vendor says that the approval was wrong; null: it does not, or a person has decided. */
  taken_back_at: z.nullable(timestamp),
})
export type AdminAccount = z.infer<typeof account>

export const adminListHeld = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/held-accounts',
  summary: 'Proven adults who were later reported under age: they are erased unless they are restored.',
  auth: 'staff',
  roles: HELD_READERS,
  limit: 'staff',
  answers: { 200: z.object({ data: z.array(z.object({ id: z.string(), erase_after: timestamp })) }) },
  errors: [],
})

export const adminRestoreAccount = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/held-accounts/:id/restore',
  summary: 'Gives a held account back to its owner, without a proof: the next visit begins with a check.',
  auth: 'staff',
  roles: ACCOUNT_REVIEWERS,
  limit: 'staff',
  params: ofAccount,
  answers: { 204: null },
  errors: ['conflict'],
})

export const adminFindAccount = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/accounts/find',
  summary: 'What holds for an account, by its id or its number, which no answer repeats. It leaves an event.',
  auth: 'staff',
  roles: ACCOUNT_FINDERS,
  limit: 'staff',
  body: z.object({
    account: z
      .string()
      .check(z.minLength(1, { error: 'required', abort: true }), z.maxLength(200, 'max_length_exceed')),
  }),
  answers: { 200: account },
  errors: ['required', 'max_length_exceed'],
})

export const adminLockAccount = endpoint({
  method: 'PUT',
  path: '/admin/v1/operator/accounts/:id/lock',
  summary: 'Ends the sessions of an account and lets no one in, or lets its holder in again. Its proof stays.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: ofAccount,
  body: z.object({ locked: z.boolean() }),
  answers: { 204: null },
  errors: ['required', 'conflict'],
})

export const adminEndSessions = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/accounts/:id/sessions/end',
  summary: 'Ends the sessions of an account. Its holder may log in again.',
  auth: 'staff',
  roles: NUMBER_READERS,
  limit: 'staff',
  params: ofAccount,
  answers: { 204: null },
  errors: ['conflict'],
})

/** Decisions about a proof. keep: it stays, in spite of the vendor's later word. */
export const PROOF_DECISIONS = ['withdraw', 'give_back', 'keep'] as const
export type ProofDecision = (typeof PROOF_DECISIONS)[number]

/** Reasons for it, without a word about a person: the audit trail keeps them. */
export const PROOF_REASONS = ['vendor', 'document', 'mistake', 'other'] as const
export type ProofReason = (typeof PROOF_REASONS)[number]

export const adminDecideProof = endpoint({
  method: 'PUT',
  path: '/admin/v1/operator/accounts/:id/proof',
  summary:
    'Withdraws the proof of an account, gives a withdrawn one back within 30 days unless its document has proven another account, or keeps one that its vendor took back.',
  auth: 'staff',
  roles: ACCOUNT_REVIEWERS,
  limit: 'staff',
  params: ofAccount,
  body: z.object({ decision: z.enum(PROOF_DECISIONS), reason: z.enum(PROOF_REASONS) }),
  answers: { 204: null },
  errors: ['required', 'conflict'],
})
