import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checked } from './support/builders.ts'
import { startTestApi, type TestApi } from './support/test-api.ts'

describe('the whole journey on the wire', () => {
  let api: TestApi
  beforeAll(async () => {
    api = await startTestApi()
  })
  afterAll(() => api[Symbol.asyncDispose]())

  test('INTENT-08 INTENT-10 PROV-04 PROV-05 a visitor of age is confirmed once, and the provider receives a yes that verifies', async () => {
    const { bearer, intent } = await checked(api, 'COMPLETED')

    const first = await api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
    const second = await api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })

    const confirmed = { status: 'confirmed', data: { redirect_uri: intent.redirect_uri, result: true } }
    expect(first).toEqual({ status: 200, data: confirmed })
    expect(second).toEqual({ status: 202, data: confirmed })

    await api.world.until(() => api.world.events.some(({ event }) => event.data.intent_id === intent.id))
    const received = api.world.events.filter(({ event }) => event.data.intent_id === intent.id)
    expect(received).toHaveLength(1)
    const { data: keys } = await api.client('jwks', {})
    const { payload } = await jwtVerify(received[0]?.event.data.verdict ?? '', createLocalJWKSet(keys), {
      issuer: 'http://product.test',
      audience: api.credentials.provider.id,
    })
    expect(payload).toMatchObject({ intent_id: intent.id, reference: 'booking-1', result: 'yes', minimum_age: 18 })
  })
})
