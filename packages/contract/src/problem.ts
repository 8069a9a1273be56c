import * as z from 'zod/mini'
import { ERROR_CODES, type ErrorCode } from './errors.ts'

const errorCode = z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]])

/** RFC 9457 problem details with a code of the catalogue. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: errorCode,
  /** To a visitor's page what happened, in the language that it asks for; to a website's server in English what to do. */
  message: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), code: errorCode }))),
  resend_after: z.optional(z.int()),
  restart: z.optional(z.boolean()),
  reason: z.optional(z.string()),
  appeal_token: z.optional(z.string()),
  retry_after: z.optional(z.int()),
})
export type Problem = z.infer<typeof problem>

/** RFC 6749, section 5.2. */
export const oauthError = z.object({ error: z.string(), error_description: z.optional(z.string()) })
export type OauthError = z.infer<typeof oauthError>
