import { randomInt } from 'node:crypto'
import { request as httpRequest, Agent } from 'node:http'
import { api as contract, DEFAULT_BRAND, type Endpoint, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { newAddress } from './support/address.ts'
import { nounOf, oddRequest, properRequest, type Request, written } from './support/any-request.ts'
import { createCast, PROJECT, type Role } from './support/cast.ts'
import { type Trace, watchRows } from './support/row-traces.ts'
import { soak } from './support/soak.ts'
import { startTestApi, type TestApi } from './support/test-api.ts'

/** The same seed asks the same: REQUESTS_SEED=17 REQUESTS_SECONDS=30 npm test -- apps/api/test/any-request.race.test.ts */
const SEED = Number(process.env['REQUESTS_SEED'] ?? soak(1, randomInt(2 ** 30)))
const RUN_MS = Number(process.env['REQUESTS_SECONDS'] ?? soak(5, 3_600)) * SECOND_MS
/** Then another product begins, with the next seed: what was asked before makes some answers longer. */
const PRODUCT_MS = 5 * MINUTE_MS
const FEWEST_ROUNDS = 2
/** Fewer requests say nothing about how many get past. */
const OFTEN = 200
const SLOW_MS = SECOND_MS
const SHOWN = 40

const SETTINGS = { LIMITS_FACTOR: '1000', LOG_LEVEL: 'error' }

/** A refusal changes these rows on purpose: counters outlive what they count. By table and column, and where a single operation does it by its name. */
const TRACES: Readonly<Record<string, string>> = {
  rate_limit: 'a refused call counts',
  'account.pin_failures': 'a wrong PIN counts, before it is compared',
  'account.pin_failures_total': 'a wrong PIN counts, before it is compared',
  'account.pin_failures_recognised': 'a wrong PIN counts, before it is compared',
  'account_device.pin_failures': 'a wrong PIN counts, before it is compared',
  'registration.cookieless_failures': 'a wrong PIN counts, before it is compared',
  'sms_code.guess_level': 'a wrong code counts, before it is compared',
  'presentation.digit_tries': 'wrong digits count, before they are compared',
  audit_inbox: 'the trail has refusals too',
  audit_note: 'the trail has refusals too',
  'provider_key.last_used_on': 'the key was used',
  'staff_session.used_at': 'the session was used',
  'kycInit intent': 'the first visitor who asks gets the request, also where there is no check for it',
  'prelogin sms_message': 'a right PIN never stays unseen by its holder',
  'matchAppLink app_link': 'another number ends the link',
  'answerByBrowser presentation': 'an answer that is no proof ends the request for it',
}

const isTrace = (operation: string, { table, columns }: Trace) =>
  table in TRACES ||
  `${operation} ${table}` in TRACES ||
  (columns.length > 0 && columns.every((column) => `${table}.${column}` in TRACES))

type Answer = { status: number; type: string; text: string; requestId: string; ms: number }
const agent = new Agent({ keepAlive: true })

/** Sent as it is: no client puts its path or its headers right. */
const ask = (baseUrl: string, { method, path, headers, body }: Request): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const from = performance.now()
    const sent = httpRequest(baseUrl, {
      agent,
      method,
      path,
      headers: {
        'x-forwarded-for': newAddress(),
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => void (text += part))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: (response.headers['content-type'] ?? '').split(';')[0] ?? '',
          text,
          requestId: String(response.headers['x-request-id']),
          ms: performance.now() - from,
        }),
      )
    })
    sent.end(body)
  })

const document = openApiDocument({ brand: DEFAULT_BRAND, publicUrl: 'http://product.test' })
type Described = { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> }
const readers = new Map<string, z.ZodType>()

/** Reads a body as the description has it, and not as the server wrote it. */
function readerOf($ref: string): z.ZodType {
  const known = readers.get($ref)
  if (known !== undefined) return known
  const local = (value: object) =>
    JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')) as object
  const made = z.fromJSONSchema(
    local({ $ref, $defs: document.components.schemas }) as Parameters<typeof z.fromJSONSchema>[0],
  )
  readers.set($ref, made)
  return made
}

