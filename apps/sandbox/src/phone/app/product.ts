import {
  type Answer,
  AppError,
  type Endpoint,
  isErrorCode,
  oauthError,
  problem,
  PUBLIC_CLIENT,
  type Sent,
} from '@avouch/contract'

/** An SMS that is waited for may take its gateway a while. */
const TIMEOUT_MS = 30_000

/** The product could not be asked, or answered something that the contract does not know. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** What tells one phone from another: its cookie, and where its calls come from when a proxy in front of us says so. */
export type Phone = { device: string | undefined; forwardedFor: string | undefined }

type Input = { params?: object; query?: object; body?: unknown }

const texts = (values: unknown): [string, string][] =>
  Object.entries(typeof values === 'object' && values !== null ? values : {}).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  )

function addressOf({ path }: Endpoint, { params, query }: Input): string {
  const values = new Map(texts(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const search = new URLSearchParams(texts(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

const CLIENT = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`

function requestOf(endpoint: Endpoint, { body }: Input, phone: Phone, bearer: string | undefined): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  if (endpoint.auth === 'client') headers.set('authorization', CLIENT)
  else if (bearer !== undefined) headers.set('authorization', `Bearer ${bearer}`)
  if (phone.device !== undefined) headers.set('cookie', phone.device)
  if (phone.forwardedFor !== undefined) headers.set('x-forwarded-for', phone.forwardedFor)
  const init = { method: endpoint.method, headers, signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (endpoint.body === undefined) return init
  if (endpoint.bodyType === 'form') return { ...init, body: new URLSearchParams(texts(body)) }
  headers.set('content-type', 'application/json')
  return { ...init, body: JSON.stringify(body ?? {}) }
}

function refusalOf(endpoint: Endpoint, body: unknown): Error {
  if (endpoint.errorFormat === 'oauth') {
    const refused = oauthError.safeParse(body)
    if (refused.success && isErrorCode(refused.data.error)) return new AppError(refused.data.error)
  }
  const refused = problem.safeParse(body)
  if (!refused.success) return new Unreachable('an answer that the contract does not know')
  const { code, errors, resend_after, restart, retry_after } = refused.data
  return new AppError(code, { errors, resend_after, restart, retry_after })
}

const DEVICE = /^(?:__Host-)?did=[^;]+/

/** Calls the product's HTTP API, and nothing else of it. */
export function createProduct(apiUrl: string) {
  /** @throws AppError as the product refuses, Unreachable */
  return async function call<E extends Endpoint>(
    endpoint: E,
    input: Sent<E>,
    phone: Phone,
    bearer?: string,
  ): Promise<Answer<E>> {
    const given = input as Input
    let answer: Response
    let text: string
    try {
      answer = await fetch(apiUrl + addressOf(endpoint, given), requestOf(endpoint, given, phone, bearer))
      text = await answer.text()
    } catch (cause) {
      throw new Unreachable('the product does not answer', { cause })
    }
    const issued = answer.headers.getSetCookie().find((cookie) => DEVICE.test(cookie))
    if (issued !== undefined) phone.device = DEVICE.exec(issued)?.[0]
    const body = readJson(text)
    if (!answer.ok) throw refusalOf(endpoint, body)
    const schema = endpoint.answers[answer.status]
    if (schema === undefined) throw new Unreachable('a status that the contract does not know')
    const parsed = schema?.safeParse(body)
    if (parsed?.success === false) throw new Unreachable('an answer that the contract does not know')
    return { status: answer.status, data: parsed?.data } as Answer<E>
  }
}
export type Product = ReturnType<typeof createProduct>

function readJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
