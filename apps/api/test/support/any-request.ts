import type { Endpoint, Schema } from '@avouch/contract'
import fc from 'fast-check'
import { exampleOf } from '../../src/http/openapi/examples.ts'
import { inlineSchema, type JsonSchema, nameOf } from '../../src/http/openapi/schemas.ts'
import { type Cast, callersOf, cursorOf, EVERYBODY, type Role } from './cast.ts'

type Known = (name: string) => readonly string[]

/** As it goes over the wire. */
export type Request = {
  role: Role
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}
/** Before it is written down. */
type Parts = {
  role: Role
  params: Record<string, string>
  query: [string, string][]
  headers: Record<string, string>
  body: unknown
  /** In place of what the body says. */
  text?: string
}

type Bounded = JsonSchema & {
  pattern?: string
  minLength?: number
  maxLength?: number
  maximum?: number
  maxItems?: number
  minItems?: number
}
const LONGEST = 400

function textOf({ format, pattern, minLength = 0, maxLength = LONGEST }: Bounded): fc.Arbitrary<string> {
  if (format === 'date-time')
    return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((at) => at.toISOString())
  const longest = Math.min(maxLength, LONGEST)
  const free = fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: longest }),
    fc.string({ minLength: longest, maxLength: longest }),
  )
  if (pattern === undefined) return free
  try {
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength)
  } catch {
    // A pattern that fast-check cannot read.
    return free
  }
}

const fits = (text: string, { pattern = '', minLength = 0, maxLength = Infinity }: Bounded) =>
  text.length >= minLength && text.length <= maxLength && new RegExp(pattern).test(text)

/** A value that the schema describes; `known` has values for a field of this name. */
function valueOf(given: JsonSchema, name: string, known: Known): fc.Arbitrary<unknown> {
  const schema = given as Bounded
  const { anyOf = schema.oneOf, properties = {}, required = [], minimum, maximum, type } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (anyOf !== undefined) return fc.oneof(...anyOf.map((one) => valueOf(one, name, known)))
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object': {
      const fields = Object.entries(properties)
        // Its schema does not say how one looks.
        .filter(([field]) => field !== 'cursor' || known(field).length > 0)
        .map(([field, of]) => [field, valueOf(of, field, known)] as const)
      return fc.record(Object.fromEntries(fields), { requiredKeys: required })
    }
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, name, known), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number': {
      const [min, max] = [
        Math.max(minimum ?? -(2 ** 53 - 1), -(2 ** 53 - 1)),
        Math.min(maximum ?? 2 ** 53 - 1, 2 ** 53 - 1),
      ]
      return fc.oneof(fc.integer({ min, max: Math.min(max, min + 100_000) }), fc.constantFrom(min, max))
    }
    case 'null':
      return fc.constant(null)
    case 'string': {
      const values = known(name).filter((value) => fits(value, schema))
      const text = textOf(schema)
      return values.length === 0 ? text : fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, text)
    }
    default:
      return fc.jsonValue({ maxDepth: 1 })
  }
}

const draw = <T>(arbitrary: fc.Arbitrary<T>, seed: number): T => {
  const [value] = fc.sample(arbitrary, { seed, numRuns: 1 })
  return value as T
}

const TRIES = 20

/** A value that the schema accepts, rules over several fields included; where none is found, its example. */
function accepted(schema: Schema | undefined, known: Known, seed: number, example?: unknown): unknown {
  if (schema === undefined) return undefined
  const any = valueOf(inlineSchema(schema, 'input'), '', known)
  for (let tried = 0; tried < TRIES; tried++) {
    const value = draw(any, seed + tried)
    if (schema.safeParse(value).success) return value
  }
  return example
}

/** The noun of an id in an address: "/keys/:id" is "keys". */
const nounBefore = (path: string, param: string) => path.split('/')[path.split('/').indexOf(`:${param}`) - 1] ?? ''

/** Names the ids of an answer. */
export function nounOf({ path }: Endpoint): string {
  const parts = path.replace('/:project', '').split('/')
  const id = parts.findIndex((part) => part.startsWith(':'))
  return (id < 0 ? parts.at(-1) : parts[id - 1]) ?? ''
}

const texts = (value: unknown): [string, string][] =>
  Object.entries(value ?? {}).flatMap(([name, one]) => (one === undefined ? [] : [[name, String(one)]]))

/** A request as its schema wants it, by a role that may ask. */
export function properRequest(endpoint: Endpoint, cast: Cast, seed: number, by?: Role): Parts {
  const role = by ?? draw(fc.constantFrom(...callersOf(endpoint)), seed)
  const known: Known = (name) => cast.valuesFor(role, name === 'cursor' ? cursorOf(nounOf(endpoint)) : name)
  const inPath: Known = (name) => known(name === 'project' ? name : nounBefore(endpoint.path, name))
  return {
    role,
    params: Object.fromEntries(texts(accepted(endpoint.params, inPath, seed))),
    query: texts(accepted(endpoint.query, known, seed)),
    headers: Object.fromEntries(texts(accepted(endpoint.headers, known, seed))),
    body: accepted(endpoint.body, known, seed, endpoint.body && exampleOf(nameOf(endpoint.body, 'input'))),
  }
}

