import { api as contract, DEFAULT_BRAND, type Endpoint, type Schema, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { openApiDocument } from '../src/http/openapi/document.ts'
import { exampleOf } from '../src/http/openapi/examples.ts'
import { inlineSchema, nameOf } from '../src/http/openapi/schemas.ts'
import { newId } from '../src/platform/identifier.ts'
import { newAddress } from './support/address.ts'
import { checked, createIntent, digits, registered, signUp } from './support/builders.ts'
import { liveKey } from './support/money.ts'
import { isSoak } from './support/soak.ts'
import { invited, newOwner } from './support/staff.ts'
import { WITH_PASSKEYS } from './support/passkeys.ts'
import { useTestApi } from './support/use-test-api.ts'
import { readWhole } from './support/whole-database.ts'
import { CLIENT, partnerMessage } from './support/wire.ts'

const the = useTestApi({ LIMITS_FACTOR: '1000', LOG_LEVEL: 'error', ...WITH_PASSKEYS })

/** Values that no field wants. */
const ODD: readonly unknown[] = [
  '\u0000',
  null,
  '\ud800',
  [[]],
  "'; select 1; --",
  2 ** 53,
  '1'.repeat(400),
  {},
  1e308,
  'x'.repeat(2_049),
  '../..',
  '１２３４',
  '2027-02-30T00:00:00.000Z',
  'http://user:pw@[::1]:0/',
  ['a', 1, null],
]
const TEXTS = [
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  'a=1&a=2',
  '{',
  'null',
  `${'['.repeat(4_000)}${']'.repeat(4_000)}`,
  '{"a":"\\u0000"}',
  'a=%ff',
]
const TYPES = ['text/plain', 'application/json; charset=utf-16', 'application/xml', 'multipart/form-data; boundary=x']

let asked = 0
/** Takes others each time, by night all of them. */
const some = <T>(list: readonly T[]): readonly T[] =>
  isSoak ? list : [0, 1].map(() => list[asked++ % list.length] as T)

type Described = { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> }
const document = openApiDocument({ brand: DEFAULT_BRAND, publicUrl: 'http://product.test' })
const readers = new Map<string, z.ZodType>()

/** Reads a body as the description has it, and not as the server wrote it. */
function readerOf($ref: string): z.ZodType {
  const text = JSON.stringify({ $ref, $defs: document.components.schemas }).replaceAll(
    '#/components/schemas/',
    '#/$defs/',
  )
  const made = readers.get($ref) ?? z.fromJSONSchema(JSON.parse(text) as Parameters<typeof z.fromJSONSchema>[0])
  readers.set($ref, made)
  return made
}

type Answer = { status: number; type: string; text: string }
/** How an answer differs from its description; undefined where it does not. */
function undescribed({ method, path }: Endpoint, { status, type, text }: Answer): string | undefined {
  const operations = document.paths[path.replaceAll(/:([a-z]+)/gi, '{$1}')]
  const response = (operations?.[method.toLowerCase()] as Described | undefined)?.responses[status]
  if (response === undefined) return `${status} is not described`
  if (response.content === undefined) return text === '' ? undefined : `${status} has a body`
  const media = response.content[type]
  if (media === undefined) return `${status} as ${type} is not described`
  const read = readerOf(media.schema.$ref).safeParse(JSON.parse(text))
  return read.success ? undefined : `${status} is not ${media.schema.$ref}: ${z.prettifyError(read.error)}`
}

/** Proves who asks, over the body, and has values by the name of a field or of a parameter. */
type Caller = { prove: (body: string) => Record<string, string>; facts: Record<string, string> }
const bearer = (token: string, facts: Caller['facts'] = {}): Caller => ({
  prove: () => ({ authorization: `Bearer ${token}` }),
  facts,
})
const partner = (secret: string): Caller => ({
  prove: (body) => partnerMessage(body, { id: newId('msg'), at: the.api.clock.now(), secret }).headers,
  facts: {},
})
const staff = ({ cookie, project }: { cookie: string; project: string }): Caller => ({
  prove: () => ({ cookie, origin: the.api.settings['PUBLIC_URL'] ?? '' }),
  facts: { project },
})
async function adult() {
  const visitor = await checked(the.api, 'COMPLETED')
  const { mintid } = await createIntent(the.api)
  const phone = digits(visitor.number)
  return bearer(visitor.bearer, { id: mintid, mintid, phone, username: phone, phone_number: phone })
}
async function signingUp() {
  const { bearer: token, pinId, code } = await signUp(the.api)
  return bearer(token, { pinId, code })
}
async function website(key: string) {
  const { id } = await createIntent(the.api)
  return bearer(key, { id, redirect_uri: `${the.api.world.url}/return` })
}
/** A person at a console to whom somebody has given a number. */
async function calledBy(role: 'operator' | 'reviewer' | 'auditor') {
  const { number } = await registered(the.api)
  const { prove, facts } = staff(await invited(the.api, role))
  return { prove, facts: { ...facts, number, account: number, caller: number } }
}
const CALLERS = {
  none: async () => ({ prove: () => ({}), facts: {} }),
  bearer: adult,
  pre_confirmation: signingUp,
  client: async () => ({ prove: () => ({ authorization: CLIENT }), facts: {} }),
  provider: async () => website(the.api.credentials.provider.apiKey),
  payments: async () => website(await liveKey(the.api)),
  check: async () => partner(the.api.credentials.identityCheck.callbackSecret),
  bank: async () => partner(the.api.credentials.bank.callbackSecret),
  owner: async () => staff(await newOwner(the.api)),
  operator: async () => calledBy('operator'),
  reviewer: async () => calledBy('reviewer'),
  auditor: async () => calledBy('auditor'),
} as const satisfies Record<string, () => Promise<Caller>>
type Role = keyof typeof CALLERS

/** Who may ask. */
function roleOf({ auth, roles, signedBy, scope }: Endpoint): Role {
  if (auth === 'optional_bearer' || auth === 'recent_bearer') return 'bearer'
  if (auth === 'bearer_or_tombstone' || auth === 'bearer_or_deletion') return 'bearer'
  if (auth === 'provider') return scope?.startsWith('payments') === true ? 'payments' : auth
  if (auth === 'signature') return signedBy === 'bank' ? 'bank' : 'check'
  if (auth !== 'staff') return auth
  return (['owner', 'operator', 'reviewer', 'auditor'] as const).find((one) => roles?.includes(one) ?? true) ?? 'owner'
}

const MEDIA = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }
type Wrong = { fields?: object; query?: string; text?: string; type?: string }

