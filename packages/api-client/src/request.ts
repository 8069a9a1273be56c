import { type Endpoint, leaveIntent, PUBLIC_CLIENT, revoke } from '@avouch/contract'

/** The input of a call, before it is known to fit the endpoint. */
export type Input = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, unknown>
  body?: unknown
}

const isGiven = (entry: [string, unknown]): boolean => entry[1] !== undefined && entry[1] !== null
const texts = (values: Record<string, unknown>): [string, string][] =>
  Object.entries(values)
    .filter(isGiven)
    .map(([name, value]) => [name, String(value)])

function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams(texts(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function bodyOf(endpoint: Endpoint, body: unknown): { type: string; text: string } | undefined {
  if (endpoint.body === undefined) return undefined
  if (endpoint.bodyType === 'form')
    return {
      type: 'application/x-www-form-urlencoded',
      text: new URLSearchParams(texts(isRecord(body) ? body : {})).toString(),
    }
  return { type: 'application/json', text: JSON.stringify(body ?? {}) }
}

const basicOfPublicClient = `Basic ${btoa(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`)}`

const OUTLIVES_PAGE: ReadonlySet<string> = new Set([revoke.path, leaveIntent.path])

type Way = { bearer: string | undefined; signal: AbortSignal | undefined; baseUrlOf: (path: string) => string }

export function requestOf(
  endpoint: Endpoint,
  input: Input,
  { bearer, signal, baseUrlOf }: Way,
): { url: string; init: RequestInit } {
  const headers = new Headers({ Accept: 'application/json', ...Object.fromEntries(texts(input.headers ?? {})) })
  if (endpoint.auth === 'client') headers.set('Authorization', basicOfPublicClient)
  else if (bearer !== undefined) headers.set('Authorization', `Bearer ${bearer}`)

  const body = bodyOf(endpoint, input.body)
  if (body !== undefined) headers.set('Content-Type', body.type)

  return {
    url: baseUrlOf(endpoint.path) + addressOf(endpoint, input),
    init: {
      method: endpoint.method,
      headers,
      body: body?.text ?? null,
      credentials: 'same-origin',
      cache: 'no-store',
      // A visitor who logs out, or goes back to the website, may close the page before the answer.
      keepalive: OUTLIVES_PAGE.has(endpoint.path),
      signal: signal ?? null,
    },
  }
}
