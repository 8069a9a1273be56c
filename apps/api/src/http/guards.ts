import { AppError, type Auth, type Endpoint, type Partner, PUBLIC_CLIENT } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'
import type { Audit } from '../modules/audit/index.ts'
import { tokenHash } from '../platform/identifier.ts'
import type { ProviderAccess, Providers } from '../modules/providers/index.ts'
import type { PreSession, Session, Sessions } from '../modules/sessions/index.ts'
import { createStaffGuard, type StaffCaller } from './staff-guard.ts'

/** The caller as a handler gets it, by the endpoint's authentication. */
export type Caller = {
  none: Record<never, never>
  /** null: without a session, or with one that is over. */
  optional_bearer: { session: Session | null }
  bearer: { session: Session }
  bearer_or_tombstone: { session: Session | 'under_age' }
  pre_confirmation: { preSession: PreSession }
  client: Record<never, never>
  provider: { provider: ProviderAccess }
  signature: Record<never, never>
  staff: StaffCaller
}
/** The parts of an endpoint that a guard reads. */
type Guarded = Pick<Endpoint, 'method' | 'path' | 'roles' | 'scope' | 'signedBy'>
export type Guards = { [A in Auth]: (request: FastifyRequest, endpoint: Guarded) => Promise<Caller[A]> }

type Deps = Parameters<typeof createStaffGuard>[0] & {
  sessions: Sessions
  providers: Providers
  /** For each partner: whether the message carries its signature. */
  verifySignature: Readonly<Record<Partner, (rawBody: string, headers: Record<string, string>) => boolean>>
  audit: Audit
}

const BEARER = /^Bearer ([A-Za-z0-9_.~+/-]{1,256}=*)$/i

const bearerOf = ({ headers }: FastifyRequest): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1]

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

export function createGuards({ sessions, providers, verifySignature, audit, ...ofStaff }: Deps): Guards {
  return {
    staff: createStaffGuard(ofStaff),

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

    async bearer(request) {
      const token = bearerOf(request)
      if (token === undefined) throw new AppError('invalid_token')
      return { session: await sessions.authenticate(token) }
    },

    async bearer_or_tombstone(request) {
      const token = bearerOf(request)
      if (token === undefined) throw new AppError('invalid_token')
      return { session: await sessions.authenticateOrTombstone(token) }
    },

    async pre_confirmation(request) {
      const token = bearerOf(request)
      if (token === undefined) throw new AppError('invalid_token')
      return { preSession: await sessions.authenticatePreConfirmation(token, request.device) }
    },

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
  }
}
