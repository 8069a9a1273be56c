import * as z from 'zod/mini'
import { tokenAnswer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { isOn } from './screens.ts'
import { language, opaqueId, sealedId, textOrNone, timestamp } from './values.ts'

/** Outcomes of an identity check. The empty one means: no outcome yet. */
export const KYC_STATUSES = [
  '',
  'COMPLETED',
  'COMPLETED_FRAUD',
  'PENDING_MANUAL_REVIEW',
  'MANUAL_REVIEW_REJECTED',
  'USER_PROCESS_EXPIRED',
  'DELETED',
  'UNDERAGED',
] as const
export type KycStatus = (typeof KYC_STATUSES)[number]

/** Outcomes that the identity-check service may report. */
export const VENDOR_OUTCOMES = KYC_STATUSES.filter((status) => status !== '')
export type VendorOutcome = (typeof VENDOR_OUTCOMES)[number]

/** True if a check has shown that the person is of age. */
export const isApproved = (status: KycStatus): boolean => status === 'COMPLETED' || status === 'COMPLETED_FRAUD'

/** How far the visitor has come at the identity check, where its service tells: `again` waits for a better picture or document. */
export const CHECK_STAGES = ['begun', 'submitted', 'again'] as const
export type CheckStage = (typeof CHECK_STAGES)[number]

/** Reasons why a document or face was not taken, where the service tells. Never a text of the service. */
export const CHECK_REASONS = ['picture', 'document_kind', 'document_expired', 'face', 'other'] as const
export type CheckReason = (typeof CHECK_REASONS)[number]

/**
 * Why a proof counts no more: the operator withdrew it; the account was unused for long, before its PIN was reset in an unknown
 * browser; or a later check contradicts it.
 */
export const PROOF_WITHDRAWALS = ['operator', 'unused', 'contradicted'] as const
export type ProofWithdrawal = (typeof PROOF_WITHDRAWALS)[number]

const truth = z.pipe(
  z.string().check(z.regex(/^(?:true|false|1|0|yes|no|on|off)$/i, 'invalid_request')),
  z.transform((value) => isOn(value)),
)

export const kycInit = endpoint({
  method: 'GET',
  path: '/api/idcheck/init',
  summary: 'A code for the identity check, bound to the visitor and the intent; the same open one when called again.',
  auth: 'bearer',
  limit: 'account',
  query: z.object({
    mintid: z.optional(opaqueId),
    retry: z.optional(truth),
    /** The language of the screen. */
    lang: z.optional(language),
    /** True for a visitor on a phone; part of the return address. */
    mobile: z.optional(truth),
  }),
  answers: {
    200: z.object({
      data: z.object({
        /** Empty when the visitor is approved already: no second check is needed. */
        code: z.string(),
        /** The identity-check service with tc, lang, oi and userConsentDP; absent when no check is needed. */
        url: z.nullable(z.string()),
        /** Why an earlier proof counts no more, for some weeks. */
        withdrawn: z.optional(z.enum(PROOF_WITHDRAWALS)),
      }),
    }),
  },
  errors: ['mintid_used', 'method_not_possible'],
})

/** In place of a return id: the visitor's own open request, whichever it is. An SMS leads back with it and names nothing. */
export const OPEN_REQUEST = 'open'

export const kycReturn = endpoint({
  method: 'GET',
  path: '/api/idcheck/return/:id',
  summary:
    'The intent with which this visitor left for the identity check, by the return id of the way back; or the one that is open.',
  auth: 'bearer_or_tombstone',
  limit: 'account',
  params: z.object({ id: z.union([z.literal(OPEN_REQUEST), sealedId]) }),
  /** null: nothing to continue, because no request is open or the visitor is under age. */
  answers: { 200: z.object({ mintid: z.nullable(opaqueId) }) },
  /** mintid_used: no return id, or another account's. */
  errors: ['mintid_used'],
})

export const kycStatus = endpoint({
  method: 'GET',
  path: '/api/idcheck/status',
  summary: 'What the identity check came to; the empty status while it is open.',
  auth: 'bearer_or_tombstone',
  limit: 'account',
  answers: {
    200: z.object({
      result: z.object({
        status: z.enum(KYC_STATUSES),
        /** Only before an outcome. */
        stage: z.optional(z.enum(CHECK_STAGES)),
        /** Comes with `again`, and with a document that was refused. */
        reason: z.optional(z.enum(CHECK_REASONS)),
        /** Under age: so many days the number may appeal, once. */
        appeal_days: z.optional(z.int()),
        /** Under age, after a proof: so many days a person of the operator may restore the account. */
        restore_days: z.optional(z.int()),
      }),
    }),
  },
  errors: [],
  conditional: true,
})

export const beginAppeal = endpoint({
  method: 'POST',
  path: '/api/idcheck/appeal',
  summary:
    'An account and a session for the sign-up of a number that was called under age, once, by the token of under_age_18. A person confirms its approval.',
  auth: 'none',
  limit: 'verify',
  body: z.object({ appeal_token: z.string().check(z.minLength(1, 'required'), z.maxLength(128)) }),
  answers: { 200: tokenAnswer },
  /** invalid_token: unknown, over, or another browser's. */
  errors: ['required', 'invalid_token', 'appeal_used'],
})

/** Fewer reviews in seven days give no figure. */
export const FEWEST_REVIEWS = 20

export const kycReview = endpoint({
  method: 'GET',
  path: '/api/idcheck/review',
  summary:
    'Since when a person looks at the visitor’s document, and how long such reviews took in the last seven days.',
  auth: 'bearer',
  limit: 'account',
  answers: {
    200: z.object({
      begun_at: timestamp,
      /** Half of the reviews took at most this long. null: fewer than twenty reviews ended. */
      half_minutes: z.nullable(z.int()),
      /** Nine of ten reviews took at most this long. null: fewer than twenty reviews ended. */
      most_minutes: z.nullable(z.int()),
    }),
  },
  /** not_found: no review is open. */
  errors: ['not_found'],
})

/**
 * The identity-check service's own hash of a document (issuing country, kind and number), 32 bytes in base64url: always the
 * same for the same document. A service may give none; then one document may prove the age of several accounts.
 */
const documentHash = z.string().check(z.regex(/^[\w-]{43}$/))
/** The day of an outcome. An unreadable timestamp is dropped; the outcome still counts. */
const occurredAt = textOrNone

/** With the empty status: why the visitor has to show something once more, in the same check. */
const again = z.nullish(z.enum(CHECK_REASONS))

/** The signed message of the identity-check service: an outcome, the day, and nothing about the person; or `again`. */
export const kycEvent = z.object({
  type: z.literal('check.updated'),
  timestamp: occurredAt,
  data: z
    .object({
      tc: opaqueId,
      status: z.enum([...VENDOR_OUTCOMES, '']),
      again,
      /** Hash of the document of an approval, or of one under review. */
      document_hash: z.nullish(documentHash),
    })
    .check(z.refine((data) => data.status !== '' || Boolean(data.again), { path: ['status'] })),
})

/** The identity-check service's answer in reconciliation. The empty status: no outcome yet. */
export const vendorCheck = z.object({
  tc: opaqueId,
  status: z.enum(KYC_STATUSES),
  timestamp: occurredAt,
  again,
  document_hash: z.nullish(documentHash),
})
export type VendorCheck = z.infer<typeof vendorCheck>

export const kycCallback = endpoint({
  method: 'POST',
  path: '/api/idcheck/callback',
  summary: 'The identity-check service reports an outcome (Standard Webhooks). Repeats and late arrivals do no harm.',
  auth: 'signature',
  signedBy: 'identity_check',
  limit: 'none',
  bodyType: 'raw',
  body: kycEvent,
  answers: { 200: z.object({ received: z.literal(true) }) },
  errors: ['not_found'],
})
