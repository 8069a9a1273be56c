import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { timestamp } from '../values.ts'
import { INSTALLATION_READERS, NUMBER_READERS, OPERATORS } from './roles.ts'

/** The subjects that a limit counts; range: numbers that differ in their last digits only. */
export const LIMIT_SUBJECTS = ['address', 'network', 'browser', 'number', 'range', 'everyone', 'money'] as const

const limitState = z.object({
  rule: z.string(),
  of: z.enum(LIMIT_SUBJECTS),
  /** Cents where the subject is money. */
  used: z.int(),
  allowed: z.int(),
  state: z.enum(['free', 'harder_captcha', 'full']),
  /** The times at which one hit and all hits have expired; null where an event resets them. */
  next_at: z.nullable(timestamp),
  all_at: z.nullable(timestamp),
})
export type AdminLimit = z.infer<typeof limitState>
const limitStates = { 200: z.object({ data: z.array(limitState) }) }

/** The typed text, in the body alone: addresses are logged, and an answer repeats nothing of it. */
const caller = z
  .string()
  .check(z.minLength(1, { error: 'required', abort: true }), z.maxLength(200, 'max_length_exceed'))

export const adminExplainLimits = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/limits/explain',
  summary: 'The rate limits of a mobile number, an IP address or a browser that hold something. It leaves an event.',
  auth: 'staff',
  roles: NUMBER_READERS,
  limit: 'staff',
  body: z.object({ caller }),
  answers: limitStates,
  errors: ['required', 'max_length_exceed'],
})

export const adminReleaseLimits = endpoint({
  method: 'POST',
  path: '/admin/v1/operator/limits/release',
  summary: 'Gives a caller back what was counted, by one limit or by all. The answer is what that was.',
  auth: 'staff',
  roles: OPERATORS,
  limit: 'staff',
  body: z.object({
    caller,
    /** null: of all. */
    rule: z.nullable(z.string().check(z.regex(/^[a-z.-]{1,60}$/))),
  }),
  answers: limitStates,
  errors: ['required', 'max_length_exceed'],
})

export const adminListSmsLimits = endpoint({
  method: 'GET',
  path: '/admin/v1/operator/sms/limits',
  summary: "The pools of the day's money for SMS, and the wrong codes of all visitors.",
  auth: 'staff',
  roles: INSTALLATION_READERS,
  limit: 'staff',
  answers: limitStates,
  errors: [],
})