const LONG = 'x'.repeat(20_000)
/** Values that no field wants. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '0',
  'null',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff',
  '‮',
  '👩‍👩‍👧‍👦',
  'é'.repeat(3_000),
  'x'.repeat(2_049),
  'x'.repeat(129),
  '../..',
  '%00',
  "'; select 1; --",
  '{{7*7}}',
  '<script>',
  '1'.repeat(400),
  '１２３４',
  '𝟙𝟚𝟛',
  '2027-02-30T00:00:00.000Z',
  '+99999-01-01T00:00:00Z',
  'http://user:pw@[::1]:0/',
  'javascript:alert(1)',
  [],
  [[]],
  {},
  { toString: 'x' },
  { length: 3 },
  ['a', 1, null],
  Array.from({ length: 500 }, () => 0),
]
const odd = fc.oneof(
  fc.constantFrom(...ODD),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const oddText = odd.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000))
/** Node sends no other bytes in a header. */
const oddHeader = fc.oneof(fc.stringMatching(/^[ -~]{0,300}$/), fc.constantFrom('', '*', 'W/"x"', 'ä', 'é'.repeat(100)))

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const TEXTS = [
  '',
  'null',
  '[]',
  '"x"',
  '0',
  '{',
  '{"a":}',
  '{}',
  '﻿{}',
  nested(50),
  nested(4_000),
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  `{"a":"${LONG}"}`,
  '{"a":1,"a":2}',
  '{"a":"\\u0000"}',
  '{"a":"\\ud800"}',
  '1e999',
  'a=1&a=2',
  'a=%00',
  '%',
  '=&=&',
  'a=%ff',
  `a=${LONG}`,
  '\u0000',
]
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json',
  'application/json; charset=utf-16',
  'APPLICATION/JSON;',
  'application/problem+json',
  'a',
  '',
  'application/json, text/plain',
]
const HEADERS = [
  'authorization',
  'cookie',
  'if-none-match',
  'idempotency-key',
  'accept',
  'accept-language',
  'origin',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-request-id',
  'content-encoding',
  'expect',
  'webhook-signature',
  'webhook-timestamp',
  'user-agent',
]

const anyOf = (record: object) =>
  Object.keys(record).length === 0 ? fc.constant('x') : fc.constantFrom(...Object.keys(record))
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One thing wrong with it. */
function wronged(parts: Parts): fc.Arbitrary<Parts> {
  const { params, query, headers, body } = parts
  const changes: fc.Arbitrary<Parts>[] = [
    fc
      .tuple(fc.constantFrom(...HEADERS), oddHeader)
      .map(([name, value]) => ({ ...parts, headers: { ...headers, [name]: value } })),
    fc.constantFrom(...TYPES).map((type) => ({ ...parts, headers: { ...headers, 'content-type': type } })),
    fc.constantFrom(...TEXTS).map((text) => ({ ...parts, text })),
    fc
      .tuple(fc.constantFrom('x', '__proto__', 'limit', 'a[b]', 'cursor', ...query.map(([name]) => name)), oddText)
      .map(([name, value]) => ({ ...parts, query: [...query, [name, value] as [string, string]] })),
    fc.constant({ ...parts, query: [...query, ...query] }),
  ]
  if (Object.keys(params).length > 0)
    changes.push(
      fc
        .tuple(
          anyOf(params),
          oddText.filter((text) => text !== ''),
        )
        .map(([name, value]) => ({ ...parts, params: { ...params, [name]: value } })),
    )
  if (isFields(body)) {
    changes.push(
      fc.tuple(anyOf(body), odd).map(([name, value]) => ({ ...parts, body: { ...body, [name]: value } })),
      fc.tuple(fc.constantFrom('__proto__', 'constructor', 'x', 'id', 'role', 'live'), odd).map(([name, value]) => ({
        ...parts,
        body: Object.fromEntries([...Object.entries(body), [name, value]]),
      })),
      anyOf(body).map((name) => ({
        ...parts,
        body: Object.fromEntries(Object.entries(body).filter(([one]) => one !== name)),
      })),
    )
  }
  return fc.oneof(...changes)
}

/** A request by anyone, with up to three things wrong. */
export function oddRequest(endpoint: Endpoint, cast: Cast, seed: number): Parts {
  const role = draw(fc.oneof(fc.constantFrom(...callersOf(endpoint)), fc.constantFrom(...EVERYBODY)), seed)
  let made = properRequest(endpoint, cast, seed, role)
  for (let left = draw(fc.nat({ max: 3 }), seed); left > 0; left--) made = draw(wronged(made), seed + left)
  return made
}

const TYPE_OF = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }

/** The bytes that HTTP lets into a header. */
const headerOf = (text: string) =>
  Buffer.from(text.toWellFormed())
    .toString('latin1')
    .replaceAll(/[^\t -~\u0080-\u00ff]/g, '-')

/** Lone surrogates have no encoding. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** As bytes of HTTP, with what proves who asks. */
export function written({ method, path, bodyType = 'json' }: Endpoint, parts: Parts, cast: Cast): Request {
  const { role, params, query, body, text } = parts
  const filled = path.replaceAll(/:([a-z]+)/gi, (_, name: string) => encoded(params[name] ?? ''))
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
  const said =
    bodyType === 'form' && isFields(body) ? new URLSearchParams(texts(body)).toString() : JSON.stringify(body)
  const sent = text ?? (body === undefined ? undefined : said)
  return {
    role,
    method,
    path: search === '' ? filled : `${filled}?${search}`,
    headers: {
      ...(sent !== undefined && { 'content-type': TYPE_OF[bodyType] }),
      ...cast.actor(role).prove(sent ?? ''),
      ...Object.fromEntries(Object.entries(parts.headers).map(([name, value]) => [name, headerOf(value)])),
    },
    body: sent,
  }
}
