import { api, type Endpoint, ERRORS, oauthError, problem, type Schema } from '@avouch/contract'
import * as z from 'zod'
import { refusalsOf } from './problem-answer.ts'

const schemaOf = (schema: Schema, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { target: 'draft-2020-12', io, unrepresentable: 'any' })

const SECURITY: Record<Endpoint['auth'], object[]> = {
  none: [],
  signature: [],
  bearer: [{ session: [] }],
  bearer_or_tombstone: [{ session: [] }],
  pre_confirmation: [{ preConfirmation: [] }],
  client: [{ client: [] }],
  provider: [{ apiKey: [] }],
}

const MEDIA_TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }

function parameters(schema: Schema | undefined, place: 'path' | 'query' | 'header') {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, of]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: of,
  }))
}

const content = (mediaType: string, schema: object) => ({ content: { [mediaType]: { schema } } })

function errorResponses(endpoint: Endpoint) {
  const byStatus = Map.groupBy(refusalsOf(endpoint), (code) => ERRORS[code].status)
  const reference =
    endpoint.errorFormat === 'oauth'
      ? content('application/json', { $ref: '#/components/schemas/OauthError' })
      : content('application/problem+json', { $ref: '#/components/schemas/Problem' })
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, { description: codes.join(', '), ...reference }]),
  )
}

/** "createIntent" is "Create intent". */
const inWords = (name: string) =>
  name.replace(/^./, (first) => first.toUpperCase()).replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function operation(name: string, endpoint: Endpoint) {
  const { params, query, headers, body, bodyType = 'json', answers, summary, auth, limit } = endpoint
  const responses = Object.entries(answers).map(([status, schema]): [string, object] => [
    status,
    { description: 'OK', ...(schema && content('application/json', schemaOf(schema, 'output'))) },
  ])
  return {
    operationId: name,
    summary: inWords(name),
    description: summary,
    security: SECURITY[auth],
    ...(limit !== 'none' && { 'x-rate-limit': limit }),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query'), ...parameters(headers, 'header')],
    ...(body && { requestBody: { required: true, ...content(MEDIA_TYPES[bodyType], schemaOf(body, 'input')) } }),
    responses: { ...errorResponses(endpoint), ...Object.fromEntries(responses) },
  }
}

/** The OpenAPI 3.1 document of the contract. */
export function openApiDocument({ productName, publicUrl }: { productName: string; publicUrl: string }) {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replaceAll(/:([a-z]+)/gi, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version: '0.1.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: schemaOf(problem, 'output'), OauthError: schemaOf(oauthError, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'Access token of a confirmed session.' },
        preConfirmation: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of the password grant, until the SMS code is confirmed.',
        },
        client: { type: 'http', scheme: 'basic', description: 'Names the public client.' },
        apiKey: { type: 'http', scheme: 'bearer', description: 'API key of a provider.' },
      },
    },
  }
}
