import { CallFailure, createApiClient } from '@avouch/api-client'
import { AppError, type Endpoint, type ErrorCode, api } from '@avouch/contract'
import { OperatorError } from '../platform/operator-error.ts'
import type { AdminCall } from './command.ts'
import type { RemoteSession } from './remote-session.ts'

const TIMEOUT_MS = 30_000
const THIS_MACHINE: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])
const COOKIE = /^((?:__Host-)?staff)=([^;]*)/
const none = () => undefined

/** The address of a product that is asked from here. A password travels to it: over https, or not over a network. */
export function readProduct(text: string): URL | undefined {
  const address = URL.parse(text)
  if (address === null || address.pathname !== '/' || address.search !== '' || address.username !== '') return undefined
  const isSafe = address.protocol === 'https:' || (address.protocol === 'http:' && THIS_MACHINE.has(address.hostname))
  return isSafe ? address : undefined
}

const REFUSALS: Partial<Record<ErrorCode, string>> = {
  invalid_token: 'You are not signed in there, or not any more: "console sign-in" comes first.',
  insufficient_scope: 'Your role may not do that.',
  wrong_login_info: 'E-mail, password and code do not belong together, or the code was used before.',
  foreign_origin: 'The product has another address: write it as its people do.',
}

function lineOf(error: AppError): string {
  const { retry_after: seconds } = error.details
  const line = REFUSALS[error.code] ?? `${error.message}.`
  return seconds === undefined ? line : `${line} Try again in ${seconds} s.`
}

/** @throws OperatorError with one line for the person */
function refuse(error: unknown, { origin }: URL): never {
  if (error instanceof AppError) throw new OperatorError(lineOf(error))
  if (!(error instanceof CallFailure)) throw error
  throw new OperatorError(
    error.kind === 'unreadable' ? `${origin} is no Avouch, or of another version.` : `${origin} did not answer.`,
  )
}

type Given = { product: URL; session: RemoteSession; fetch: typeof fetch }

/** The admin API of a product elsewhere. The session that it sets is kept, and goes along until it ends. */
export function connectTo({ product, session, fetch: ask }: Given): AdminCall {
  const { origin } = product
  const { call } = createApiClient({
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      // What changes something names the origin, as a browser does.
      headers.set('origin', origin)
      const held = session.read(origin)
      if (held !== undefined) headers.set('cookie', held)
      const answer = await ask(url, { ...init, headers, redirect: 'error' })
      for (const line of answer.headers.getSetCookie()) {
        const [cookie, , value] = COOKIE.exec(line) ?? []
        if (cookie !== undefined) session.write(origin, value === '' ? undefined : cookie)
      }
      return answer
    },
    tokens: {
      accessToken: none,
      refreshToken: none,
      userId: none,
      store: none,
      removeAccessToken: none,
      removeRefreshTokenAndUserId: none,
    },
    baseUrlOf: () => origin,
    timeout: TIMEOUT_MS,
  })
  return async (name, input) => {
    // The client is made for any endpoint; the table knows which answer this one has.
    const send = call as (endpoint: Endpoint, input: unknown) => Promise<{ data: unknown }>
    const { data } = await send(api[name], input).catch((error: unknown) => refuse(error, product))
    return data as Awaited<ReturnType<AdminCall>> as never
  }
}
