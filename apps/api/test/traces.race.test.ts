import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@avouch/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { answeredTest, digits, GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from './support/builders.ts'
import { useTestApi } from './support/use-test-api.ts'
import { sendJson } from './support/wire.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[]
  status: { code?: number }
}

async function listening(handler: RequestListener) {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bodies: string[] = []
let status = 200
const collector = await listening((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    if (status === 200) bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(status).end()
  })
})
/** The headers of what the SMS gateway was asked. */
const asked: IncomingHttpHeaders[] = []
const gateway = await listening((request, response) => {
  asked.push(request.headers)
  request.resume().on('end', () => response.writeHead(202).end())
})

const the = useTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: collector })
const withGateway = useTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector}/`, SMS_URL: gateway })
const distrusting = useTestApi({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, TRUSTED_PROXIES: '192.0.2.7' })

type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
const spans = () =>
  bodies.flatMap((body) => (JSON.parse(body) as Sent).resourceSpans.flatMap((one) => one.scopeSpans[0]?.spans ?? []))
const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId)
const valueOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value

let traces = 0
/** A trace that the proxy began. */
function newTrace() {
  const traceId = (++traces).toString(16).padStart(32, 'a')
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
}

describe('with an endpoint for traces', () => {
  test('OPS-26 a request is a span with its operation; statements and calls are parts of it', async () => {
    const number = newNumber()
    const { traceId, traceparent } = newTrace()
    await sendSignUp(withGateway.api, number)
    const bearer = await passwordGrant(withGateway.api, number, GOOD_PIN)
    asked.length = 0
    const headers = { authorization: `Bearer ${bearer}`, traceparent }
    expect((await sendJson(withGateway.api, api.resendCode.path, {}, headers)).status).toBe(200)
    await expect.poll(() => ofTrace(traceId).some(({ kind }) => kind === 2)).toBe(true)
    await expect.poll(() => ofTrace(traceId).some(({ name }) => name === 'POST')).toBe(true)

    const all = ofTrace(traceId)
    const request = all.find(({ kind }) => kind === 2)
    expect(request).toMatchObject({ name: 'resendCode', parentSpanId: '00f067aa0ba902b7' })
    expect(request && valueOf(request, 'http.route')).toEqual({ stringValue: api.resendCode.path })
    expect(request && valueOf(request, 'http.response.status_code')).toEqual({ intValue: '200' })
    const ids = new Set(all.map(({ spanId }) => spanId))
    expect(all.filter((span) => span !== request && !ids.has(span.parentSpanId ?? ''))).toEqual([])
    expect(all.filter(({ name }) => /^(?:select|insert|update|with) \w+/.test(name)).length).toBeGreaterThan(1)
    const call = all.find(({ name }) => name === 'POST')
    expect(call && valueOf(call, 'server.address')).toEqual({ stringValue: '127.0.0.1' })
    expect(asked.map((one) => one['traceparent'])).toEqual([`00-${traceId}-${call?.spanId}-01`])
  })

  test('OPS-26 a trace that its caller does not record is not recorded here', async () => {
    const { traceId, traceparent } = newTrace()
    const not = traceparent.replace(/01$/, '00')
    await sendJson(the.api, api.prelogin.path, { phone: digits(newNumber()), pin: GOOD_PIN }, { traceparent: not })
    const later = newTrace()
    await sendJson(the.api, api.prelogin.path, {}, { traceparent: later.traceparent })
    await expect.poll(() => ofTrace(later.traceId).length).toBeGreaterThan(0)
    expect(ofTrace(traceId)).toEqual([])
  })

  test('OPS-26 a visitor cannot choose the trace', async () => {
    const { traceId, traceparent } = newTrace()
    const { headers } = await sendJson(distrusting.api, api.prelogin.path, {}, { traceparent })
    const id = headers.get('x-request-id') ?? ''
    const found = () => spans().find((span) => valueOf(span, 'avouch.request_id')?.stringValue === id)
    await expect.poll(found).toBeDefined()
    expect(found()?.traceId).not.toBe(traceId)
    expect(found()?.parentSpanId).toBeUndefined()
  })

  test('OPS-26 P-12 spans have no value of a statement, no address of a person, no path of a call', async () => {
    const { number } = await registered(the.api)
    await answeredTest(the.api)
    await expect.poll(() => spans().filter(({ name }) => name === 'verifyCode').length).toBeGreaterThan(0)
    const keys = new Set(spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...keys].toSorted()).toEqual([
      'avouch.request_id',
      'db.system.name',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'server.address',
    ])
    expect(bodies.join()).not.toContain(number.slice(4))
    // Everything that was sent is searched like the log when the server stops.
    the.api.log.push(...bodies)
    withGateway.api.log.push(...bodies)
  })

  test('OPS-26 a collector that is away costs spans and no answer', async () => {
    status = 503
    await registered(the.api)
    await expect.poll(() => the.api.log.some((line) => line.includes('"event":"traces lost"'))).toBe(true)
    status = 200
    const { traceId, traceparent } = newTrace()
    await sendJson(the.api, api.prelogin.path, {}, { traceparent })
    await expect.poll(() => ofTrace(traceId).length).toBeGreaterThan(0)
  })
})
