/** The parts that are read of a JSON Schema. */
export type Schema = {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  description?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
}
/** A row of a table of fields. */
export type Field = { name: string; type: string; isRequired: boolean; allowed: string; description: string }

export const nameOf = (ref: string): string => ref.replace(/.*\//, '')

const isNull = ({ type }: Schema) => type === 'null'
const choicesOf = ({ anyOf = [], oneOf = [] }: Schema) => [...anyOf, ...oneOf]

/** The schema itself, where `null` is the only other choice. */
function withoutNull(schema: Schema): Schema {
  const [only, ...others] = choicesOf(schema).filter((choice) => !isNull(choice))
  return only !== undefined && others.length === 0 ? only : schema
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.type !== undefined) return [schema.type].flat().join(' or ')
  const choices = choicesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map(typeOf))].join(' or ')
  return schema.enum === undefined && schema.const === undefined ? 'any' : 'string'
}

/** Beyond this a number has no limit but the one of JavaScript. */
const isLimit = (number: number | undefined) => number !== undefined && Math.abs(number) < Number.MAX_SAFE_INTEGER

function rangeOf(low: number | undefined, high: number | undefined, unit: string): string[] {
  const [from, to] = [isLimit(low) ? low : undefined, isLimit(high) ? high : undefined]
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`]
  if (to !== undefined) return [`at most ${to}${unit}`]
  return from === undefined ? [] : [`at least ${from}${unit}`]
}

function allowedOf(schema: Schema): string {
  const of = withoutNull(schema)
  const listed = of.enum ?? of.items?.enum ?? (of.const === undefined ? [] : [of.const])
  return [
    ...listed.map(String),
    ...(of.format === undefined ? [] : [of.format]),
    ...rangeOf(of.minimum, of.maximum, ''),
    ...rangeOf(of.minLength, of.maxLength, ' characters'),
  ].join(', ')
}

/** Every field of an object, with those inside it by their path: "data.payment.amount", "data[].id". */
export function fieldsOf(schema: Schema, prefix = ''): Field[] {
  const { properties = {}, required = [], items, $ref } = withoutNull(schema)
  if ($ref !== undefined) return []
  if (items !== undefined) return fieldsOf(items, `${prefix}[]`)
  return Object.entries(properties).flatMap(([key, of]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const own = { name, type: typeOf(of), isRequired: required.includes(key), allowed: allowedOf(of) }
    return [{ ...own, description: of.description ?? '' }, ...fieldsOf(of, name)]
  })
}
