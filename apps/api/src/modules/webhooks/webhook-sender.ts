import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { isIP } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Attempt, WebhookSender } from './ports.ts'
import { createPublicLookup, isPublicAddress, PrivateAddress } from './public-address.ts'

const TIMEOUT_MS = 10_000

type Options = {
  clock: () => Date
  /** On premises receivers may be in the operator's own network. */
  privateAddresses: boolean
  timeoutMs?: number
  lookup?: ReturnType<typeof createPublicLookup>
  onFailure: (reason: string) => void
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

/** Standard Webhooks: id, time and body are signed with the receiver's secret; during a change of it with both. */
export function createWebhookSender({
  clock,
  privateAddresses,
  timeoutMs = TIMEOUT_MS,
  ...options
}: Options): WebhookSender {
  const { lookup = createPublicLookup(), onFailure } = options

  function refuseLiteral({ hostname }: URL): void {
    const host = hostname.replace(/^\[|\]$/g, '')
    if (!privateAddresses && isIP(host) !== 0 && !isPublicAddress(host))
      throw new PrivateAddress('not a public address')
  }

  /** The status of the answer. A redirect is one, and what comes in the body is nobody's concern. */
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
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'avouch-webhooks',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
      }
      const ended = (status: number | null, error: string | null): Attempt => ({
        status,
        error,
        durationMs: Math.round(performance.now() - from),
      })
      try {
        const target = new URL(url)
        refuseLiteral(target)
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        return ended(await send(target, headers, body, inTime), null)
      } catch (error) {
        const kind = signal.aborted ? 'interrupted' : kindOf(error as Error)
        onFailure(kind)
        return ended(null, kind)
      }
    },
  }
}
