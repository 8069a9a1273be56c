import { fieldsOf, nameOf, type Schema } from './fields.ts'
import { codeBlock } from './highlight.ts'
import { html, type Markup } from './html.ts'
import { text } from './markdown.ts'
import { BASE } from './pages.ts'

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }
type Body = { content?: Record<string, Media> }
type Answer = Body & { description?: string }
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  security?: readonly Record<string, unknown>[]
  'x-rate-limit'?: string
  parameters?: readonly Parameter[]
  requestBody?: Body
  responses: Record<string, Answer>
}
/** The parts that are read of an OpenAPI document. */
export type OpenApi = {
  tags: readonly { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, { post: Operation }>
  components: {
    schemas: Record<string, Schema>
    securitySchemes: Record<string, { description: string }>
  }
}

const SCHEMAS = `${BASE}/reference/schemas/`
const ERRORS = `${BASE}/errors/`

const json = (value: unknown) => codeBlock(JSON.stringify(value, undefined, 2), 'json', 'Example')

function table(caption: string, head: readonly string[], rows: readonly (readonly (string | Markup)[])[]) {
  return html`<div class="table" role="group" aria-label="${caption}" tabindex="0"><table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

function fieldTable(caption: string, schema: Schema) {
  const rows = fieldsOf(schema).map(({ name, type, isRequired, allowed, description }) => [
    html`<code>${name}</code>`,
    isRequired ? type : html`${type} <span class="optional">optional</span>`,
    [description, allowed].filter((words) => words !== '').join('. '),
  ])
  return rows.length > 0 && table(caption, ['Field', 'Type', 'Values'], rows)
}

const schemaLink = (name: string) => html`<a href="${SCHEMAS}#${name}">${name}</a>`

function bodyOf(caption: string, { content = {} }: Body, schemas: Record<string, Schema>) {
  return Object.entries(content).map(([mediaType, { schema = {}, example }]) => {
    const name = schema.$ref === undefined ? undefined : nameOf(schema.$ref)
    const of = name === undefined ? schema : (schemas[name] ?? {})
    return html`<p>${name !== undefined && html`${schemaLink(name)}, `}<code>${mediaType}</code></p>
${fieldTable(`${caption}: fields`, of)}
${example !== undefined && json(example)}`
  })
}

const isRefusal = (status: string) => status.startsWith('4') || status.startsWith('5')

function refusals(operation: Operation) {
  const rows = Object.entries(operation.responses)
    .filter(([status]) => isRefusal(status))
    .flatMap(([status, { content = {} }]) =>
      Object.values(content).flatMap(({ examples = {}, example }) =>
        example === undefined
          ? Object.entries(examples).map(([code, { value }]) => refusal(status, code, value))
          : [[status, 'error', html`<code>${JSON.stringify(example)}</code>`]],
      ),
    )
  return (
    rows.length > 0 &&
    html`<h3>Refusals</h3>
${table(`${operation.summary}: refusals`, ['Status', 'Code', 'Example'], rows)}`
  )
}

const refusal = (status: string, code: string, value: unknown) => [
  status,
  html`<a href="${ERRORS}#${code}"><code>${code}</code></a>`,
  html`<code class="wraps">${JSON.stringify(value)}</code>`,
]

function answers(operation: Operation, schemas: Record<string, Schema>) {
  return Object.entries(operation.responses)
    .filter(([status]) => !isRefusal(status))
    .map(
      ([status, answer]) => html`<h3>Answer ${status}</h3>
${answer.content === undefined ? html`<p>${answer.description === 'OK' ? 'Without a body.' : answer.description}</p>` : bodyOf(`${operation.summary}: answer ${status}`, answer, schemas)}`,
    )
}

function parameters({ summary, parameters: given = [] }: Operation) {
  const rows = given.map(({ name, in: where, required, description = '', schema }) => [
    html`<code>${name}</code>`,
    required ? where : html`${where} <span class="optional">optional</span>`,
    [...fieldsOf({ properties: { [name]: schema } }).map(({ allowed }) => allowed), description]
      .filter((words) => words !== '')
      .join('. '),
  ])
  return (
    rows.length > 0 &&
    html`<h3>Parameters</h3>
${table(`${summary}: parameters`, ['Name', 'In', 'Values'], rows)}`
  )
}

function callers({ security = [] }: Operation, { components }: OpenApi) {
  const [scheme] = security.flatMap((one) => Object.keys(one))
  return scheme === undefined ? undefined : html`<p>${components.securitySchemes[scheme]?.description}</p>`
}

function section(route: Markup, operation: Operation, document: OpenApi) {
  const { schemas } = document.components
  return html`<section><h2 id="${operation.operationId}">${operation.summary}</h2>
<p class="route">${route}</p>
${operation.description !== undefined && html`<p>${text(operation.description)}</p>`}
${callers(operation, document)}
${parameters(operation)}
${operation.requestBody !== undefined && html`<h3>Request</h3>${bodyOf(`${operation.summary}: request`, operation.requestBody, schemas)}`}
${answers(operation, schemas)}
${refusals(operation)}</section>`
}

const route = (method: string, path: string) =>
  html`<code class="method">${method.toUpperCase()}</code> <code>${path}</code>`

/** Each page of the reference by its address below /docs: one for each tag, the events, and the schemas. */
export function referencePages(document: OpenApi): Record<string, string> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: route(method, path), operation })),
  )
  const ofTag = (name: string) => operations.filter(({ operation }) => operation.tags.includes(name))
  const events = Object.entries(document.webhooks).map(([type, { post }]) =>
    section(html`<code>${type}</code>`, post, document),
  )
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => html`<section><h2 id="${name}">${name}</h2>
${fieldTable(`${name}: fields`, schema) || html`<p>${String(schema.type ?? 'any')}</p>`}</section>`,
  )
  const pages = document.tags.map(({ name, description }): [string, string] => [
    `/reference/${name.toLowerCase()}/`,
    html`<h1>${name} API</h1><p>${description}</p>
${ofTag(name).map((one) => section(one.route, one.operation, document))}`.text,
  ])
  return {
    ...Object.fromEntries<string>(pages),
    '/reference/events/':
      html`<h1>Events</h1><p>What your server receives. ${html`<a href="${BASE}/webhooks/">Webhooks</a>`} says how to verify them.</p>${events}`
        .text,
    '/reference/schemas/': html`<h1>Schemas</h1><p>Every body that is sent or answered, by its name.</p>${schemas}`
      .text,
  }
}
