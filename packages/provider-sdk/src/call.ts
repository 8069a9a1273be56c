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

function addressOf(apiUrl: string, { path, query = {} }: Call): URL {
  const address = new URL(path, apiUrl)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) address.searchParams.set(name, String(value))
  return address
}

async function refusalOf(answer: Response): Promise<Error> {
  if (mayPass(answer.status)) return new AvouchUnavailable(`the product answered ${answer.status}`)
  // A proxy answered, without JSON.
  const problem = (await answer.json().catch(() => ({}))) as { code?: unknown; title?: unknown }
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)
  return new AvouchRefusal(answer.status, text(problem.code, 'unknown'), text(problem.title, `status ${answer.status}`))
}

/** One call with your key. Redirects are not followed, because they would forward the key. */
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
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new AvouchUnavailable(`the product does not answer at ${apiUrl}`, { cause })
  })
  if (!answer.ok) throw await refusalOf(answer)
  return answer.json().catch((cause: unknown) => {
    throw new AvouchUnavailable('the product answered without JSON', { cause })
  })
}
