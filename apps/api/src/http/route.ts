import { createHash } from 'node:crypto'
import {
  type Answer,
  api,
  AppError,
  type Auth,
  type Endpoint,
  type ErrorCode,
  isErrorCode,
  type OperationName,
  type Received,
  type Schema,
} from '@avouch/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { runInRequestContext } from '../modules/audit/index.ts'
import type { Captcha } from '../modules/captcha/index.ts'
import type { CallLimits } from '../modules/rate-limits/index.ts'
import { jsonOf } from '../platform/json.ts'
import { hasNul } from './body-parsers.ts'
import type { Authenticated, Guards } from './guards.ts'
import { ownOriginCheck } from './own-origin.ts'
import { type ErrorTexts, refusalsOf, sendProblem, toAppError, worded } from './problem-answer.ts'
import { inSpan } from './request-spans.ts'

export type Handler<E extends Endpoint> = (
  input: Received<E>,
  caller: Authenticated[E['auth']],
  request: FastifyRequest,
) => Promise<NoInfer<Answer<E>>>

/** A handler for every operation of the contract: a missing one does not compile. */
export type Handlers = { [Name in OperationName]: Handler<(typeof api)[Name]> }

/** An endpoint that was answered in a way the contract does not know is our bug, not the caller's. */
class UndeclaredAnswer extends Error {
  override readonly name = 'UndeclaredAnswer'
}

const valueAt = (root: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    root,
  )

function parse(schema: Schema, value: unknown, declared: readonly ErrorCode[]): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map((issue) => {
    const missing = valueAt(value, issue.path) === undefined
    const code: ErrorCode = missing ? 'required' : isErrorCode(issue.message) ? issue.message : 'invalid_request'
    return { field: issue.path.join('.'), code: declared.includes(code) ? code : 'invalid_request' } as const
  })
  throw new AppError(errors[0]?.code ?? 'invalid_request', { errors })
}

const CONTENT_TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }

function checkContentType({ headers, body }: FastifyRequest, { bodyType = 'json' }: Endpoint) {
  if (body === undefined && headers['content-type'] === undefined) return
  const given = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given !== CONTENT_TYPES[bodyType]) throw new AppError('unsupported_media_type')
}

/** Refuses a NUL in path or query, before a guard uses them. Bodies are checked where they are parsed. */
function refuseNul({ params, query }: FastifyRequest): void {
  const values: unknown[] = [params, query].flatMap((given): unknown[] => Object.values(given ?? {}))
  if (values.some((value) => hasNul(String(value)))) throw new AppError('invalid_request')
}

function readInput(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  const { params, query, headers, body, bodyType, errors } = endpoint
  return {
    ...(params && { params: parse(params, request.params, errors) }),
    ...(query && { query: parse(query, request.query, errors) }),
    ...(headers && { headers: parse(headers, request.headers, errors) }),
    // A partner's signed message would be repeated for ever if it was refused: no JSON is an empty one.
    ...(body && { body: bodyType === 'raw' ? jsonOf(request.rawBody) : parse(body, request.body ?? {}, errors) }),
  }
}

function cachingOf({ conditional, cacheSeconds }: Endpoint): string {
  if (cacheSeconds !== undefined) return `public, max-age=${cacheSeconds}`
  return conditional === true ? 'private, no-cache' : 'no-store'
}

/** Sends a declared answer, parsed by its schema: what is not declared never leaves. */
function sendAnswer(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, data }: { status: number; data: unknown },
) {
  const schema = endpoint.answers[status]
  if (schema === undefined) throw new UndeclaredAnswer(`${endpoint.method} ${endpoint.path} answered ${status}`)
  reply.code(status).header('cache-control', cachingOf(endpoint))
  if (endpoint.isOpenToScripts === true) reply.header('access-control-allow-origin', '*')
  if (schema === null) return reply.send()
  const parsed = schema.safeParse(data)
  if (!parsed.success)
    throw new UndeclaredAnswer(`${endpoint.method} ${endpoint.path} answered something else`, { cause: parsed.error })
  const text = JSON.stringify(parsed.data)
  if (endpoint.conditional === true) {
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    reply.header('etag', etag).header('vary', 'authorization')
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  }
  return reply.type('application/json; charset=utf-8').send(text)
}

function declaredError(endpoint: Endpoint, cause: unknown): AppError {
  const error = toAppError(cause)
  if (refusalsOf(endpoint).includes(error.code)) return error
  return new AppError(
    'internal_error',
    {},
    { cause: new UndeclaredAnswer(`${endpoint.path} refused with ${error.code}`, { cause }) },
  )
}

const captchaAnswerOf = ({ body }: FastifyRequest): string | undefined => {
  const answer = valueAt(body, ['recaptchaResponse'])
  return typeof answer === 'string' ? answer : undefined
}

/** Collects what the audit trail records of a request. */
const requestContextOf = ({ id, client }: FastifyRequest, { path }: Endpoint) => ({
  requestId: id,
  route: path,
  network: client.address.network,
})

/** Records audit events, log lines and spans as the request's own. */
const inContext = <T>(request: FastifyRequest, endpoint: Endpoint, run: () => Promise<T>): Promise<T> =>
  runInRequestContext(requestContextOf(request, endpoint), () => inSpan(request, run))

/** GETs with effects: their HEAD is answered without running the handler. */
const GETS_WITH_EFFECTS: ReadonlySet<OperationName> = new Set(['kycInit', 'exportData', 'ownRequests', 'walletDeposit'])

type Checks = {
  guards: Guards
  captcha: Captcha
  calls: CallLimits
  publicUrl: string
  look: { errors: ErrorTexts }
}

/** The only way an endpoint reaches the network: limit, authenticate, check the captcha, parse in, run, parse out. */
export function route<Name extends OperationName>(
  app: FastifyInstance,
  name: Name,
  { guards, captcha, calls, publicUrl, look }: Checks,
  handler: Handler<(typeof api)[Name]>,
): void {
  const endpoint: Endpoint = api[name]
  const guard: Guards[Auth] = guards[endpoint.auth]
  const { limit } = endpoint
  const refuseOthers = ownOriginCheck(endpoint, publicUrl)
  const run = handler as unknown as (
    input: unknown,
    caller: unknown,
    request: FastifyRequest,
  ) => Promise<{ status: number; data: unknown }>
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { operation: name, isRaw: endpoint.bodyType === 'raw' },
    onRequest: async (request) => {
      refuseOthers(request)
      // Before the body is read.
      if (limit !== 'none') await inContext(request, endpoint, () => calls.admit(limit, request.client))
    },
    errorHandler: (error, request, reply) => {
      const known = declaredError(endpoint, error)
      app.logFailure(request, known)
      void sendProblem(reply, worded(known, endpoint, request.headers, look.errors), endpoint.errorFormat)
    },
    handler: (request, reply) =>
      inContext(request, endpoint, async () => {
        if (endpoint.body !== undefined) checkContentType(request, endpoint)
        refuseNul(request)
        const caller = await guard(request, endpoint)
        if (endpoint.captcha !== undefined)
          await captcha.check(endpoint.captcha, captchaAnswerOf(request), request.client)
        const input = readInput(endpoint, request)
        if (request.method === 'HEAD' && GETS_WITH_EFFECTS.has(name))
          return reply.header('cache-control', 'no-store').send()
        return sendAnswer(endpoint, request, reply, await run(input, caller, request))
      }),
  })
}
