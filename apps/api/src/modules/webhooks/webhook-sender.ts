import { Webhook } from 'standardwebhooks'
import { mayBePublic } from '../../platform/external-address.ts'
import { call, reasonOf } from '../../platform/outgoing.ts'
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
  /** The cause of a missing answer, in one word. */
  error: string | null
  durationMs: number
  /** The wait that the receiver asks for. */
  retryAfterMs?: number | undefined
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
  TimeoutError: 'timeout',
  EPROTO: 'tls',
}

/** One word for the log: never the message, which may hold an address. */
function wordOf(error: unknown): string {
  const reasons = reasonOf(error).split(',')
  const [word = 'other'] = reasons.flatMap((reason) => KINDS[reason] ?? [])
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(reasons.join()) ? 'tls' : word
}

/** Sends signed messages. It never throws. */
export class WebhookSender {
  readonly #options: Required<Options>

  constructor(options: Options) {
    this.#options = { timeoutMs: TIMEOUT_MS, lookup: createPublicLookup(), ...options }
  }

  /** Signs with the receiver's secret, and with both during a change of it. A signal ends the attempt early. */
  async post({ url, ...message }: Message & { url: string }, signal: AbortSignal): Promise<Attempt> {
    const { clock, privateAddresses, timeoutMs, lookup } = this.#options
    const headers = signedHeaders(message, clock())
    const from = performance.now()
    const took = () => Math.round(performance.now() - from)
    try {
      if (!privateAddresses && !mayBePublic(url)) throw new PrivateAddress('not a public address')
      const posted = { method: 'POST', headers, body: message.body, timeoutMs, signal } as const
      // A redirect is not followed, and the body is not read.
      const website = privateAddresses ? {} : { lookup }
      const { status, retryAfterMs } = await call(url, { ...posted, mostBytes: 0, website })
      return { status, error: null, durationMs: took(), retryAfterMs }
    } catch (error) {
      return { status: null, error: signal.aborted ? 'interrupted' : wordOf(error), durationMs: took() }
    }
  }
}
