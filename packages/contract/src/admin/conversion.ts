import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { day } from '../values.ts'
import { ofProject } from './projects.ts'
import { READERS } from './roles.ts'

const month = z.string().check(z.regex(/^\d{4}-\d{2}$/))

const counted = z.object({
  asked: z.int(),
  /** Requests answered with yes or no. */
  answered: z.int(),
})

export const adminUsage = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/usage',
  summary:
    'How many checks were asked in each month (UTC) of which none is deleted yet, live and test, the newest first.',
  auth: 'staff',
  roles: READERS,
  limit: 'staff',
  params: ofProject,
  answers: { 200: z.object({ data: z.array(z.object({ month, live: counted, test: counted })) }) },
  errors: [],
})

export const adminConversion = endpoint({
  method: 'GET',
  path: '/admin/v1/projects/:project/conversion',
  summary: 'How far the visitors of the last 30 days came, by the day (UTC) on which the project asked.',
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
        }),
      ),
    }),
  },
  errors: [],
})
