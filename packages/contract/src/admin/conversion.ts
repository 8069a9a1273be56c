import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { PROOF_METHODS } from '../methods.ts'
import { day, timestamp } from '../values.ts'
import { ofProject } from './projects.ts'
import { INSTALLATION_READERS, READERS } from './roles.ts'

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

const counted = z.object({
  asked: z.int(),
  /** Requests answered with yes or no. */
  answered: z.int(),
})
/** null: up to now. Until the count has caught up, later requests are missing. */
const counted_until = z.nullable(timestamp)

export const adminUsage = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/usage',
  summary: 'How many checks were asked in each of the last 25 months (UTC), live and test, the newest first.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: z.object({ data: z.array(z.object({ month, live: counted, test: counted })), counted_until }) },
  errors: [],
})

/** The steps of which the time is counted: since the request, since it was opened, since the number was confirmed. */
export const TIMED_STEPS = ['opened', 'number', 'answered'] as const

const duration = z.object({
  step: z.enum(TIMED_STEPS),
  /** The seconds in which half of them did it, and nine in ten; null: longer than half an hour, or nobody did. */
  half_within: z.nullable(z.int()),
  most_within: z.nullable(z.int()),
  /** Each without those of the buckets before it. null: all that took longer. */
  buckets: z.array(z.object({ below_seconds: z.nullable(z.int()), count: z.int() })),
})

export const adminConversion = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/conversion',
  summary:
    'How far the visitors of the last 30 days came, by the day (UTC) on which the project asked, and how long it took.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  query: z.object({ mode: z.optional(z.enum(['live', 'test'])) }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          day,
          asked: z.int(),
          /** Their visitor came. */
          opened: z.int(),
          /** Their visitor confirmed a number. */
          number: z.int(),
          answered: z.int(),
          yes: z.int(),
          no: z.int(),
          paid: z.int(),
          expired: z.int(),
          /** Also those that the website took back. */
          cancelled: z.int(),
          /** Their visitor went back by "not now", and did not answer later. They end as expired or cancelled. */
          left: z.int(),
        }),
      ),
      methods: z.array(z.object({ method: z.enum(PROOF_METHODS), yes: z.int(), no: z.int() })),
      durations: z.array(duration),
      counted_until,
    }),
  },
  errors: [],
})

/** No smaller number of a website's requests is shown to others than its own people. */
export const FEWEST_SHOWN = 20
/** null: fewer, which are part of another number, or of none. */
const few = z.nullable(z.int().check(z.gte(FEWEST_SHOWN)))

export const adminFigures = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/figures',
  summary: 'How the live checks of websites ended in a month (UTC) that is over. No number is below 20.',
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  query: z.object({ month }),
  answers: {
    200: z.object({
      data: z.array(
        z.object({
          /** null: several websites together. */
          provider: z.nullable(z.string()),
          yes: few,
          no: few,
          paid: few,
          unanswered: few,
          /** The smaller numbers together. */
          other: few,
        }),
      ),
    }),
  },
  errors: [],
})
