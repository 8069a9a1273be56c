import {
  type Answer,
  api,
  type Endpoint,
  ERRORS,
  isErrorCode,
  type OperationName,
  PUBLIC_CLIENT,
  type Problem,
  type Sent,
} from '@avouch/contract'

import type { Register } from './secrets.ts'

type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: Record<string, unknown>
}
type Credentials = {
  bearer?: string | undefined
  cookie?: string | undefined
  /** The client address of the call; the test's own by default. */
  address?: string | undefined
}

/** A refusal as it was received. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly problem: Partial<Problem>
  readonly headers: Headers

  constructor(status: number, body: Partial<Problem> & { error?: string }, headers: Headers) {
    super(`${status} ${body.code ?? body.error ?? ''}`)
    this.status = status
    this.code = body.code ?? body.error ?? ''
    this.problem = body
    this.headers = headers
    if (isErrorCode(this.code) && ERRORS[this.code].status !== status)
      throw new Error(`${this.code} came with ${status}`)
  }
}

export type TestClient = ReturnType<typeof createTestClient>

const basic = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`

function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/:([a-z]+)/gi, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, `${value as string | boolean}`)
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}

const definedHeaders = (headers: Parts['headers'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined))

function bodyOf({ bodyType = 'json' }: Endpoint, { body }: Parts): { text: string; type: string } | undefined {
  if (body === undefined) return undefined
  if (bodyType === 'form')
    return {
      text: new URLSearchParams(body as Record<string, string>).toString(),
      type: 'application/x-www-form-urlencoded',
    }
  return { text: JSON.stringify(body), type: 'application/json' }
}

/** Calls operations of the contract over HTTP, as any client would; a refusal is thrown. */
export function createTestClient(baseUrl: string, here: () => string, secrets: Pick<Register, 'saw'>) {
  return async function call<Name extends OperationName>(
    name: Name,
    input: Sent<(typeof api)[Name]>,
    { bearer, cookie, address = here() }: Credentials = {},
  ): Promise<Answer<(typeof api)[Name]>> {
    const endpoint: Endpoint = api[name]
    const parts = input as Parts
    const body = bodyOf(endpoint, parts)
    const response = await fetch(baseUrl + addressOf(endpoint.path, parts), {
      method: endpoint.method,
      headers: {
        accept: 'application/json',
        'x-forwarded-for': address,
        ...(body && { 'content-type': body.type }),
        ...(endpoint.auth === 'client' && { authorization: basic }),
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        ...(cookie !== undefined && { cookie }),
        ...definedHeaders(parts.headers),
      },
      ...(body && { body: body.text }),
    })
    const text = await response.text()
    for (const said of [bearer, cookie, body?.text, text]) secrets.saw(said)
    const data: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) throw new Refusal(response.status, data as Partial<Problem>, response.headers)
    return { status: response.status, data } as Answer<(typeof api)[Name]>
  }
}
