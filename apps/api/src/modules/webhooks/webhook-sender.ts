import { request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import { Webhook } from 'standardwebhooks'
import { mayBePublic } from '../../platform/external-address.ts'
import { createPublicLookup, PrivateAddress } from '../../platform/public-address.ts'

const TIMEOUT_MS = 10_000

type Message = { id: string; secrets: readonly string[]; body: string }

/** Headers of an event (Standard Webhooks): id, time and body are signed with each secret. */
export const signedHeaders = ({ id, secrets, body }: Message, at: Date) => ({
  'content-type': 'application/json',
  'user-agent': 'avouch-webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
})

/** The result of one delivery attempt. */
export type Attempt = {
  /** null: no answer. */
  status: number | null
  /** Why there is no answer, in one word. */
  error: string | null
  durationMs: number
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

/** Sends signed messages. It never throws. */
export class WebhookSender {
  readonly #options: Required<Options>

  constructor(options: Options) {
    this.#options = { timeoutMs: TIMEOUT_MS, lookup: createPublicLookup(), ...options }
  }

  /** Signs with the receiver's secret, and with both during a change of it. A signal ends the attempt early. */
  async post({ url, ...message }: Message & { url: string }, signal: AbortSignal): Promise<Attempt> {
    const { clock, privateAddresses, timeoutMs } = this.#options
    const headers = {
      ...signedHeaders(message, clock()),
      'content-length': String(Buffer.byteLength(message.body)),
    }
    const from = performance.now()
    const ended = (status: number | null, error: string | null): Attempt => ({
      status,
      error,
      durationMs: Math.round(performance.now() - from),
    })
    try {
      if (!privateAddresses && !mayBePublic(url)) throw new PrivateAddress('not a public address')
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      return ended(await this.#send(new URL(url), headers, message.body, inTime), null)
    } catch (error) {
      return ended(null, signal.aborted ? 'interrupted' : kindOf(error as Error))
    }
  }

  /** @returns the status of the answer. A redirect is not followed, and the body is not read. */
  #send(url: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<number> {
    const { privateAddresses, lookup } = this.#options
    return new Promise((resolve, reject) => {
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
  }
}
