import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { INTENT_KINDS, INTENT_STATUSES } from '../intents.ts'
import { REFERENCE_MAX_LENGTH } from '../provider.ts'
import { timestamp } from '../values.ts'
import { inProject, ofProject } from './projects.ts'
import { DEVELOPERS, READERS } from './roles.ts'
import { page } from './webhook.ts'

/** A request of the project for one visitor: an intent, as its provider may see it. */
const check = z.object({
  id: z.string(),
  live: z.boolean(),
  kind: z.enum(INTENT_KINDS),
  status: z.enum(INTENT_STATUSES),
  minimum_age: z.nullable(z.int()),
  reference: z.nullable(z.string()),
  redirect_uri: z.string(),
  result: z.nullable(z.enum(['yes', 'no'])),
  created_at: timestamp,
  expires_at: timestamp,
  /** The time at which its visitor first read it; null: not yet. */
  opened_at: z.nullable(timestamp),
  ended_at: z.nullable(timestamp),
})
export type AdminCheck = z.infer<typeof check>

export const adminListChecks = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/checks',
  summary: 'The checks of a project, the newest first, page by page.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  query: z.object({
    mode: z.optional(z.enum(['live', 'test'])),
    status: z.optional(z.enum(INTENT_STATUSES)),
    reference: z.optional(z.string().check(z.maxLength(REFERENCE_MAX_LENGTH, 'max_length_exceed'))),
    ...page,
  }),
  answers: { 200: z.object({ data: z.array(check), next_cursor: z.nullable(z.string()) }) },
  errors: ['max_length_exceed'],
})

export const adminReadCheck = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/checks/:id',
  summary: 'One check, and what happened to it in order. How its visitor proved the age is not the project’s to know.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: inProject,
  answers: {
    200: z.object({
      check,
      /** The verdict as a JWS; null before the answer. */
      verdict: z.nullable(z.string()),
      timeline: z.array(
        z.object({
          at: timestamp,
          step: z.enum(['asked', 'opened', 'answered', 'expired', 'cancelled', 'delivered', 'not_delivered']),
          /** The id of the event that was sent, for its deliveries. */
          delivery_id: z.nullable(z.string()),
        }),
      ),
    }),
  },
  errors: [],
})

export const adminAnswerCheck = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/checks/:id/answer',
  summary: 'Forces the answer of a test check.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: inProject,
  body: z.object({ result: z.enum(['yes', 'no']) }),
  answers: { 200: check },
  errors: ['required', 'test_key_required', 'intent_answered', 'intent_expired', 'intent_cancelled'],
})
