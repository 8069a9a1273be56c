import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { mayBePublic } from '../../platform/external-address.ts'
import { createPublicLookup, PrivateAddress } from '../../platform/public-address.ts'
import { signedHeaders } from './signature.ts'

const TIMEOUT_MS = 10_000

/** The result of one delivery attempt. */
export type Attempt = {
  /** null: no answer. */
  status: number | null
  /** Why there is no answer, in one word. */
  error: string | null
  durationMs: number
}

/** Sends a signed message. It never throws; a signal ends it early. */
export type WebhookSender = {
  post(message: { id: string; url: string; secrets: string[]; body: string }, signal: AbortSignal): Promise<Attempt>
}

type Options = {
  clock: () => Date
  /** Allows receivers in the operator's own network, for installations on premises. */
  privateAddresses: boolean
  timeoutMs?: number
  lookup?: ReturnType<typeof createPublicLookup>
}

const KINDS: Record<string, string> = {
  private_address: 'private_address',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_lost',
  EPIPE: 'connection_lost',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls',
}

/** One word for the log: never the message, which may hold an address. */
function kindOf(error: Error & { code?: string }): string {
  if (error.name === 'TimeoutError') return 'timeout'
  const code = error.code ?? ''
  return KINDS[code] ?? (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'other')
}

/** Standard Webhooks: signs id, time and body with the receiver's secret, and with both during a change of it. */
export function createWebhookSender({
  clock,
  privateAddresses,
  timeoutMs = TIMEOUT_MS,
  ...options
}: Options): WebhookSender {
  const { lookup = createPublicLookup() } = options

  /** @returns the status of the answer. A redirect is not followed, and the body is not read. */
  const send = (url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? requestByHttps : requestByHttp)(
        url,
        { method: 'POST', headers, signal, agent: false, ...(privateAddresses ? {} : { lookup }) },
        (response) => {
          resolve(response.statusCode ?? 0)
          response.destroy()
        },
      )
      request.once('error', (error) => reject(signal.aborted ? (signal.reason as Error) : error))
      request.end(body)
    })

  return {
    async post({ id, url, secrets, body }, signal): Promise<Attempt> {
      const at = clock()
      const from = performance.now()
      const headers = {
        ...signedHeaders({ id, secrets, body }, at),
        'content-length': String(Buffer.byteLength(body)),
      }
      const ended = (status: number | null, error: string | null): Attempt => ({
        status,
        error,
        durationMs: Math.round(performance.now() - from),
      })
      try {
        if (!privateAddresses && !mayBePublic(url)) throw new PrivateAddress('not a public address')
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        return ended(await send(new URL(url), headers, body, inTime), null)
      } catch (error) {
        return ended(null, signal.aborted ? 'interrupted' : kindOf(error as Error))
      }
    },
  }
}
