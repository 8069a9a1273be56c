/** @typedef {Record<string, unknown>} Node */
/** @param {unknown} value @returns {value is Node} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** @param {Node} schema @returns {Node} */
function withoutNull({ anyOf, type, const: only, ...rest }) {
  const known = only === undefined ? rest : { ...rest, enum: [only] }
  if (Array.isArray(type)) return { ...known, type: type.find((one) => one !== 'null'), nullable: true }
  if (!Array.isArray(anyOf)) return type === undefined ? known : { ...known, type }
  const choices = anyOf.filter((choice) => !isObject(choice) || choice['type'] !== 'null')
  const isOne = choices.length === 1 && !('$ref' in choices[0])
  return {
    ...known,
    ...(isOne ? choices[0] : { anyOf: choices }),
    ...(choices.length < anyOf.length && { nullable: true }),
  }
}

/** @param {unknown} value @returns {unknown} */
function converted(value) {
  if (Array.isArray(value)) return value.map(converted)
  if (!isObject(value)) return value
  const isSchema = 'anyOf' in value || 'const' in value || Array.isArray(value['type'])
  const entries = Object.entries(isSchema ? withoutNull(value) : value)
  return Object.fromEntries(entries.map(([key, of]) => [key, key.startsWith('example') ? of : converted(of)]))
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
