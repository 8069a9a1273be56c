import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { api, DEFAULT_BRAND, type Endpoint, INTENT_EVENTS, intentEvent } from '@avouch/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument } from './document.ts'
import { exampleOf } from './examples.ts'
import { nameOf } from './schemas.ts'

const BIN = resolve(import.meta.dirname, '../../../../../node_modules/.bin')
const product = { brand: DEFAULT_BRAND, publicUrl: 'https://avouch.example' }
const document = openApiDocument(product)
const forWebsites = openApiDocument({ ...product, audience: 'websites' })
const bodiesUsedIn = (described: object) =>
  [...new Set(JSON.stringify(described).match(/(?<=#\/components\/schemas\/)\w+/g))].sort()

const answers = Object.entries<Endpoint>(api).flatMap(([name, endpoint]) =>
  Object.entries(endpoint.answers).flatMap(([status, schema]) =>
    schema ? [{ name: `${name} ${status}`, operation: name, schema }] : [],
  ),
)
const bodies = Object.entries<Endpoint>(api).flatMap(([name, { body }]) => (body ? [{ name, body }] : []))

test.each(answers)(
  'The example of the answer $name is one that the contract accepts [PROV-28]',
  ({ operation, schema }) => {
    expect(schema.safeParse(exampleOf(nameOf(schema, 'output'), operation))).toMatchObject({ success: true })
  },
)

test.each(bodies)('The example of what $name sends is one that the contract accepts [PROV-28]', ({ body }) => {
  expect(body.safeParse(exampleOf(nameOf(body, 'input')))).toMatchObject({ success: true })
})

test('Every event that a provider receives is described [PROV-28]', () => {
  expect(Object.keys(document.webhooks)).toEqual([...INTENT_EVENTS])
  expect(intentEvent.safeParse(exampleOf('IntentEvent'))).toMatchObject({ success: true })
})

const operations = (of: typeof document) => Object.values(of.paths).flatMap((methods) => Object.values(methods))

test('The reference has every operation of the contract, with its limit [PROV-28]', () => {
  const described = operations(document).map((one) => [one.operationId, one['x-rate-limit'] ?? 'none'])
  const wanted = Object.entries<Endpoint>(api).map(([name, { limit }]) => [name, limit])
  expect(new Map(described as [string, string][])).toEqual(new Map(wanted as [string, string][]))
})

test('Websites get their operations, events and bodies alone, as the whole description has them [PROV-28]', () => {
  const ofWebsites = operations(document).filter(({ tags }) => tags.includes('Provider'))
  expect(operations(forWebsites)).toEqual(ofWebsites)
  expect(forWebsites.webhooks).toEqual(document.webhooks)
  expect(Object.keys(forWebsites.components.schemas).sort()).toEqual(bodiesUsedIn(forWebsites))
  expect(Object.keys(forWebsites.components.securitySchemes)).toEqual(['apiKey'])
})

const documents = { 'the whole description': document, 'the description for websites': forWebsites }

test.each(Object.entries(documents))('Two validators find no fault in %s [PROV-28]', async (_, document) => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect({ valid, errors }).toMatchObject({ valid: true })
  // The validators leave them out, and others warn.
  expect(document.info).toMatchObject({
    description: expect.stringContaining('/docs/') as unknown,
    contact: { name: 'Avouch', url: 'https://avouch.example/en/support' },
  })
  const names = JSON.stringify(document).match(/"operationId":"[^"]+"/g) ?? []
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names).size).toBe(names.length)

  const folder = mkdtempSync(join(tmpdir(), 'avouch-openapi-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const found = execFileSync(process.execPath, [join(BIN, 'redocly'), 'lint', file, '--format=json'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect((JSON.parse(String(found)) as { totals: object }).totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
