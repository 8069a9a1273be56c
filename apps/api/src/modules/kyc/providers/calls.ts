import { createHmac } from 'node:crypto'
import { SECOND_MS } from '@avouch/contract'
import type * as z from 'zod/mini'
import { sameBytes } from '#platform/keyring.ts'

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

/** An answer of an unknown form, which may be an outcome. */
export class Unreadable extends CallFailed {
  /** Names of fields, without their values. */
  readonly fields: readonly string[]

  constructor(fields: readonly string[]) {
    super('an answer of an unknown form')
    this.fields = fields
  }
}

/** @throws Unreadable */
export function readAs<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  within: readonly string[] = [],
): z.output<T> {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new Unreadable(error.issues.map(({ path }) => [...within, ...path].join('.')))
}

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

/** @returns undefined for text that is no JSON; the error would quote it */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    // A SyntaxError.
    return undefined
  }
}

/** `fetch` that ends in time, follows no redirect, and reads no more than an answer may have. @throws CallFailed */
export const boundedFetch =
  (signal: AbortSignal) =>
  async (url: string, init: object): Promise<Response> => {
    try {
      const ending = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
      const response = await fetch(url, { ...init, redirect: 'error', signal: ending })
      const bytes = await readBody(response)
      return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), response)
    } catch (error) {
      throw error instanceof CallFailed ? error : new CallFailed(codeOf(error))
    }
  }

/** The status of what a vendor does not have, or not any more. */
export const isGone = (status: number | undefined): boolean => status === 404 || status === 410

/** Calls a vendor, which answers with JSON, or with nothing. @throws CallFailed for all else, and for a status that is no success */
export async function callJson(url: string, { signal, ...call }: Call): Promise<Answer> {
  const response = await boundedFetch(signal)(url, call)
  const { status, headers, ok } = response
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = bytes.length === 0 ? undefined : parsed(bytes)
  // A page of a proxy before the vendor: it may have any status, and tells of no check that it is gone.
  const isPage = json === undefined && bytes.length > 0
  if (isPage && (ok || isGone(status))) throw new CallFailed('no JSON')
  if (!ok) throw new CallFailed(`status ${status}`, status)
  return { status, headers, bytes, json }
}

export const hmacOf = (secret: string, signed: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

/** Tells if a header has the HMAC-SHA256 of the bytes, in hex, by one of the secrets. */
export const isSigned = (given: unknown, secrets: readonly (string | undefined)[], bytes: Buffer): boolean =>
  typeof given === 'string' &&
  /^[0-9a-f]{64}$/i.test(given) &&
  secrets.some((secret) => secret !== undefined && sameBytes(hmacOf(secret, bytes), Buffer.from(given, 'hex')))