async function ask(endpoint: Endpoint, { prove, facts }: Caller, wrong: Wrong = {}): Promise<Answer> {
  const { fields = {}, query = '', text, type } = wrong
  const { method, path, body, bodyType = 'json' } = endpoint
  const example = body === undefined ? {} : (exampleOf(nameOf(body, 'input')) as object)
  const known = Object.keys(example).flatMap((name) => (name in facts ? [[name, facts[name]] as const] : []))
  const said = { ...example, ...Object.fromEntries(known), ...fields }
  const form = () => new URLSearchParams(said as Record<string, string>).toString().toWellFormed()
  const sent = text ?? (bodyType === 'form' ? form() : JSON.stringify(said))
  const filled = path.replaceAll(/:([a-z]+)/gi, (_, name: string) => facts[name] ?? 'A'.repeat(22))
  const answer = await fetch(the.api.baseUrl + filled + query, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': newAddress(),
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': type ?? MEDIA[bodyType] }),
      ...prove(sent),
    },
    ...(body !== undefined && { body: sent }),
  })
  const [media = ''] = (answer.headers.get('content-type') ?? '').split(';')
  return { status: answer.status, type: media, text: await answer.text() }
}

/** All that is wrong with one request: a field, the query, the whole body, its type. */
function wrongs({ body, query }: Endpoint): Wrong[] {
  const namesIn = (schema: Schema | undefined) =>
    schema === undefined ? [] : Object.keys(inlineSchema(schema, 'input').properties ?? {})
  const written = (value: unknown) => encodeURIComponent(JSON.stringify(value).toWellFormed())
  return [
    ...namesIn(body).flatMap((name) => some(ODD).map((value) => ({ fields: { [name]: value } }))),
    ...[...namesIn(query), '__proto__'].flatMap((name) =>
      some(ODD).map((value) => ({ query: `?${name}=${written(value)}&${name}=1` })),
    ),
    ...(body === undefined ? [] : some(TEXTS).map((text) => ({ text }))),
    ...(body === undefined ? [] : some(TYPES).map((type) => ({ type }))),
  ]
}

/** They count and record what was refused, or change by themselves. */
const RECORDS = /^(?:audit_|job_run|rate_limit|front_end_file|sweep_walk)/

test('A call without credentials is refused by every operation that wants some, and changes no row but those that record it [P-10]', async () => {
  const changed = async () => {
    const { rows: before } = await readWhole(the.api)
    for (const [name, endpoint] of Object.entries<Endpoint>(contract))
      if (endpoint.auth !== 'none' && endpoint.auth !== 'optional_bearer')
        expect([name, (await ask(endpoint, await CALLERS.none())).status]).toEqual([name, 401])
    const others = [...(await readWhole(the.api)).rows].filter(([table]) => !RECORDS.test(table))
    return others.flatMap(([table, rows]) => ([...rows].some((row) => !before.get(table)?.has(row)) ? [table] : []))
  }
  // Repeats, because jobs change rows now and then, and a refusal each time.
  await expect.poll(changed).toEqual([])
})

test('Any request of any role is answered as described, in time and without a fault [P-10 X-02]', async () => {
  const callers = {} as Record<Role, Caller>
  for (const role of Object.keys(CALLERS) as Role[]) callers[role] = await CALLERS[role]()
  const faults: string[] = []
  const past = new Set<string>()
  const judged = async (name: string, endpoint: Endpoint, role: Role, wrong?: Wrong): Promise<Answer> => {
    const timed = async () => {
      const began = performance.now()
      const answer = await ask(endpoint, callers[role], wrong)
      return { answer, isSlow: performance.now() - began > SECOND_MS }
    }
    const { answer, isSlow } = await timed()
    // A busy machine is slow now and then; a slow operation is so each time.
    const slow = isSlow && (await timed()).isSlow && (await timed()).isSlow ? 'slow' : undefined
    const fault = answer.status >= 500 ? answer.text : (undescribed(endpoint, answer) ?? slow)
    if (fault !== undefined) faults.push(`${name} ${role} ${JSON.stringify(wrong)}: ${fault}`.slice(0, 600))
    if (answer.status < 400) past.add(name)
    return answer
  }
  for (const [name, endpoint] of Object.entries<Endpoint>(contract)) {
    const own = roleOf(endpoint)
    // One before may have ended it.
    const { status } = await judged(name, endpoint, own)
    if (own !== 'none' && status === 401) callers[own] = await CALLERS[own]()
    for (const wrong of wrongs(endpoint)) await judged(name, endpoint, own, wrong)
    const others = (Object.keys(CALLERS) as Role[]).filter((role) => role !== own)
    for (const role of some(others)) await judged(name, endpoint, role)
  }
  expect(faults).toEqual([])
  expect(past.size).toBeGreaterThan(Object.keys(contract).length / 2)
}, 1_200_000)
