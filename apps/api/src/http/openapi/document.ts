import {
  api,
  AppError,
  type Auth,
  type Brand,
  type Endpoint,
  type ErrorCode,
  ERRORS,
  inWordsForPrograms,
  type Schema,
} from '@avouch/contract'
import { refusalsOf } from '../problem-answer.ts'
import { exampleOf } from './examples.ts'
import { components, inlineSchema, nameOf, refTo } from './schemas.ts'
import { webhooks } from './webhooks.ts'

/** The callers, in the order in which a reader looks for them. */
const TAGS = [
  { name: 'Provider', description: 'For websites: ask, read the answer, payments. With an API key.' },
  { name: 'Visitor', description: 'What the pages call for the visitor.' },
  { name: 'App', description: 'What the mobile app calls.' },
  { name: 'Admin', description: 'What the consoles call for people of providers and of the operator.' },
  { name: 'Partner', description: 'Signed messages of the identity-check service and of the bank.' },
] as const

function tagOf({ auth, path }: Endpoint): (typeof TAGS)[number]['name'] {
  if (path.startsWith('/admin/')) return 'Admin'
  if (auth === 'provider' || path.startsWith('/.well-known/')) return 'Provider'
  if (auth === 'signature') return 'Partner'
  return path.startsWith('/api/app/') ? 'App' : 'Visitor'
}

const SECURITY: Record<Endpoint['auth'], object[]> = {
  none: [],
  optional_bearer: [{}, { session: [] }],
  signature: [],
  bearer: [{ session: [] }],
  recent_bearer: [{ session: [] }],
  bearer_or_tombstone: [{ session: [] }],
  bearer_or_deletion: [{ session: [] }],
  pre_confirmation: [{ preConfirmation: [] }],
  client: [{ client: [] }],
  provider: [{ apiKey: [] }],
  staff: [{ console: [] }],
}

const MEDIA_TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }

function parameters(schema: Schema | undefined, place: 'path' | 'query' | 'header') {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = inlineSchema(schema, 'input')
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: of,
  }))
}

const content = (mediaType: string, name: string, operation?: string) => ({
  content: { [mediaType]: { schema: refTo(name), example: exampleOf(name, operation) } },
})

/** A refusal as the server writes it. */
function problemOf(code: ErrorCode) {
  const { status, message } = new AppError(code)
  return { type: 'about:blank', title: message, status, code, message }
}

/** Refused alike, whatever was asked, because it never becomes a request: one that is not there in time, and a head that is too long. */
const BEFORE_THE_REQUEST = [408, 431].map((status) => {
  const value = { ...problemOf('invalid_request'), status }
  const examples = { invalid_request: { value } }
  return [
    status,
    { description: 'invalid_request', content: { 'application/problem+json': { schema: refTo('Problem'), examples } } },
  ] as const
})

function problems(codes: ErrorCode[], auth: Auth) {
  const said = (code: ErrorCode) => (auth === 'provider' ? { message: inWordsForPrograms(code) } : {})
  const examples = Object.fromEntries(codes.map((code) => [code, { value: { ...problemOf(code), ...said(code) } }]))
  return { content: { 'application/problem+json': { schema: refTo('Problem'), examples } } }
}

function errorResponses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => ERRORS[code].status)
  const described = (codes: ErrorCode[]) =>
    endpoint.errorFormat === 'oauth' ? content('application/json', 'OauthError') : problems(codes, endpoint.auth)
  return Object.fromEntries<object>([
    ...[...byStatus].map(
      ([status, codes]) => [status, { description: codes.join(', '), ...described(codes) }] as const,
    ),
    ...BEFORE_THE_REQUEST,
  ])
}

/** "createIntent" is "Create intent". */
const inWords = (name: string) =>
  name.replace(/^./, (first) => first.toUpperCase()).replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function operation(name: string, endpoint: Endpoint) {
  const { params, query, headers, body, bodyType = 'json', answers, summary, auth, roles, limit } = endpoint
  const responses = Object.entries(answers).map(([status, schema]): [string, object] => [
    status,
    { description: 'OK', ...(schema && content('application/json', nameOf(schema, 'output'), name)) },
  ])
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: inWords(name),
    description: roles === undefined ? summary : `${summary} For: ${roles.join(', ')}.`,
    security: SECURITY[auth],
    ...(limit !== 'none' && { 'x-rate-limit': limit }),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query'), ...parameters(headers, 'header')],
    ...(body && { requestBody: { required: true, ...content(MEDIA_TYPES[bodyType], nameOf(body, 'input')) } }),
    responses: { ...errorResponses(endpoint), ...Object.fromEntries(responses) },
  }
}

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'Access token of a confirmed session.' },
  preConfirmation: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token of the password grant, until the SMS code is confirmed.',
  },
  client: { type: 'http', scheme: 'basic', description: 'Names the public client.' },
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-staff',
    description: 'Session of a person at a console. What changes something needs the header Origin too.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'API key of a provider.' },
}

function pathsOf(endpoints: (readonly [string, Endpoint])[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {}
  for (const [name, endpoint] of endpoints) {
    const path = endpoint.path.replaceAll(/:([a-z]+)/gi, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return paths
}

/** The bodies that are named in it, and those that are named in these. */
function bodiesIn(described: object): typeof components {
  const names = new Set<string>()
  const look = (at: unknown) => {
    for (const [name] of JSON.stringify(at).matchAll(/(?<=#\/components\/schemas\/)\w+/g)) {
      if (names.has(name)) continue
      names.add(name)
      look(components[name])
    }
  }
  look(described)
  return Object.fromEntries(Object.entries(components).filter(([name]) => names.has(name)))
}

/** Addresses of the documents. */
export const DOCUMENT_PATHS = { everyone: '/openapi.json', websites: '/openapi/websites.json' } as const
type Audience = keyof typeof DOCUMENT_PATHS | 'developers'

/** The operations that a reader gets. `developers`: the pages at /docs, which are open in production, and describe no console. */
const INCLUDED: Record<Audience, (tag: string) => boolean> = {
  everyone: () => true,
  developers: (tag) => tag !== 'Admin',
  websites: (tag) => tag === 'Provider',
}

const ABOUT: Record<Audience, string> = {
  everyone: `All operations. A website needs few of them: ${DOCUMENT_PATHS.websites} has these alone.`,
  developers: 'All operations but those of the consoles.',
  websites: 'Your server creates an intent, sends the visitor to its `url`, and reads a signed yes or no.',
}

/** The OpenAPI 3.1 document of the contract, or of the part that websites call. */
export function openApiDocument({
  brand: { name, company, links },
  publicUrl,
  audience = 'everyone',
}: {
  brand: Pick<Brand, 'name' | 'company' | 'links'>
  publicUrl: string
  audience?: Audience
}) {
  const all = audience !== 'websites'
  const isIncluded = INCLUDED[audience]
  const endpoints = Object.entries<Endpoint>(api).filter(([, one]) => isIncluded(tagOf(one)))
  const { apiKey } = SECURITY_SCHEMES
  const paths = pathsOf(endpoints)
  return {
    openapi: '3.1.0',
    info: {
      title: all ? `${name} API` : `${name} API for websites`,
      description: `${ABOUT[audience]} Guide: ${publicUrl}/docs/`,
      version: '0.1.0',
      contact: { name: company, url: new URL(links.support.en, publicUrl).href },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: TAGS.filter(({ name }) => isIncluded(name)),
    paths,
    webhooks,
    components: {
      schemas: bodiesIn([paths, webhooks]),
      securitySchemes: all ? SECURITY_SCHEMES : { apiKey },
    },
  }
}
