import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { api } from '@avouch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answeredTest, GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from './support/builders.ts'
import { underAge } from './support/lives.ts'
import { kill, startProcess } from './support/own-process.ts'
import { useTestApi } from './support/use-test-api.ts'
import { sendJson } from './support/wire.ts'

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
const [SERVER, CLIENT] = [2, 3]

const bodies: string[] = []
const collector = createServer((asked, answer) => {
  const chunks: Buffer[] = []
  asked.on('data', (chunk: Buffer) => chunks.push(chunk))
  asked.on('end', () => {
    bodies.push(Buffer.concat(chunks).toString())
    answer.end()
  })
})
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
afterAll(() => void collector.close())

/** The set-up file for operators. */
const SET_UP = join(import.meta.dirname, '../../../deploy/tracing.mjs')
const the = useTestApi({
  NODE_OPTIONS: `--import=${SET_UP}`,
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
  OTEL_BSP_SCHEDULE_DELAY: '100',
})
const over = Promise.withResolvers<void>()
let running: Promise<void>
// In a process of its own, which is what the set-up file is loaded into.
beforeAll(async () => {
  const begun = Promise.withResolvers<void>()
  running = the.api.aside(async () => {
    const child = await startProcess(the.api, the.api.databaseUrl ?? '')
    begun.resolve()
    await over.promise
    await kill(child)
  })
  await Promise.race([begun.promise, running])
})
afterAll(() => {
  over.resolve()
  return running
})

type Sent = { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
const spans = () =>
  bodies.flatMap((body) =>
    (JSON.parse(body) as Sent).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
  )
const ofTrace = (traceId: string) => spans().filter((span) => span.traceId === traceId)
const valueOf = ({ attributes }: Span, name: string) => attributes.find(({ key }) => key === name)?.value
const traceparentOf = ({ traceId, spanId }: Span) => `00-${traceId}-${spanId}-01`

let traces = 0
/** A trace that the proxy began. */
function newTrace() {
  const traceId = (++traces).toString(16).padStart(32, 'a')
  return { traceId, traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
}

/** Asks from an address that is no trusted proxy. @returns the id of the request */
const askDirectly = (traceparent: string) =>
  new Promise<string>((resolve, reject) => {
    const options = { localAddress: '127.0.0.2', headers: { traceparent } }
    request(`${the.api.baseUrl}/livez`, options, ({ headers }) => resolve(String(headers['x-request-id'])))
      .on('error', reject)
      .end()
  })

test('A request is a span with its operation, and statements and calls are parts of it [OPS-22]', async () => {
  const number = newNumber()
  const { traceId, traceparent } = newTrace()
  await sendSignUp(the.api, number)
  const bearer = await passwordGrant(the.api, number, GOOD_PIN)
  const headers = { authorization: `Bearer ${bearer}`, traceparent, baggage: 'from=proxy', tracestate: 'from=proxy' }
  expect((await sendJson(the.api, api.resendCode.path, {}, headers)).status).toBe(200)
  await expect.poll(() => ofTrace(traceId).some(({ kind }) => kind === SERVER)).toBe(true)
  await expect.poll(() => ofTrace(traceId).some(({ name }) => name === 'POST')).toBe(true)

  const all = ofTrace(traceId)
  const request = all.find(({ kind }) => kind === SERVER)
  expect(request).toMatchObject({ name: 'resendCode', parentSpanId: '00f067aa0ba902b7' })
  expect(request && valueOf(request, 'http.route')).toEqual({ stringValue: api.resendCode.path })
  expect(request && valueOf(request, 'http.response.status_code')).toEqual({ intValue: 200 })
  const ids = new Set(all.map(({ spanId }) => spanId))
  expect(all.filter((span) => span !== request && !ids.has(span.parentSpanId ?? ''))).toEqual([])
  expect(all.filter(({ name }) => /^(?:select|insert|update|with) \w+/.test(name)).length).toBeGreaterThan(1)
  const [call, ...others] = all.filter(({ name }) => name === 'POST')
  expect([call && valueOf(call, 'server.address'), others]).toEqual([{ stringValue: '127.0.0.1' }, []])
  const [asked] = the.api.world.askedAbout(number)
  expect(asked?.headers).toMatchObject({ traceparent: call && traceparentOf(call) })
  expect(Object.keys(asked?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:baggage|tracestate)$/)]),
  )
})

test('A job is a trace of its own; the partner that it calls gets it, a website does not [OPS-22]', async () => {
  const { world, vendor } = the.api
  await underAge(the.api)
  await expect.poll(() => vendor.erasures.length).toBeGreaterThan(0)
  const calls = () => spans().filter(({ kind, name }) => kind === CLIENT && /^[A-Z]+$/.test(name))
  const erasing = () => calls().find((call) => traceparentOf(call) === vendor.erasures[0]?.traceparent)
  await expect.poll(erasing).toMatchObject({ name: 'DELETE' })
  const job = () => ofTrace(erasing()?.traceId ?? '').find(({ parentSpanId }) => parentSpanId === undefined)
  await expect.poll(() => job()?.name).toMatch(/^job /)
  expect(world.events.map(({ headers }) => headers['traceparent'])).toEqual(world.events.map(() => undefined))
  expect(world.events.length).toBeGreaterThan(0)
})

test('A visitor cannot choose the trace [OPS-22]', async () => {
  const { traceId, traceparent } = newTrace()
  const id = await askDirectly(traceparent)
  const found = () => spans().find((span) => valueOf(span, 'avouch.request_id')?.stringValue === id)
  await expect.poll(found).toBeDefined()
  expect(found()?.traceId).not.toBe(traceId)
  expect(found()?.parentSpanId).toBeUndefined()
})

test('Spans have no value of a statement, no address of a person, no path of a call [OPS-22 P-12]', async () => {
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
})
