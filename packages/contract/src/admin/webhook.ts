import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageCursor, pageSize, timestamp } from '../values.ts'
import { address, inProject, ofProject } from './projects.ts'
import { DEVELOPERS, READERS } from './roles.ts'

const SECRET = z.object({
  /** Shown this once; null: the one in use stays. */
  secret: z.nullable(z.string()),
})

export const adminSetWebhook = endpoint({
  method: 'PUT',
  path: '/admin/v1/projects/:project/webhook',
  summary: 'Sets where events are sent. Where there is no secret, one is made.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({ url: address }),
  answers: { 200: SECRET },
  errors: ['required', 'max_length_exceed', 'conflict'],
})

export const adminRotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/webhook/secret',
  summary:
    'Makes a secret, or another one, which is shown this once; events are signed with both during the overlap. A first one needs no webhook: a developer’s machine may listen.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({ overlap_hours: z.optional(z.int().check(z.gte(1), z.lte(30 * 24))) }),
  answers: { 201: z.object({ secret: z.string() }) },
  errors: ['conflict'],
})

export const adminEnableWebhook = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/webhook/enable',
  summary: 'Sends events again after the receiver answered 410; those that waited go first.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  answers: { 204: null },
  errors: ['conflict'],
})

export const adminSendTestEvent = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/webhook/test',
  summary: 'Asks and answers a test check, so that its event is sent, or listened to: signed as every other one.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  answers: { 201: z.object({ check_id: z.string() }) },
  errors: ['conflict'],
})

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

const delivery = z.object({
  /** Names the event: the same in every attempt. */
  id: z.string(),
  type: z.string(),
  sequence: z.int(),
  check_id: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** The status of the last attempt; null without an answer. */
  last_status: z.nullable(z.int()),
  last_error: z.nullable(z.string()),
  created_at: timestamp,
  delivered_at: z.nullable(timestamp),
  /** null: no further attempt. */
  next_attempt_at: z.nullable(timestamp),
})
export type AdminDelivery = z.infer<typeof delivery>

export const page = {
  /** 1 to 100, by default 20. */
  limit: z.optional(pageSize),
  /** next_cursor of the page before. */
  cursor: z.optional(pageCursor),
}

export const adminListDeliveries = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/deliveries',
  summary: 'Events of a project, the newest first, page by page.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  query: z.object({ state: z.optional(z.enum(DELIVERY_STATES)), ...page }),
  answers: { 200: z.object({ data: z.array(delivery), next_cursor: z.nullable(z.string()) }) },
  errors: [],
})

export const adminReadDelivery = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/deliveries/:id',
  summary: 'One event: the body as it was sent, and each attempt with its answer and how long it took.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: inProject,
  answers: {
    200: z.object({
      delivery,
      body: z.string(),
      tried: z.array(
        z.object({
          at: timestamp,
          status: z.nullable(z.int()),
          error: z.nullable(z.string()),
          duration_ms: z.int(),
        }),
      ),
    }),
  },
  errors: [],
})

export const adminResendDelivery = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/deliveries/:id/resend',
  summary:
    'Sends an event now, under its own id: one that ended with all its attempts, one that waits with those that are left. One that is being sent is left as it is.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: inProject,
  answers: { 200: delivery },
  errors: [],
})

export const adminResendFailed = endpoint({
  method: 'POST',
  path: '/admin/v1/projects/:project/deliveries/resend-failed',
  summary: 'Sends all events again that were given up and are not older than this moment, under their own ids.',
  auth: 'staff',
  roles: DEVELOPERS,
  limit: 'staff',
  params: ofProject,
  body: z.object({ since: timestamp }),
  answers: { 200: z.object({ resent: z.int() }) },
  errors: ['required'],
})
