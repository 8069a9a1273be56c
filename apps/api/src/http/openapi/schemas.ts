import {
  api,
  checkIntent,
  createIntent,
  type Endpoint,
  intentEvent,
  me,
  oauthError,
  prelogin,
  problem,
  readPayment,
  refundPayment,
  type Schema,
  token,
} from '@avouch/contract'
import * as z from 'zod'
import { DESCRIPTIONS } from './descriptions.ts'

export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  format?: string
  minimum?: number
  description?: string
  $ref?: string
}
type Direction = 'input' | 'output'

/** Names the bodies that several operations answer with; every other body has its operation's name. */
const NAMED: [string, Schema | null | undefined][] = [
  ['Intent', createIntent.answers[201]],
  ['IntentEvent', intentEvent],
  ['IntentState', checkIntent.answers[200]],
  ['PaymentState', readPayment.answers[200]],
  ['Refund', refundPayment.answers[201]],
  ['CodeSent', prelogin.answers[200]],
  ['Tokens', token.answers[200]],
  ['Profile', me.answers[200]],
  ['Problem', problem],
  ['OauthError', oauthError],
]

const capital = (name: string) => name.replace(/^./, (first) => first.toUpperCase())
const componentAt = (name: string) => `#/components/schemas/${name}`

/** Omits the long pattern of a field with a format, such as a date. */
const OPTIONS = {
  target: 'draft-2020-12',
  unrepresentable: 'any',
  override: ({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }) => {
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  },
} as const

/** A schema that stands where it is used. */
export const inlineSchema = (schema: Schema, io: Direction): JsonSchema =>
  z.toJSONSchema(schema, { ...OPTIONS, io }) as JsonSchema

function registryOf(named: (readonly [string, Schema | null | undefined])[]) {
  const registry = z.registry<{ id: string }>()
  const names = new Map<Schema, string>()
  for (const [id, schema] of named) {
    if (schema === null || schema === undefined || names.has(schema)) continue
    registry.add(schema, { id })
    names.set(schema, id)
  }
  return { registry, names }
}

const everyEndpoint = Object.entries<Endpoint>(api)
const answers = everyEndpoint.flatMap(([name, endpoint]) =>
  Object.values(endpoint.answers).map((schema) => [`${capital(name)}Answer`, schema] as const),
)
const bodies = everyEndpoint.map(([name, endpoint]) => [`${capital(name)}Request`, endpoint.body] as const)

const written = { output: registryOf([...NAMED, ...answers]), input: registryOf(bodies) }

function schemasOf(io: Direction): [string, JsonSchema][] {
  const { schemas } = z.toJSONSchema(written[io].registry, { ...OPTIONS, io, uri: componentAt })
  return Object.entries(schemas).map(([name, { $id: _, $schema: __, ...schema }]) => [name, schema as JsonSchema])
}

/** The bodies of websites' servers, with described fields. */
const OF_PROVIDERS = new Set(
  everyEndpoint
    .filter(([, { auth }]) => auth === 'provider')
    .flatMap(([, { body, answers }]) => [
      ...Object.values(answers).map((schema) => schema && written.output.names.get(schema)),
      body && written.input.names.get(body),
    ]),
).add('IntentEvent')

/** Adds descriptions to the fields of a schema, and to those inside them. */
function described(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf && { anyOf: schema.anyOf.map(described) }
  const items = schema.items && { items: described(schema.items) }
  const properties = Object.entries(schema.properties ?? {}).map(([name, of]): [string, JsonSchema] => {
    const description = of.$ref === undefined ? DESCRIPTIONS[name] : undefined
    return [name, { ...described(of), ...(description !== undefined && { description }) }]
  })
  return {
    ...schema,
    ...choices,
    ...items,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
  }
}

/** Every body that is sent or answered, by its name. */
export const components: Record<string, JsonSchema> = Object.fromEntries(
  [...schemasOf('output'), ...schemasOf('input')].map(([name, schema]) => [
    name,
    OF_PROVIDERS.has(name) ? described(schema) : schema,
  ]),
)

/** @throws Error for a schema that is no body of an endpoint */
export function nameOf(schema: Schema, io: Direction): string {
  const name = written[io].names.get(schema)
  if (name === undefined) throw new Error('a body without a name')
  return name
}
export const refTo = (name: string): JsonSchema => ({ $ref: componentAt(name) })
