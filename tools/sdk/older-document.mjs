/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {unknown} schema */
const isNull = (schema) => isObject(schema) && schema['type'] === 'null'

/** @param {Record<string, unknown>} schema */
function withoutNull(schema) {
  const { anyOf, type, const: only, ...rest } = schema
  const known = only === undefined ? rest : { ...rest, enum: [only] }
  if (Array.isArray(type)) return { ...known, type: type.find((one) => one !== 'null'), nullable: true }
  if (!Array.isArray(anyOf)) return { ...known, ...(type !== undefined && { type }) }
  const choices = anyOf.filter((choice) => !isNull(choice))
  const [first] = choices
  const nullable = choices.length < anyOf.length ? { nullable: true } : {}
  return choices.length === 1 && isObject(first) && !('$ref' in first)
    ? { ...known, ...first, ...nullable }
    : { ...known, anyOf: choices, ...nullable }
}

/** @param {unknown} value @returns {unknown} */
function converted(value) {
  if (Array.isArray(value)) return value.map(converted)
  if (!isObject(value)) return value
  const isSchema = 'anyOf' in value || 'const' in value || Array.isArray(value['type'])
  const own = isSchema ? withoutNull(value) : value
  return Object.fromEntries(
    Object.entries(own).map(([key, of]) => [key, key.startsWith('example') ? of : converted(of)]),
  )
}

/**
 * An OpenAPI 3.1 document for tools that know 3.0 alone: null is `nullable` there, and there are no webhooks.
 * @param {Record<string, unknown>} document
 */
export function asOpenApi30({ webhooks: _, ...document }) {
  const info = /** @type {Record<string, unknown>} */ (document['info'])
  return {
    .../** @type {object} */ (converted(document)),
    openapi: '3.0.3',
    info: { ...info, license: { name: 'Apache-2.0' } },
  }
}
