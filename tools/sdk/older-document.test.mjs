import { expect, test } from 'vitest'
import { asOpenApi30 } from './older-document.mjs'

test('PROV-28 the OpenAPI document can be written for tools that know version 3.0 alone; examples stay as they are', () => {
  const example = { type: ['a', 'null'], anyOf: null }
  const schemas = {
    Named: { type: ['string', 'null'], maxLength: 3 },
    Chosen: { anyOf: [{ type: 'string', enum: ['yes', 'no'] }, { type: 'null' }] },
    Referred: { anyOf: [{ $ref: '#/components/schemas/Named' }, { type: 'null' }] },
    Fixed: { type: 'object', properties: { kind: { type: 'string', const: 'age' } } },
    Shown: { type: 'object', example },
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'API' },
    paths: {},
    webhooks: { event: {} },
    components: { schemas },
  }
  expect(asOpenApi30(document)).toEqual({
    openapi: '3.0.3',
    info: { title: 'API', license: { name: 'Apache-2.0' } },
    paths: {},
    components: {
      schemas: {
        Named: { type: 'string', nullable: true, maxLength: 3 },
        Chosen: { type: 'string', enum: ['yes', 'no'], nullable: true },
        Referred: { anyOf: [{ $ref: '#/components/schemas/Named' }], nullable: true },
        Fixed: { type: 'object', properties: { kind: { type: 'string', enum: ['age'] } } },
        Shown: { type: 'object', example },
      },
    },
  })
})
