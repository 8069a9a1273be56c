import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as z from 'zod'

/** A document and its holder, in the vendor's own words. */
export type Person = {
  dateOfBirth: string | null
  documentNumber: string | null
  country: string | null
  kind: string | null
}
/** The card that every fake shows where a test names none. */
export const ERIKA = { dateOfBirth: '1964-08-12', documentNumber: 'L01X00T47' }
export const NAMES = { first: 'ERIKA', last: 'MUSTERMANN' }

export type Decision =
  | 'submitted'
  | 'approved'
  | 'declined'
  | 'again'
  | 'review'
  | 'expired'
  | 'abandoned'
  /** The vendor's own failure. */
  | 'failed'
  /** Stands for a version of the vendor that is to come. */
  | 'a new word'
/** An answer says what comes instead. */
export type Fault = number | 'html' | 'nonsense' | 'cut' | 'silent' | 'forged' | Answer

/** `flow`: what it was begun with, where the vendor has more than one. */
export type Session = { id: string; ref: string; returnTo: string; language: string; url: string; flow?: string }

export type FakeVendor = {
  /** Its API, as a setting names it. */
  url: string
  /** Keys and names that an operator would have, by the setting's name. */
  settings: Record<string, string>
  /** Sessions in the order in which they were begun: vendor's id, our reference, return address, language. */
  sessions: Session[]
  /** The person of a decision that names none, in the vendor's words. */
  person: Person
  /** Sets what asking about a session says from now on. Throws where the vendor has no word for it. */
  decide(id: string, decision: Decision, person?: Person): void
  /** A signed message about the session's present state, unless `as` says another: to post, change, repeat or delay. */
  message(id: string, as?: { decision?: Decision; person?: Person }): { headers: Record<string, string>; body: Buffer }
  /**
   * The next `times` calls (default: all), of one method or any, answer so; pages are left alone. 'html' and 'nonsense' have
   * status 200; a 'cut' call is carried out and its answer lost; a 'silent' one is not carried out; a 'forged' answer is signed
   * by another key. 'ok' ends it.
   */
  fail(how: Fault | 'ok', times?: number, method?: string): void
  /** Is told of each call that was carried out, visits left aside, before its answer; with true there is none. */
  watch(carriedOut: () => boolean | Promise<boolean>): void
  /** Each call and visit: method, path, and why it was refused. */
  calls: { method: string; path: string; refused?: string }[]
  /** Sessions or people that were erased by call. */
  erased: Set<string>
  [Symbol.asyncDispose](): Promise<void>
}

export type Received = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer
  isForged: boolean
}
export type Answer = { status: number; headers?: Record<string, string>; body?: string }

/** A call that the vendor would not accept: the answer's status, and the reason for the log. */
export class Refused extends Error {
  readonly status: 400 | 401

  constructor(status: 400 | 401, reason: string) {
    super(reason)
    this.status = status
  }
}

export const hmacOf = (key: string, data: string | Buffer): string =>
  createHmac('sha256', key).update(data).digest('hex')

export const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const escaped = (text: string) => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** A vendor's page: one link, and no request for an icon. */
export const page = (language: string, title: string, href: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: `<!doctype html><html lang="${escaped(language)}"><meta charset="utf-8"><link rel="icon" href="data:,">
<title>${title}</title><h1>${title}</h1><p><a href="${escaped(href)}">${title}: continue</a></p></html>`,
})

export const redirect = (location: string): Answer => ({ status: 302, headers: { location } })

/** Reads what a call brought. @throws Refused with the fields that are unknown, missing or wrong */
export function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const { success, data, error } = schema.safeParse(value)
  if (success) return data
  throw new Refused(400, error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

export function jsonOf({ headers, body }: Received): unknown {
  if (headers['content-type']?.split(';')[0] !== 'application/json') throw new Refused(400, 'no JSON')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Refused(400, 'unreadable JSON')
  }
}

/** @throws Refused where a field is there twice */
export function fieldsOf(params: URLSearchParams): Record<string, string> {
  const names = [...params.keys()]
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice !== undefined) throw new Refused(400, `${twice}: there twice`)
  return Object.fromEntries(params)
}

/** Refuses headers of a vendor's kind, X-… and VRF-…, but those that are named; and a query where the call has none. */
export function checkHeaders({ headers, query }: Received, known: string[] = [], hasQuery = false) {
  const unknown = Object.keys(headers).find((name) => /^(?:x|vrf)-/.test(name) && !known.includes(name))
  if (unknown !== undefined) throw new Refused(400, `${unknown}: unknown header`)
  if (!hasQuery && query.size > 0) throw new Refused(400, `${[...query.keys()].join()}: unknown in the address`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer) {
  response.writeHead(status, headers).end(body)
}

/** The answer to a call that a fault stands before. */
const INSTEAD: Record<'html' | 'nonsense', Answer> = {
  html: { status: 200, headers: { 'content-type': 'text/html' }, body: '<!doctype html><h1>Bad gateway</h1>' },
  nonsense: json(200, { nonsense: [null, 1], status: 7, verification: 'nonsense', id: {}, id_token: 'a.b.c' }),
}

/**
 * Starts the server that the fakes share. Paths of `pages` are what visitors open; a vendor's `answer` says what it would, and
 * `problemOf` the body where it refuses.
 */
export async function startServer(
  pages: RegExp,
  answer: (received: Received) => Answer | Promise<Answer>,
  problemOf: (status: number, reason: string) => unknown,
) {
  const calls: FakeVendor['calls'] = []
  let fault: { how: Fault; times: number; method: string | undefined } | undefined
  let carriedOut: () => boolean | Promise<boolean> = () => false

  function takeFault(method: string, path: string): Fault | undefined {
    if (fault === undefined || fault.times === 0 || pages.test(path)) return undefined
    if (fault.method !== undefined && fault.method !== method) return undefined
    fault.times -= 1
    return fault.how
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers } = request
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://vendor')
    const call: FakeVendor['calls'][number] = { method, path }
    calls.push(call)
    const body = await bodyOf(request)
    const how = takeFault(method, path)
    if (how === 'silent') return
    if (typeof how === 'number') return send(response, { ...json(how, {}), headers: { location: '/' } })
    if (how === 'html' || how === 'nonsense') return send(response, INSTEAD[how])
    if (typeof how === 'object') return send(response, how)
    let said: Answer
    try {
      said = await answer({ method, path, query, headers, body, isForged: how === 'forged' })
    } catch (error) {
      call.refused = error instanceof Error ? error.message : 'unknown'
      const status = error instanceof Refused ? error.status : 500
      said = json(status, problemOf(status, call.refused))
    }
    if (!pages.test(path) && (await carriedOut())) return
    if (how !== 'cut') return send(response, said)
    response.writeHead(200, { ...said.headers, 'content-length': '1000' })
    response.write('{"', () => response.destroy())
  }

  const server = createServer((request, response) => {
    // The client gave up while it sent.
    serve(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    fail(how: Fault | 'ok', times = Infinity, method?: string) {
      fault = how === 'ok' ? undefined : { how, times, method }
    },
    watch(see: () => boolean | Promise<boolean>) {
      carriedOut = see
    },
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
