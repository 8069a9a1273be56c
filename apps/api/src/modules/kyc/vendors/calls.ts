import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { SECOND_MS } from '@avouch/contract'
import type * as openid from 'openid-client'
import type * as z from 'zod/mini'
import { sameBytes } from '#platform/keyring.ts'
import { type Answered, call, reasonOf } from '#platform/outgoing.ts'

const TIMEOUT_MS = 5 * SECOND_MS
const MOST_BYTES = 512 * 1_024

/** A call without a usable answer. The message is a status or a code, never a part of the answer, which may be about a person. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  /** undefined: nothing was answered, or not what was asked for. */
  readonly status: number | undefined
  /** Names of the fields, without their values, of an answer of an unknown form, which may be an outcome. */
  readonly unreadable: readonly string[] | undefined

  constructor(reason: string, status?: number, unreadable?: readonly string[]) {
    super(reason)
    this.status = status
    this.unreadable = unreadable
  }
}

/** @throws CallFailed */
export function readAs<T extends z.ZodMiniType>(schema: T, value: unknown, within: readonly string[] = []) {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  const fields = error.issues.map(({ path }) => [...within, ...path].join('.'))
  throw new CallFailed('an answer of an unknown form', undefined, fields)
}

/** `json` undefined: the answer has no body. */
export type VendorResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; json: unknown }
type Call = Omit<Parameters<typeof call>[1], 'timeoutMs' | 'mostBytes' | 'website'>

/** @throws CallFailed */
async function answerOf(url: string, asked: Call): Promise<Answered> {
  try {
    return await call(url, { ...asked, timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES })
  } catch (error) {
    throw new CallFailed(reasonOf(error))
  }
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

/** The statuses that a `Response` has no body with. */
const BODILESS = new Set([204, 205, 304])

/** Does for a library what `fetch` does, by our way out. @throws CallFailed */
export const boundedFetch =
  (signal: AbortSignal) =>
  async (url: string, { method, headers, body }: openid.CustomFetchOptions): Promise<Response> => {
    const form = body instanceof URLSearchParams ? { body: body.toString() } : {}
    const sent = { method: method === 'POST' ? method : 'GET', headers, signal, ...form } as const
    const { status, headers: said, bytes } = await answerOf(url, sent)
    if (status < 200 || status > 599) throw new CallFailed(`status ${status}`)
    const known = Object.entries(said).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), { status, headers: known })
  }

/** The status of what a vendor does not have, or not any more. */
export const isGone = (status: number | undefined): boolean => status === 404 || status === 410

/** Calls a vendor, which answers with JSON, or with nothing. @throws CallFailed for all else, and for a status that is no success */
export async function callJson(url: string, asked: Call): Promise<VendorResponse> {
  const { status, headers, bytes } = await answerOf(url, asked)
  const ok = status >= 200 && status <= 299
  const json = bytes.length === 0 ? undefined : parsed(bytes)
  // A page of a proxy before the vendor: its 404 does not mean that the check is gone.
  const isPage = json === undefined && bytes.length > 0
  if (isPage && (ok || isGone(status))) throw new CallFailed('no JSON')
  // A redirect is no answer of the vendor.
  if (!ok) throw new CallFailed(`status ${status}`, status < 400 ? undefined : status)
  return { status, headers, bytes, json }
}

export const hmacOf = (secret: string, signed: string | Buffer): Buffer =>
  createHmac('sha256', secret).update(signed).digest()

/** Verifies that a header is the HMAC-SHA256 of the bytes, in hex, by one of the secrets. */
export const isSigned = (given: unknown, secrets: readonly (string | undefined)[], bytes: Buffer): boolean =>
  typeof given === 'string' &&
  /^[0-9a-f]{64}$/i.test(given) &&
  secrets.some((secret) => secret !== undefined && sameBytes(hmacOf(secret, bytes), Buffer.from(given, 'hex')))
