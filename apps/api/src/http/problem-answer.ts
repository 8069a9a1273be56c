import {
  AppError,
  type Auth,
  type Endpoint,
  ERRORS,
  type ErrorCode,
  inLanguage,
  inWordsForPrograms,
  languageOfBrowser,
  tagsAsked,
  type Localized,
  type OauthError,
  type Problem,
} from '@avouch/contract'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { OperatorError } from '../platform/operator-error.ts'

/** Refusals that any endpoint may add to its own. */
const GENERAL_ERRORS: readonly ErrorCode[] = [
  'invalid_request',
  'body_too_large',
  'unsupported_media_type',
  'method_not_allowed',
  'foreign_origin',
  'too_many_requests',
  'service_unavailable',
  'internal_error',
]

/** Codes of the framework's errors; any other refusal of it is `invalid_request`, under its own status. */
const BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
}

/** Refusals of the guards, by what an endpoint asks of its caller. */
const GUARD_ERRORS: Readonly<Record<Auth, readonly ErrorCode[]>> = {
  none: [],
  optional_bearer: [],
  bearer: ['invalid_token', 'insufficient_user_authentication'],
  recent_bearer: ['invalid_token', 'insufficient_user_authentication', 'sign_in_again'],
  bearer_or_tombstone: ['invalid_token', 'insufficient_user_authentication'],
  bearer_or_deletion: ['invalid_token', 'insufficient_user_authentication'],
  pre_confirmation: ['invalid_token'],
  client: ['invalid_client'],
  provider: ['invalid_api_key', 'insufficient_scope'],
  signature: ['invalid_signature'],
  // A project that is another's, or is not there: the answer is the same.
  staff: ['invalid_token', 'insufficient_scope', 'not_found'],
}

/** Every refusal that a caller of the endpoint can meet. */
export const refusalsOf = ({ auth, captcha, errors }: Endpoint): ErrorCode[] => [
  ...new Set([
    ...errors,
    ...GUARD_ERRORS[auth],
    ...(captcha === undefined ? [] : (['captcha_failed'] as const)),
    ...GENERAL_ERRORS,
  ]),
]

const isRefusal = (status: unknown): status is number => typeof status === 'number' && status >= 400 && status < 500

/** Errors of the framework get a code by their status, and a refusal keeps the status; everything unknown is a fault of the product. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof OperatorError) return new AppError(error.code, {}, { cause: error })
  const status = (error as { statusCode?: unknown }).statusCode
  if (isRefusal(status)) return new AppError(BY_STATUS[status] ?? 'invalid_request', {}, { cause: error, status })
  return new AppError(status === 503 ? 'service_unavailable' : 'internal_error', {}, { cause: error })
}

const CHALLENGES: Partial<Record<ErrorCode, string>> = {
  invalid_token: 'Bearer error="invalid_token"',
  insufficient_user_authentication: 'Bearer error="insufficient_user_authentication"',
  invalid_api_key: 'Bearer error="invalid_token"',
}

/** RFC 6749 knows few codes; the others travel as the nearest one. */
const OAUTH_CODES: Partial<Record<ErrorCode, string>> = {
  service_unavailable: 'temporarily_unavailable',
  internal_error: 'server_error',
  body_too_large: 'invalid_request',
  unsupported_media_type: 'invalid_request',
  method_not_allowed: 'invalid_request',
  foreign_origin: 'invalid_request',
}

/** RFC 9457. The message repeats the title, unless the code has a text for visitors. */
export const problemOf = ({ code, details, status }: AppError): Problem => {
  const { title } = ERRORS[code]
  const { message = title, ...others } = details
  return { type: 'about:blank', title, status, code, message, ...others }
}

/** Every error in the words of a visitor's page. */
export type ErrorTexts = Localized<Readonly<Record<ErrorCode, string>>>

/** Partners and consoles have words of their own, by the code. */
const BY_CODE: ReadonlySet<Auth> = new Set(['signature', 'staff'])

/** The error with its words in the language that a request asks for, English where it names none; to websites' servers with advice. */
export function worded(
  { code, details, cause, status }: AppError,
  { auth }: Endpoint,
  { 'accept-language': asked = '*' }: IncomingHttpHeaders,
  texts: ErrorTexts,
): AppError {
  if (BY_CODE.has(auth)) return new AppError(code, details, { cause, status })
  const [tag = '*'] = tagsAsked(asked)
  const message = auth === 'provider' ? inWordsForPrograms(code) : inLanguage(texts, languageOfBrowser(tag))[code]
  return new AppError(code, { ...details, message }, { cause, status })
}

/** Writes a refusal. It never asks for Basic authentication: browsers would open their own prompt, and fetch would hang. */
export function sendProblem(
  reply: FastifyReply,
  error: AppError,
  format: Endpoint['errorFormat'] = 'problem',
): FastifyReply {
  const { code, details, status } = error
  const { title } = ERRORS[code]
  const challenge = CHALLENGES[code]
  if (challenge !== undefined) reply.header('www-authenticate', challenge)
  if (details.retry_after !== undefined) reply.header('retry-after', String(details.retry_after))
  reply.code(status).header('cache-control', 'no-store')
  if (format === 'oauth') {
    const known = OAUTH_CODES[code] ?? code
    const body: OauthError = { error: known, error_description: title }
    return reply.type('application/json; charset=utf-8').send(body)
  }
  return reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problemOf(error)))
}
