import {
  type Answer,
  type Auth,
  type Endpoint,
  revoke,
  type Sent,
  token,
  type TokenAnswer,
  tokenAnswer,
} from '@avouch/contract'
import { readAnswer } from './answer.ts'
import { CallFailure } from './failures.ts'
import { createRenewal, type TokenStorage } from './renewal.ts'
import { type Input, requestOf } from './request.ts'
import { lineOf, type Tabs } from './tabs.ts'

export type Ports = {
  fetch: typeof fetch
  tokens: TokenStorage
  /** The other tabs of the browser, where the platform lets them talk. */
  tabs?: Tabs | undefined
  /** Milliseconds since the epoch. */
  now?: () => number
  /** Address of the service behind a path, when it is another origin; our own by default. */
  baseUrlOf?: (path: string) => string
  /** Timeout of a call in milliseconds; by default none. */
  timeout?: number
  /** Gets every call that failed, after the refresh; the caller gets the error too. */
  onError?: (error: unknown, endpoint: Endpoint) => void
  /** The session could not be refreshed: its tokens are gone. */
  onSessionEnded?: () => void
  /** The visitor logged out, in this tab or in another: the tokens are gone. */
  onLoggedOut?: () => void
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** The pre-confirmation token of the sign-in, for the calls that confirm its code. */
  bearer?: string | undefined
  /** Timeout in milliseconds, instead of the one of all calls. */
  timeout?: number | undefined
}

/** A refresh that gets no answer ends then, and the next call makes another: a connection may be dead without an error. */
const REFRESH_TIMEOUT_MS = 15_000

/** An optional session is renewed too: without it, a visitor's own request is another's. */
const OF_SESSION: ReadonlySet<Auth> = new Set([
  'bearer',
  'recent_bearer',
  'bearer_or_tombstone',
  'bearer_or_deletion',
  'optional_bearer',
])

/** Endpoints without any input are called without one. */
type Arguments<E extends Endpoint> =
  {} extends Sent<E>
    ? [endpoint: E, input?: Sent<E>, options?: CallOptions]
    : [endpoint: E, input: Sent<E>, options?: CallOptions]

export function createApiClient(ports: Ports) {
  const { tokens, tabs, now = Date.now, baseUrlOf = () => '', onError } = ports
  const onSessionEnded = () => ports.onSessionEnded?.()
  const onLoggedOut = () => ports.onLoggedOut?.()
  const renewal = createRenewal({ tokens, tabs, now, exchange, onSessionEnded, onLoggedOut })

  async function send(
    endpoint: Endpoint,
    input: Input,
    { bearer, signal, timeout = ports.timeout }: CallOptions,
  ): Promise<Response> {
    const timer = timeout === undefined ? [] : [AbortSignal.timeout(timeout)]
    const signals = signal === undefined ? timer : [signal, ...timer]
    const { url, init } = requestOf(endpoint, input, {
      bearer,
      signal: signals.length > 0 ? AbortSignal.any(signals) : undefined,
      baseUrlOf,
    })
    try {
      return await ports.fetch(url, init)
    } catch (cause) {
      throw new CallFailure(signal?.aborted === true ? 'aborted' : 'offline', { cause })
    }
  }

  /** Never goes through the renewal itself. */
  async function exchange(refresh_token: string): Promise<TokenAnswer> {
    const response = await send(
      token,
      { body: { grant_type: 'refresh_token', refresh_token } },
      { timeout: REFRESH_TIMEOUT_MS },
    )
    return tokenAnswer.parse((await readAnswer(token, response)).data)
  }

  async function perform(
    endpoint: Endpoint,
    input: Input,
    options: CallOptions,
  ): Promise<{ status: number; data: unknown }> {
    const ofSession = OF_SESSION.has(endpoint.auth)
    if (ofSession) await renewal.ready()
    const bearer = endpoint.auth === 'pre_confirmation' ? options.bearer : tokens.accessToken()
    const response = await send(endpoint, input, { ...options, bearer })
    const again = response.status === 401 && ofSession && bearer !== undefined && (await renewal.afterRefusalOf(bearer))
    return await readAnswer(
      endpoint,
      again ? await send(endpoint, input, { ...options, bearer: tokens.accessToken() }) : response,
    )
  }

  /** Calls an endpoint of the contract: its declared answer, told apart by status, or the error that the server threw. */
  async function call<const E extends Endpoint>(...[endpoint, input, options = {}]: Arguments<E>): Promise<Answer<E>> {
    try {
      // The one place where the table's types meet the wire: readAnswer has parsed what Answer<E> promises.
      return (await perform(endpoint, input ?? {}, options)) as Answer<E>
    } catch (error) {
      onError?.(error, endpoint)
      throw error
    }
  }

  /** Ends the session here and in the other tabs, not on the server. @returns its last token */
  function forgetSession(): string | undefined {
    const refreshToken = tokens.refreshToken()
    const last = refreshToken ?? tokens.accessToken()
    if (refreshToken !== undefined) tabs?.tell({ type: 'logout', family: lineOf(refreshToken).family })
    renewal.clear()
    return last
  }

  /** Ends the session here and in the other tabs, then on the server; without the server it ends here only. */
  async function logOut(): Promise<void> {
    const last = forgetSession()
    onLoggedOut()
    if (last !== undefined) await call(revoke, { body: { token: last } })
  }

  return { call, logOut, forgetSession }
}
