import { CallFailure, createApiClient, NO_TOKENS } from '@avouch/api-client'
import { type AdminOperation, adminSignOut, AppError, api, type Endpoint, MINUTE_MS } from '@avouch/contract'
import { OperatorError } from '../platform/operator-error.ts'
import type { AdminCall, Refusals } from './command.ts'
import type { RemoteSession } from './remote-session.ts'

const TIMEOUT_MS = 30_000
/** These take as long as there is to do. */
const LONG: ReadonlySet<string> = new Set<AdminOperation>(['adminVerifyAudit'])
const LONG_MS = 10 * MINUTE_MS
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const COOKIE = /^((?:__Host-)?staff)=([^;]*)/

/** The address of a product that is asked from here. A password travels to it: over https, or not over a network. */
export function readProduct(text: string): URL | undefined {
  const address = URL.parse(text)
  if (address === null || address.pathname !== '/' || address.search !== '' || address.username !== '') return undefined
  const isSafe = address.protocol === 'https:' || (address.protocol === 'http:' && THIS_MACHINE.has(address.hostname))
  return isSafe ? address : undefined
}

const SERVER_ERRORS = 500

const REFUSALS: Refusals = {
  invalid_token: 'You are not signed in there, or not any more: "console sign-in" comes first.',
  insufficient_scope: 'Your role may not do that.',
  wrong_login_info: 'E-mail, password and code do not belong together, or the code was used before.',
  foreign_origin: 'The product has another address: write it as its people do.',
}

function lineOf(error: AppError, own: Refusals): string {
  const { retry_after: seconds } = error.details
  const line = own[error.code] ?? REFUSALS[error.code] ?? `${error.message}.`
  return seconds === undefined ? line : `${line} Try again in ${seconds} s.`
}

/** ECONNREFUSED, CERT_HAS_EXPIRED: why a product was not reached, wherever the system says it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? ` (${code})` : reasonOf(error.cause)
}

/** @throws OperatorError with one line for the person */
function refuse(error: unknown, { origin }: URL, own: Refusals): never {
  if (error instanceof AppError) throw new OperatorError(lineOf(error, own))
  if (!(error instanceof CallFailure)) throw error
  if (error.cause instanceof OperatorError) throw error.cause
  const { kind, status = 0 } = error
  if (kind !== 'unreadable') throw new OperatorError(`${origin} did not answer${reasonOf(error)}.`)
  throw new OperatorError(
    status >= SERVER_ERRORS ? `${origin} answered ${status}.` : `${origin} is no Avouch, or of another version.`,
  )
}

type Given = { product: URL; session: RemoteSession; fetch: typeof fetch }

/** The admin API of a product elsewhere. The session that it sets is kept, and goes along until it ends. */
export function connectTo({ product, session, fetch: ask }: Given): AdminCall {
  const { origin } = product
  /** One that can't be kept here ends there, where it would go on unused. */
  async function keep(cookie: string) {
    try {
      session.write(origin, cookie)
    } catch (error) {
      const { path, method } = adminSignOut
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const ended = ask(origin + path, { method, headers: { origin, cookie }, redirect: 'error', signal })
      // Whatever comes of it, the person learns why there is no session.
      await ended.catch(() => undefined)
      throw error
    }
  }
  const send: typeof fetch = async (url, init) => {
    const headers = new Headers(init?.headers)
    // What changes something names the origin, as a browser does.
    headers.set('origin', origin)
    const held = session.read(origin)
    if (held !== undefined) headers.set('cookie', held)
    const answer = await ask(url, { ...init, headers, redirect: 'error' })
    for (const line of answer.headers.getSetCookie()) {
      const [cookie, , value] = COOKIE.exec(line) ?? []
      if (cookie === undefined) continue
      if (value === '') session.write(origin, undefined)
      else await keep(cookie)
    }
    return answer
  }
  return async (name, input, refusals = {}) => {
    const timeout = LONG.has(name) ? LONG_MS : TIMEOUT_MS
    const { call } = createApiClient({ fetch: send, tokens: NO_TOKENS, baseUrlOf: () => origin, timeout })
    // The client is made for any endpoint; the table knows which answer this one has.
    const perform = call as (endpoint: Endpoint, input: unknown) => Promise<{ data: unknown }>
    const { data } = await perform(api[name], input).catch((error: unknown) => refuse(error, product, refusals))
    return data as never
  }
}