/** How an answer differs from its description; undefined where it does not. */
function undescribed({ method, path }: Endpoint, { status, type, text }: Answer): string | undefined {
  const operation = document.paths[path.replaceAll(/:([a-z]+)/gi, '{$1}')]?.[method.toLowerCase()] as
    | Described
    | undefined
  const response = operation?.responses[status]
  if (response === undefined) return `${status} is not described`
  if (response.content === undefined) return text === '' ? undefined : `${status} has a body`
  const media = response.content[type]
  if (media === undefined) return `${status} as ${type} is not described`
  const read = readerOf(media.schema.$ref).safeParse(JSON.parse(text))
  return read.success ? undefined : `${status} is not ${media.schema.$ref}: ${z.prettifyError(read.error)}`
}

/** Refusals before an operation begins: who asks, and the form of what is asked. */
const AT_THE_DOOR =
  /"(?:invalid_token|invalid_api_key|invalid_client|invalid_signature|insufficient_scope|insufficient_user_authentication|foreign_origin|unsupported_media_type|body_too_large|too_many_requests)"/
const OF_THE_FORM = /"errors":\[|"invalid_request"|"unsupported_grant_type"/
const isPast = ({ status, text }: Answer) =>
  status < 400 || !(AT_THE_DOOR.test(text) || (status === 400 && OF_THE_FORM.test(text)))

/** Counts over all products of a run. */
function createTally() {
  const operations = new Map<string, { asked: number; past: number }>()
  const statuses = new Map<string, number>()
  const faults = new Map<string, { operations: Set<string>; example: string }>()
  const slowest = new Map<string, number>()
  return {
    faults,
    operations,
    count(name: string, role: string, answer: Answer): void {
      const before = operations.get(name) ?? { asked: 0, past: 0 }
      operations.set(name, { asked: before.asked + 1, past: before.past + Number(isPast(answer)) })
      const of = `${role.padEnd(22)} ${Math.floor(answer.status / 100)}xx`
      statuses.set(of, (statuses.get(of) ?? 0) + 1)
      slowest.set(name, Math.max(slowest.get(name) ?? 0, Math.round(answer.ms)))
    },
    fault(name: string, what: string, example: () => readonly string[]): void {
      const before = faults.get(what)
      if (before !== undefined) return void before.operations.add(name)
      const parts = example().map((text) => text.slice(0, 900))
      faults.set(what, { operations: new Set([name]), example: parts.join(' ') })
    },
    lines(): string[] {
      const sum = (of: 'asked' | 'past') => [...operations.values()].reduce((all, one) => all + one[of], 0)
      const slow = [...slowest].sort(([, a], [, b]) => b - a).slice(0, 3)
      return [
        `requests: ${sum('asked')} to ${operations.size} operations, ${Math.round((100 * sum('past')) / sum('asked'))} % past authentication and schema`,
        `  slowest ${slow.map(([name, ms]) => `${name} ${ms} ms`).join(', ')}`,
        ...[...statuses].sort(([a], [b]) => a.localeCompare(b)).map(([of, times]) => `  ${of} ${times}`),
        ...[...faults]
          .slice(0, SHOWN)
          .map(([what, { operations, example }]) => `fault: ${what} (${[...operations].join(', ')})\n  ${example}`),
      ]
    },
  }
}
type Tally = ReturnType<typeof createTally>

/** Asks one product until the time is over: each operation in turn, properly and oddly. */
async function askEverything(api: TestApi, tally: Tally, { seed, until }: { seed: number; until: number }) {
  const cast = await createCast(api)
  const rows = await watchRows(api)

  async function judged(name: string, endpoint: Endpoint, request: Request): Promise<Answer> {
    const answer = await ask(api.baseUrl, request)
    const fault = (what: string) =>
      tally.fault(name, what, () => {
        const { role, method, path, headers, body = '' } = request
        const log = answer.status < 500 ? [] : api.log.filter((line) => line.includes(answer.requestId))
        return [`seed ${seed}`, role, method, path, JSON.stringify(headers), body, '→', answer.text, ...log]
      })
    const { status, text, requestId } = answer
    const left = (await rows.of(requestId)).filter((trace) => !isTrace(name, trace))
    if (status >= 500) fault(`answers ${status}`)
    const different = undescribed(endpoint, answer)
    if (different !== undefined) fault(different)
    const code = /"(?:code|error)":"(\w+)"/.exec(text)?.[1]
    for (const { table, kind, columns } of status < 400 ? [] : left)
      fault(`${code} leaves ${kind} ${table} ${columns.join()}`)
    // A busy machine is slow now and then; a slow operation is so each time.
    const again = async () => answer.ms > SLOW_MS && (await ask(api.baseUrl, request)).ms > SLOW_MS
    if ((await again()) && (await again())) fault(`takes more than ${SLOW_MS} ms`)
    return answer
  }

  /** Its session was ended, or its role was taken away, by one before. */
  async function isOut({ path }: Endpoint, role: Role, { status }: Answer): Promise<boolean> {
    if (status !== 404 || !path.includes('/:project')) return status === 401 || status === 403
    const ownProject = properRequest(contract.adminReadProject, cast, seed, role)
    const request = written(contract.adminReadProject, { ...ownProject, params: { project: PROJECT } }, cast)
    return (await ask(api.baseUrl, request)).status !== 200
  }

  async function askBoth(name: string, endpoint: Endpoint, at: number): Promise<void> {
    const proper = properRequest(endpoint, cast, at)
    let answer = await judged(name, endpoint, written(endpoint, proper, cast))
    if (endpoint.auth !== 'none' && (await isOut(endpoint, proper.role, answer))) {
      await cast.replace(proper.role)
      await rows.clear()
      answer = await judged(name, endpoint, written(endpoint, proper, cast))
    }
    tally.count(name, proper.role, answer)
    if (answer.status < 300 && answer.text !== '') cast.learn(nounOf(endpoint), JSON.parse(answer.text))
    const odd = oddRequest(endpoint, cast, at)
    tally.count(name, odd.role, await judged(name, endpoint, written(endpoint, odd, cast)))
  }

  const all = Object.entries<Endpoint>(contract)
  try {
    for (let round = 0; round < FEWEST_ROUNDS || performance.now() < until; round++) {
      api.clock.advance(MINUTE_MS)
      await rows.clear()
      const [order = all] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), {
        seed: seed + round,
        numRuns: 1,
      })
      for (const [place, [name, endpoint]] of order.entries()) {
        if (round >= FEWEST_ROUNDS && performance.now() > until) break
        await askBoth(name, endpoint, seed + round * 1_009 + place * 7_919)
      }
    }
  } finally {
    await rows.stop()
  }
}

test(
  'Any request of any role is answered as described, in time and without a fault, and a refusal changes no row [P-10 X-02 X-11]',
  async () => {
    process.stdout.write(`requests: REQUESTS_SEED=${SEED}\n`)
    const end = performance.now() + RUN_MS
    const tally = createTally()
    for (let seed = SEED; seed === SEED || performance.now() < end; seed++) {
      await using api = await startTestApi(SETTINGS)
      api.clock.hold()
      await askEverything(api, tally, { seed, until: Math.min(end, performance.now() + PRODUCT_MS) })
    }
    agent.destroy()
    process.stdout.write(
      tally
        .lines()
        .map((line) => `${line}\n`)
        .join(''),
    )
    expect([...tally.faults.keys()]).toEqual([])
    expect([...tally.operations.keys()].sort()).toEqual(Object.keys(contract).sort())
    const often = [...tally.operations].filter(([, { asked }]) => asked >= OFTEN)
    expect(often.filter(([, { asked, past }]) => past < asked / 2)).toEqual([])
  },
  RUN_MS + 180_000,
)
