import { type Answer, AppError, type Endpoint, type Sent, token, type TokenAnswer, tokenAnswer } from '@avouch/contract'
import { readAnswer } from './answer.ts'
import { CallFailure } from './failures.ts'
import { type Input, requestOf } from './request.ts'

/** Where the tokens of the session are kept. */
export type TokenStorage = {
  accessToken: () => string | undefined
  refreshToken: () => string | undefined
  store: (tokens: TokenAnswer) => void
  removeAccessToken: () => void
  removeRefreshTokenAndUserId: () => void
}

export type Ports = {
  fetch: typeof fetch
  tokens: TokenStorage
  /** Address of the service behind a path, when it is another origin; our own by default. */
  baseUrlOf?: (path: string) => string
  /** Milliseconds until a call is given up; by default none. */
  timeout?: number
  /** Hears every call that failed, after the refresh; the caller gets the error too. */
  onError?: (error: unknown, endpoint: Endpoint) => void
  /** The session could not be refreshed: its tokens are gone. */
  onSessionEnded?: () => void
}

export type CallOptions = {
  signal?: AbortSignal
  /** The pre-confirmation token of the sign-in, for the calls that confirm its code. */
  bearer?: string
}

/** Endpoints without any input are called without one. */
type Arguments<E extends Endpoint> =
  {} extends Sent<E>
    ? [endpoint: E, input?: Sent<E>, options?: CallOptions]
    : [endpoint: E, input: Sent<E>, options?: CallOptions]

export type ApiClient = ReturnType<typeof createApiClient>

export function createApiClient(ports: Ports) {
  const { tokens, baseUrlOf = () => '', timeout, onError, onSessionEnded } = ports
  let refreshing: Promise<boolean> | undefined

  async function send(
    endpoint: Endpoint,
    input: Input,
    bearer: string | undefined,
    signal: AbortSignal | undefined,
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
      if (timer.some(({ aborted }) => aborted)) throw new CallFailure('timeout', { cause })
      throw new CallFailure(signal?.aborted === true ? 'aborted' : 'offline', { cause })
    }
  }

  /** Exactly one attempt; true when a new pair is stored. */
  async function refresh(): Promise<boolean> {
    tokens.removeAccessToken()
    const refreshToken = tokens.refreshToken()
    try {
      if (refreshToken === undefined) throw new AppError('invalid_grant')
      const body = { grant_type: 'refresh_token', refresh_token: refreshToken }
      const response = await send(token, { body }, undefined, undefined)
      const { data } = await readAnswer(token, response)
      tokens.store(tokenAnswer.parse(data))
      return true
    } catch {
      tokens.removeRefreshTokenAndUserId()
      onSessionEnded?.()
      return false
    }
  }

  /** Calls that meet a 401 at the same moment share one attempt; one that comes late uses the pair that is already new. */
  async function renewed(used: string): Promise<boolean> {
    const current = tokens.accessToken()
    if (refreshing === undefined && current !== undefined && current !== used) return true
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return await refreshing
  }

  async function perform(
    endpoint: Endpoint,
    input: Input,
    options: CallOptions,
  ): Promise<{ status: number; data: unknown }> {
    const ofSession = endpoint.auth === 'bearer'
    if (ofSession) await refreshing
    const bearer = endpoint.auth === 'pre_confirmation' ? options.bearer : tokens.accessToken()
    const response = await send(endpoint, input, bearer, options.signal)
    const again = response.status === 401 && ofSession && bearer !== undefined && (await renewed(bearer))
    return await readAnswer(
      endpoint,
      again ? await send(endpoint, input, tokens.accessToken(), options.signal) : response,
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

  return { call }
}
