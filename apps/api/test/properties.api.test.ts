import { api, type Endpoint, ERRORS, isErrorCode } from '@avouch/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  beginCheck,
  checked,
  confirmCode,
  createIntent,
  otherThan,
  refresh,
  registered,
  report,
  signUp,
} from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'
import { CLIENT, send } from './support/wire.ts'
import { soak } from './support/soak.ts'

const the = useTestApi({ LOG_LEVEL: 'debug' })

describe('P-06 the log', () => {
  test('P-06 never holds a PIN, code, token, number or merchant intent code, after a journey and after its errors', async () => {
    const begun = await signUp(the.api)
    await confirmCode(the.api, { ...begun, code: otherThan(begun.code) }).catch(() => {})
    const tokens = await confirmCode(the.api, begun)
    const renewed = await refresh(the.api, tokens.refresh_token)
    const intent = await createIntent(the.api)
    const bearer = renewed.access_token
    const { code: tc } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
    await report(the.api, tc, 'COMPLETED')
    await the.api.client(
      'confirmIntent',
      { params: { id: intent.mintid }, body: { callback: 'https://evil.example/x' } },
      { bearer },
    )
    await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
    const { data: read } = await the.api.client(
      'readIntent',
      { params: { id: intent.id } },
      { bearer: the.api.credentials.provider.apiKey },
    )

    the.api.world.answers.sms.status = 500
    await the.api.client('prelogin', { body: { phone: begun.number, pin: begun.pin } }).catch(() => {})
    the.api.world.answers.sms.status = 202
    await send(the.api, 'GET', `/api/idcheck/intent/${intent.mintid}/nothing?phone=${begun.number}&code=${begun.code}`)
    await send(the.api, 'GET', `/%?mintid=${intent.mintid}`)
    await send(the.api, 'POST', '/auth/public/app/prelogin', {
      headers: { 'content-type': 'application/json' },
      body: `{"phone":"${begun.number}","pin":"${begun.pin}"`,
    })

    const log = the.api.log.join('')
    expect(log).toContain('"route":"/api/idcheck/intent/:id/confirm"')
    expect(log).toContain('sms not sent')
    const secrets = {
      number: begun.number.slice(1),
      'sms code': `"${begun.code}"`,
      pin: `"${begun.pin}"`,
      'pre-confirmation token': begun.bearer,
      'access token': tokens.access_token,
      'refresh token': tokens.refresh_token,
      'renewed access token': renewed.access_token,
      'renewed refresh token': renewed.refresh_token,
      'sign-in': begun.pinId,
      'merchant intent code': intent.mintid,
      'transaction code': tc,
      verdict: read.verdict ?? 'there is none',
      'api key': the.api.credentials.provider.apiKey,
      'webhook secret': the.api.credentials.provider.webhookSecret,
      callback: 'evil.example',
    }
    const leaked = Object.entries(secrets).filter(([, secret]) => log.includes(secret))
    expect(leaked.map(([name]) => name)).toEqual([])
    for (const text of [begun.code, begun.pin]) expect(log.split(/[^0-9]/)).not.toContain(text)
  })
})

describe('P-10 any body and any header', () => {
  const endpoints = Object.values<Endpoint>(api)
  const TYPES = { json: 'application/json', raw: 'application/json', form: 'application/x-www-form-urlencoded' }
  const fieldNames = [
    'phone',
    'pin',
    'password',
    'code',
    'pinId',
    'callback',
    'reference',
    'redirect_uri',
    'language',
    'token',
    'grant_type',
    'username',
    'refresh_token',
    'data_collection_consent',
  ]
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '\u0000',
      '4915112345678',
      '2580',
      '123456',
      'password',
      'refresh_token',
      '\ud800',
      '%00',
      "'; drop table account; --",
      'sms_AAAAAAAAAAAAAAAAAAAAAA',
    ),
  )
  const value = fc.oneof({ weight: 4, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }), fc.boolean(), fc.double())
  const object = fc.dictionary(fc.oneof(fc.constantFrom(...fieldNames), fc.string({ maxLength: 8 })), value, {
    maxKeys: 8,
  })
  const body = fc.oneof(
    { weight: 5, arbitrary: object.map((fields) => JSON.stringify(fields)) },
    {
      weight: 2,
      arbitrary: fc
        .dictionary(fc.constantFrom(...fieldNames), text)
        .map((fields) => new URLSearchParams(fields).toString()),
    },
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.jsonValue().map((json) => JSON.stringify(json)),
  )
  const header = fc.stringMatching(/^[ -~]{0,40}$/)
  const request = fc.record({
    endpoint: fc.constantFrom(...endpoints),
    id: fc.oneof(fc.constantFrom('AAAAAAAAAAAAAAAAAAAAAA', '..', 'a'), fc.stringMatching(/^[!-~]{1,30}$/)),
    query: fc.oneof(fc.constant(''), fc.stringMatching(/^[!-"$-~]{0,30}$/)),
    headers: fc.record({ 'if-none-match': header, 'idempotency-key': header, accept: header }, { requiredKeys: [] }),
    authorized: fc.boolean(),
    odd: fc.constantFrom(undefined, 'Bearer x', 'Basic %', ''),
    type: fc.option(
      fc.constantFrom(
        'application/json',
        'application/x-www-form-urlencoded',
        'text/plain',
        'application/json; charset=latin1',
        '\tapplication/json',
        'a',
      ),
    ),
    body,
  })

  test('P-10 X-11 X-02 gets a declared answer, and no request ends in a 5xx', async () => {
    const { bearer } = await registered(the.api)
    const begun = await signUp(the.api)
    const keys: Record<Endpoint['auth'], string | undefined> = {
      none: undefined,
      optional_bearer: undefined,
      // By cookie.
      staff: undefined,
      signature: undefined,
      bearer: `Bearer ${bearer}`,
      bearer_or_tombstone: `Bearer ${bearer}`,
      pre_confirmation: `Bearer ${begun.bearer}`,
      client: CLIENT,
      provider: `Bearer ${the.api.credentials.provider.apiKey}`,
    }
    await fc.assert(
      fc.asyncProperty(request, async ({ endpoint, id, query, headers, authorized, odd, type, body }) => {
        const { method, path, bodyType = 'json', auth, answers, errorFormat } = endpoint
        const authorization = authorized ? keys[auth] : odd
        const address = path.replace(':id', encodeURIComponent(id)) + (query === '' ? '' : `?${query}`)
        const answer = await send(the.api, method, address, {
          headers: {
            ...headers,
            'content-type': type ?? TYPES[bodyType],
            ...(authorization !== undefined && { authorization }),
          },
          ...(method !== 'GET' && { body }),
        })
        expect(answer.status, `${method} ${address} ${body} ${answer.text}`).toBeLessThan(500)
        const success = answer.status in answers || answer.status === 304
        const code = answer.body?.['code']
        const problem = isErrorCode(code) && ERRORS[code].status === answer.status
        const oauth = errorFormat === 'oauth' && typeof answer.body?.['error'] === 'string'
        expect(success || problem || oauth, `${method} ${address} ${answer.status} ${answer.text}`).toBe(true)
      }),
      { numRuns: soak(150, 600) },
    )
  })

  test('X-11 leaves the tables as they were', async () => {
    expect((await checked(the.api, 'COMPLETED')).tokens.user_id).toMatch(/^usr_/)
  })
})
