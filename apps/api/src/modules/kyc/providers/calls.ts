import { SECOND_MS } from '@avouch/contract'

const TIMEOUT_MS = 5 * SECOND_MS
const MOST_BYTES = 512 * 1_024

/** A call without a usable answer. The message is a status or a code, never a part of the answer, which may be about a person. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** undefined: nothing was answered, or not what was asked for. */
  readonly status: number | undefined

  constructor(reason: string, status?: number) {
    super(reason)
    this.status = status
  }
}

/** Not kept there any more, or never. */
export const isGone = ({ status }: CallFailed): boolean => status === 404 || status === 410
/** Says no to our keys, or to our settings there. */
export const isRefusal = ({ status }: CallFailed): boolean => status !== undefined && status < 500 && status !== 429
/** An erasure that may be made another time. 400: the session is not finished; 401: our keys; 429: so many a day. */
export const isLater = ({ status }: CallFailed): boolean =>
  status === undefined || status >= 500 || [400, 401, 429].includes(status)

/** `json` undefined: the answer has no body. */
export type Answer = { status: number; headers: Headers; bytes: Buffer; json: unknown }
type Call = { method: 'GET' | 'POST' | 'DELETE'; headers: Record<string, string>; body?: string; signal: AbortSignal }

function codeOf(error: unknown): string {
  const { name, cause } = error as Error & { cause?: { code?: unknown } }
  return typeof cause?.code === 'string' && /^\w{1,40}$/.test(cause.code) ? cause.code : name
}

async function readBody({ body }: Response): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
    length += part.byteLength
    if (length > MOST_BYTES) throw new CallFailed('too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // Text that is no JSON; the error would quote it.
    throw new CallFailed('no JSON')
  }
}

/** `fetch` for a library that calls a vendor: in time, without a redirect, and not for more than an answer may have. */
export const boundedFetch =
  (signal: AbortSignal) =>
  async (url: string, init: object): Promise<Response> => {
    try {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const response = await fetch(url, { ...init, redirect: 'error', signal: ending })
      const { status, headers } = response
      const bytes = await readBody(response)
      return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers })
    } catch (error) {
      throw error instanceof CallFailed ? error : new CallFailed(codeOf(error))
    }
  }

/** Calls a vendor, which answers in time with JSON, or with nothing. @throws CallFailed for all else, and for a status that is no success */
export async function callJson(url: string, { signal, ...call }: Call): Promise<Answer> {
  try {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(url, { ...call, redirect: 'error', signal: ending })
    const { status, headers, ok } = response
    if (!ok) {
      await response.body?.cancel()
      throw new CallFailed(`status ${status}`, status)
    }
    const bytes = await readBody(response)
    // Nothing that is said to an erasure is read.
    return { status, headers, bytes, json: call.method === 'DELETE' ? undefined : readJson(bytes) }
  } catch (error) {
    if (error instanceof CallFailed) throw error
    throw new CallFailed(codeOf(error))
  }
}
