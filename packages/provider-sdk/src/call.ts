import { AvouchRefusal, AvouchUnavailable } from './errors.ts'

export type Transport = {
  apiUrl: string
  apiKey: string
  timeoutMs: number
  fetch: typeof globalThis.fetch
}

type Call = {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string | number | undefined>
  headers?: Record<string, string>
  body?: object
}

/** Rate limit, temporary conflict, or a failure of the product: worth another try. */
const mayPass = (status: number) => status >= 500 || status === 408 || status === 425 || status === 429

/** Below the address of the API, which may have a path. */
export const addressBelow = (apiUrl: string, path: string): URL => {
  const base = new URL(apiUrl)
  return new URL(base.pathname.replace(/\/+$/, '') + path, base.origin)
}

function addressOf(apiUrl: string, { path, query = {} }: Call): URL {
  const address = addressBelow(apiUrl, path)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
}

async function refusalOf(answer: Response): Promise<Error> {
  if (mayPass(answer.status)) return new AvouchUnavailable(`the product answered ${answer.status}`)
  // A proxy answered, without JSON.
  const problem = (await answer.json().catch(() => ({}))) as { code?: unknown; message?: unknown }
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  const message = text(problem.message, `status ${answer.status}`)
  return new AvouchRefusal(answer.status, text(problem.code, 'unknown'), message)
}

const isRedirect = ({ type, status }: Response) => type === 'opaqueredirect' || (status >= 300 && status < 400)

/** Names where it leads, without the rest of the address. */
function redirected(apiUrl: string, { headers }: Response): Error {
  const to = headers.get('location') ?? ''
  const where = URL.canParse(to, apiUrl) && to !== '' ? ` to ${new URL(to, apiUrl).origin}` : ''
  return new AvouchUnavailable(`${apiUrl} redirects${where}: set url, or apiUrl, to the address that answers`)
}

/** One call with your key. Redirects are not followed, because they would forward the key; some runtimes know no other word. */
export async function callProduct(transport: Transport, call: Call): Promise<unknown> {
  const { apiUrl, apiKey, timeoutMs, fetch } = transport
  const answer = await fetch(addressOf(apiUrl, call), {
    method: call.method,
    headers: {
      ...call.headers,
      accept: 'application/json',
      authorization: `Bearer ${apiKey}`,
      ...(call.body && { 'content-type': 'application/json' }),
    },
    ...(call.body && { body: JSON.stringify(call.body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new AvouchUnavailable(`the product does not answer at ${apiUrl}`, { cause })
  })
  if (isRedirect(answer)) throw redirected(apiUrl, answer)
  if (!answer.ok) throw await refusalOf(answer)
  return answer.json().catch((cause: unknown) => {
    throw new AvouchUnavailable('the product answered without JSON', { cause })
  })
}
