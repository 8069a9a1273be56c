import { AppError, type Auth, type Endpoint, type Partner, type ProjectRole, PUBLIC_CLIENT } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Deletions } from '../modules/accounts/index.ts'
import { type Audit, requestContext } from '../modules/audit/index.ts'
import type { ProviderAccess, Providers } from '../modules/providers/index.ts'
import type { PreSession, Session, Sessions, UnderAge } from '../modules/sessions/index.ts'
import type { Staff, StaffSession } from '../modules/staff/index.ts'
import { tokenHash } from '../platform/identifier.ts'

/** The caller as a handler gets it, by the endpoint's authentication. */
export type Authenticated = {
  none: Record<never, never>
  /** null: without a session, or with one that is over. */
  optional_bearer: { session: Session | null }
  bearer: { session: Session }
  recent_bearer: { session: Session }
  bearer_or_tombstone: { session: Session | UnderAge }
  /** `deletion`: the token of the deletion that the access token begins, or has begun a moment ago (no session). */
  bearer_or_deletion: { session: Session | null; deletion: string }
  pre_confirmation: { preSession: PreSession }
  client: Record<never, never>
  provider: { provider: ProviderAccess }
  signature: Record<never, never>
  /** A person at a console. `projectRole`: of the project in the path. */
  staff: { session: StaffSession; projectRole: ProjectRole | undefined }
}
/** The parts of an endpoint that a guard reads. */
type Guarded = Pick<Endpoint, 'method' | 'path' | 'roles' | 'scope' | 'signedBy'>
export type Guards = { [A in Auth]: (request: FastifyRequest, endpoint: Guarded) => Promise<Authenticated[A]> }

type Deps = {
  sessions: Sessions
  deletions: Deletions
  providers: Providers
  /** For each partner: whether the message carries its signature. */
  verifySignature: Readonly<Record<Partner, (rawBody: string, headers: Record<string, string>) => boolean>>
  audit: Audit
  staff: Staff
  publicUrl: string
}

const BEARER = /^Bearer ([A-Za-z0-9_.~+/-]{1,256}=*)$/i

const bearerOf = ({ headers }: FastifyRequest): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1]

function requiredBearer(request: FastifyRequest): string {
  const token = bearerOf(request)
  if (token === undefined) throw new AppError('invalid_token')
  return token
}

const CLIENT_HASH = tokenHash(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`)

/** RFC 6749, 2.3.1: both parts are form-encoded inside Basic. */
function basicOf({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/]{1,512}=*)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const parts = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  try {
    return parts.map((part) => decodeURIComponent(part.replaceAll('+', ' '))).join(':')
  } catch {
    // A percent sign that encodes nothing.
    return undefined
  }
}

const projectOf = ({ params }: FastifyRequest): string => {
  const project: unknown = Reflect.get(Object(params), 'project')
  return typeof project === 'string' ? project : ''
}

export function createGuards({
  sessions,
  deletions,
  providers,
  verifySignature,
  audit,
  staff,
  publicUrl,
}: Deps): Guards {
  return {
    none: async () => ({}),

    async optional_bearer(request) {
      const token = bearerOf(request)
      if (token === undefined) return { session: null }
      try {
        return { session: await sessions.authenticate(token) }
      } catch (error) {
        if (error instanceof AppError && error.status === 401) return { session: null }
        throw error
      }
    },

    bearer: async (request) => ({ session: await sessions.authenticate(requiredBearer(request)) }),

    async recent_bearer(request) {
      const session = await sessions.authenticate(requiredBearer(request))
      sessions.requireRecent(session)
      return { session }
    },
    bearer_or_tombstone: async (request) => ({
      session: await sessions.authenticateOrTombstone(requiredBearer(request)),
    }),

    async bearer_or_deletion(request) {
      const token = requiredBearer(request)
      const deletion = deletions.tokenFor(token)
      try {
        return { session: await sessions.authenticate(token), deletion }
      } catch (error) {
        if (await deletions.isJustBegun(deletion)) return { session: null, deletion }
        throw error
      }
    },
    pre_confirmation: async (request) => ({
      preSession: await sessions.authenticatePreConfirmation(requiredBearer(request), request.device),
    }),

    async client(request) {
      const given = basicOf(request)
      if (given === undefined || !tokenHash(given).equals(CLIENT_HASH)) throw new AppError('invalid_client')
      return {}
    },

    async provider(request, { scope }) {
      const key = bearerOf(request)
      if (key === undefined) throw new AppError('invalid_api_key')
      try {
        const provider = await providers.authenticate(key, scope)
        request.providerId = provider.providerId
        return { provider }
      } catch (error) {
        if (error instanceof AppError && error.code !== 'service_unavailable')
          await audit.report({ type: 'provider.key_refused', reason: error.code })
        throw error
      }
    },

    async signature(request, { signedBy }) {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
      if (signedBy === undefined || !verifySignature[signedBy](request.rawBody, headers)) {
        await audit.report({ type: signedBy === 'bank' ? 'wallet.bad_signature' : 'kyc.bad_signature' })
        throw new AppError('invalid_signature')
      }
      return {}
    },

    /**
     * Admits a person with a live session and a role that the endpoint names. A project of other people is not_found,
     * as one that does not exist.
     * @throws AppError invalid_token, foreign_origin, insufficient_scope, not_found
     */
    async staff(request, { method, path, roles }) {
      if (request.staffToken === undefined) throw new AppError('invalid_token')
      const session = await staff.sessions.authenticate(request.staffToken)
      // Browsers send cookies by themselves: a changing call has to name our origin, which no other page can.
      if (method !== 'GET' && request.headers.origin !== publicUrl) throw new AppError('foreign_origin')
      const context = requestContext()
      if (context !== undefined) context.staffId = session.staffId
      const ofProject = path.includes('/:project')
      const projectRole = ofProject ? await staff.sessions.roleIn(session.staffId, projectOf(request)) : undefined
      if (ofProject && projectRole === undefined) throw new AppError('not_found')
      const role = ofProject ? projectRole : session.role
      if (roles !== undefined && (role === undefined || role === null || !roles.includes(role)))
        throw new AppError('insufficient_scope')
      return { session, projectRole }
    },
  }
}
