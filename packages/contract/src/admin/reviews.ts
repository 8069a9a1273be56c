import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { ACCOUNT_REVIEWERS, HELD_READERS } from './roles.ts'

/** The decisions of a person at the review desk about a check: of age, not proven, or under 18. */
export const REVIEW_DECISIONS = ['approve', 'reject', 'under_age'] as const
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number]

const review = z.object({
  /** The id of the account. */
  id: z.string(),
  check: z.string(),
  /** The account was made by an appeal against an outcome under age. */
  is_appeal: z.boolean(),
  /** The service has approved this appeal: a person confirms it. */
  is_held: z.boolean(),
  since: timestamp,
  /** The time at which a check without a decision expires. */
  ends_at: timestamp,
  /** The page on which the identity-check service shows the document; null for those who do not decide. */
  document_url: z.nullable(z.string()),
})
export type Review = z.infer<typeof review>

const appealMonth = z.object({
  month: z.string(),
  begun: z.int(),
  approved: z.int(),
  rejected: z.int(),
  under_age: z.int(),
  over: z.int(),
  days: z.int(),
})
export type AppealMonth = z.infer<typeof appealMonth>

export const adminListReviews = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/reviews',
  summary: 'Checks whose document a person looks at, the longest wait first, 100 at most.',
  auth: 'staff',
  roles: HELD_READERS,
  limit: 'staff',
  answers: {
    200: z.object({
      data: z.array(review),
      /** The number of all that wait. */
      total: z.int(),
      /** The operator's own people decide them; otherwise those of the identity-check service. */
      desk: z.boolean(),
      /** Appeals by month, the newest first. `days`: from each appeal to each outcome, together. */
      appeals: z.array(appealMonth),
    }),
  },
  errors: [],
})

export const adminDecideReview = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/reviews/:check/decision',
  summary:
    'Ends a check that is under review, as a report of the identity-check service would. An approval asks the service first.',
  auth: 'staff',
  roles: ACCOUNT_REVIEWERS,
  limit: 'staff',
  params: z.object({ check: z.string().check(z.regex(/^chk_[A-Za-z0-9_-]{1,64}$/, 'invalid_request')) }),
  body: z.object({ decision: z.enum(REVIEW_DECISIONS) }),
  answers: { 204: null },
  /** not_found: the operator has no desk; conflict: the check is not under review any more. */
  errors: ['required', 'conflict'],
})
