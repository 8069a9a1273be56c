import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { pageCursor, timestamp } from '../values.ts'
import { ofProvider, PROJECT_STAGES } from './projects.ts'
import { INSTALLATION_READERS, OPERATORS } from './roles.ts'
import { OPERATOR_SWITCHES } from './switches.ts'

const value = z.enum(['0', '1'])

const provider = z.object({
  id: z.string(),
  name: z.string(),
  stage: z.enum(PROJECT_STAGES),
  suspended_at: z.nullable(timestamp),
  from_file: z.boolean(),
  /** The receiver of its events answered 410. */
  webhook_stopped_at: z.nullable(timestamp),
})
export type AdminProvider = z.infer<typeof provider>

export const adminListProviders = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/providers',
  summary: 'All providers, those that ask for live keys first. Nothing of what they asked visitors.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: { 200: z.object({ data: z.array(provider) }) },
  errors: [],
})

export const adminDecideLive = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/providers/:provider/live',
  summary: 'Agrees that a provider makes live keys, or declines. Live keys that it has go on working.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: ofProvider,
  body: z.object({ live: z.boolean() }),
  answers: { 200: provider },
  errors: ['required', 'conflict'],
})

export const adminSuspendProvider = endpoint({
  method: 'PUT',
  path: '/admin/v1/operator/providers/:provider/suspension',
  summary: 'None of its keys works, or all work again.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: ofProvider,
  body: z.object({ suspended: z.boolean() }),
  answers: { 200: provider },
  errors: ['required', 'conflict'],
})

const switchState = z.object({
  name: z.enum(OPERATOR_SWITCHES),
  value,
  changed_at: z.nullable(timestamp),
})

export const adminListSwitches = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/switches',
  summary: 'What changes while the product runs, and since when it is as it is.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: { 200: z.object({ data: z.array(switchState) }) },
  errors: [],
})

export const adminSetSwitch = endpoint({
  method: 'PUT',
  path: '/admin/v1/operator/switches/:name',
  summary: 'Turns a switch.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  params: z.object({ name: z.enum(OPERATOR_SWITCHES) }),
  body: z.object({ value }),
  answers: { 204: null },
  errors: ['required'],
})

export const adminListJobs = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/jobs',
  summary: 'What servers do in the background: when it was done last, what failed within a week.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          name: z.string(),
          last_done_at: z.nullable(timestamp),
          last_ms: z.nullable(z.int()),
          waiting: z.int(),
          running: z.int(),
          failed: z.int(),
          next_at: z.nullable(timestamp),
          /** Its schedule in cron's notation; null for one that waits for work. */
          cron: z.nullable(z.string()),
        }),
      ),
    }),
  },
  errors: [],
})

export const adminSmsSpend = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/sms',
  summary: 'What became of the SMS of the last 30 days, and their cost; how many of the last 7 days were delivered.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: {
    200: z.object({
      data: z.array(
        z.object({ day: z.string(), country: z.string(), outcome: z.string(), sms: z.int(), cents: z.int() }),
      ),
      cents: z.int(),
      /** Counts SMS by gateways that report. */
      delivery: z.array(
        z.object({
          country: z.string(),
          gateway: z.int(),
          accepted: z.int(),
          delivered: z.int(),
          undelivered: z.int(),
          /** The seconds in which half of the delivered ones were, and nine in ten; null: longer than five minutes, or of too few. */
          half_within: z.nullable(z.int()),
          most_within: z.nullable(z.int()),
        }),
      ),
    }),
  },
  errors: [],
})

export const adminSearchAudit = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/audit',
  summary:
    'Events of the audit trail, by kind and provider, the newest first, page by page. People are pseudonyms there.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  query: z.object({
    /** The beginning of a kind, as `operator` or `staff.signed_in`. */
    kind: z.optional(z.string().check(z.regex(/^[a-z0-9_.]{1,40}$/))),
    provider: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,64}$/))),
    since: z.optional(timestamp),
    until: z.optional(timestamp),
    /** next_cursor of the page before. */
    cursor: z.optional(pageCursor),
  }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          seq: z.int(),
          at: timestamp,
          type: z.string(),
          outcome: z.string(),
          actor: z.nullable(z.string()),
          reason: z.nullable(z.string()),
        }),
      ),
      /** null on the last page. A page may be short, or empty, although others follow. */
      next_cursor: z.nullable(z.string()),
    }),
  },
  errors: [],
})
