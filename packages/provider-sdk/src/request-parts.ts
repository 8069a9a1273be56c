import { InvalidWebhook } from './errors.ts'

type Value = string | readonly string[] | undefined
/** Headers of Node, of fetch, of a cloud's event, as a map, or plain; names in any case. */
export type WebhookHeaders =
  | Headers
  | Iterable<readonly [string, Value]>
  | Readonly<Record<string, Value>>
  | null
  | undefined
/** The body as it was received. */
export type WebhookBody = string | ArrayBuffer | ArrayBufferView

const RAW = `pass it as it was received.
  Express: express.raw({ type: '*/*' }) for this route, before express.json(), then request.body
  Fastify: a content type parser with parseAs: 'buffer'
  Koa, Node: the chunks of the request, by Buffer.concat
  Next.js, Hono, Deno, Bun, workers: await request.text()
  Lambda: Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8')`

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** As pairs, also where a plain object or a map of another implementation is given. */
function pairsOf(headers: WebhookHeaders): (readonly unknown[])[] {
  if (!isObject(headers)) throw new InvalidWebhook('the headers of the request are needed')
  const parts: unknown[] = Symbol.iterator in headers ? [...headers] : Object.entries(headers)
  return parts.filter((part) => Array.isArray(part))
}

/** Names have no case (RFC 9110, 5.1). A header that came twice is a list, or joined by commas. @throws InvalidWebhook */
export function headerOf(headers: WebhookHeaders, name: string): string {
  const values = pairsOf(headers)
    .filter(([given]) => typeof given === 'string' && given.toLowerCase() === name)
    .flatMap(([, value]) => value)
    .flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).split(/,\s+/) : []))
  const [value, ...others] = new Set(values)
  if (value === undefined) throw new InvalidWebhook(`the header ${name} is missing`)
  if (others.length > 0) throw new InvalidWebhook(`the header ${name} is there twice`)
  return value
}

/** Names what a framework gave instead of the raw body. */
function kindOf(body: unknown): string {
  if (body === undefined || body === null || body === '') return 'nothing'
  if (!isObject(body)) return `a ${typeof body}`
  if ('then' in body) return 'a promise'
  if (body instanceof Blob) return 'a Blob'
  return 'getReader' in body || 'pipe' in body ? 'a stream' : 'an object'
}

const need = (kind: string) => new InvalidWebhook(`the raw body is needed, and this is ${kind}: ${RAW}`)

const BASE64 = /^[\w+/-]+=*$/

/** @throws InvalidWebhook for what is not the body as it was received */
export function textOf(body: unknown): string {
  if (typeof body === 'string' && body !== '') {
    if (BASE64.test(body)) throw need('base64')
    return body
  }
  const isBytes = ArrayBuffer.isView(body) || Object.prototype.toString.call(body) === '[object ArrayBuffer]'
  if (!isBytes) throw need(kindOf(body))
  return new TextDecoder().decode(body as ArrayBuffer)
}
