import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { KycStatus } from '@avouch/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newAddress } from '#test/address.ts'
import { beginCheck, GOOD_PIN, registered } from '#test/builders.ts'
import { contentsOfServer } from '#test/contents.ts'
import { freePort } from '#test/free-port.ts'
import { startPartnerWorld } from '#test/partner-world.ts'
import { findPlanted } from '#test/planted.ts'
import { createProduction, type Production, type Running } from '#test/production.ts'
import { soak } from '#test/soak.ts'
import { createTestClient } from '#test/test-client.ts'
import type { TestApi } from '#test/test-api.ts'
import { open, own, post, statusOf } from './at-vendor.ts'
import { type Decision, type Fault, type FakeVendor, json, NAMES, type Person } from './fake-vendor.ts'
import { startFakeIdura } from './idura/fake.ts'
import { startFakeOnfido } from './onfido/fake.ts'
import { startFakeVeriff } from './veriff/fake.ts'

/** The set-up file for operators. */
const TRACING = join(import.meta.dirname, '../../../../deploy/tracing.mjs')
const STREET = 'Geheime Gasse 47'
const RETURN = 'https://product.test/identity/return/idura'
/** Starts each vendor, and lists what it has no word for. By day the first one is tested. */
const VENDORS: [name: string, start: () => Promise<FakeVendor>, without: readonly Decision[]][] = [
  ['veriff', startFakeVeriff, []],
  ['onfido', startFakeOnfido, ['expired']],
  ['idura', () => startFakeIdura(undefined, RETURN), ['review', 'declined', 'again', 'expired']],
]

const ADULT = '1964-08-12'
const YOUNG = `${new Date().getUTCFullYear() - 17}-01-17`
/** Lists what the vendor decides one after the other, and what the visitor sees. */
const VISITS: [name: string, birthDate: string, steps: [Decision, KycStatus][]][] = [
  ['approval', ADULT, [['approved', 'COMPLETED']]],
  [
    'review, then approval',
    ADULT,
    [
      ['review', 'PENDING_MANUAL_REVIEW'],
      ['approved', 'COMPLETED'],
    ],
  ],
  [
    'review, then rejection',
    ADULT,
    [
      ['review', 'PENDING_MANUAL_REVIEW'],
      ['declined', 'MANUAL_REVIEW_REJECTED'],
    ],
  ],
  ['under age', YOUNG, [['approved', 'UNDERAGED']]],
  [
    'a better picture',
    ADULT,
    [
      ['again', ''],
      ['approved', 'COMPLETED'],
    ],
  ],
  ['expiry', ADULT, [['expired', 'USER_PROCESS_EXPIRED']]],
  ['abort', ADULT, [['abandoned', 'USER_PROCESS_EXPIRED']]],
]

// In order: the last test stops the production, and searches what all the others sent through it.
for (const [name, start, without] of VENDORS.slice(0, soak(1, VENDORS.length)))
  describe(`a built production with the keys of ${name}`, { shuffle: false }, () => {
    const planted = new Set<string>([NAMES.last, STREET, ADULT, YOUNG])
    const spans: string[] = []
    const answers: string[] = []
    const collector = createServer((asked, answer) => {
      asked.on('data', (chunk: Buffer) => void spans.push(chunk.toString()))
      asked.on('end', () => answer.end())
    })
    const hasMessages = name !== 'idura'
    let vendor: FakeVendor
    let world: Awaited<ReturnType<typeof startPartnerWorld>>
    let site: Production
    let running: Running
    let api: TestApi
    let metricsPort: number

    beforeAll(async () => {
      await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
      vendor = await start()
      world = await startPartnerWorld({})
      metricsPort = await freePort()
      site = await createProduction({
        ...vendor.settings,
        IDENTITY_FLOW_NO_CONSENT: 'same',
        SMS_URL: `${world.url}/sms`,
        CAPTCHA: 'off',
        LIMITS_FACTOR: '1000',
        TRUSTED_PROXIES: '127.0.0.1',
        METRICS_PORT: String(metricsPort),
        NODE_OPTIONS: `--import=${TRACING}`,
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: '100',
      })
      running = await site.start()
      const { baseUrl } = running
      const secrets = { saw: (text: string | undefined) => void answers.push(text ?? '') }
      const client = createTestClient(baseUrl, newAddress, secrets)
      const clock = { now: () => new Date() }
      api = { baseUrl, world, client, clock, secrets, place: { address: newAddress() } } as unknown as TestApi
    })
    afterAll(async () => {
      await site[Symbol.asyncDispose]()
      await world.close()
      await vendor[Symbol.asyncDispose]()
      collector.close()
    })

    const show = async (url: string | null) => {
      const answer = await open(api, url)
      answers.push(JSON.stringify([...answer.headers]))
      return answer
    }
    async function visit() {
      const visitor = await registered(api)
      const { url } = await beginCheck(api, visitor.bearer)
      const place = (await show(url)).headers.get('location') ?? ''
      if (!hasMessages) await fetch(place)
      const session = vendor.sessions.find((one) => one.url === place)
      if (session === undefined) throw new Error('the visitor was sent nowhere')
      return { ...visitor, session, place }
    }
    type Visit = Awaited<ReturnType<typeof visit>>
    function person(birthDate: string): Person {
      const made = own(vendor, { dateOfBirth: birthDate })
      planted.add(made.documentNumber ?? '')
      return made
    }
    /** The vendor decides and says so; or the visitor brings it. */
    async function decide({ session, place }: Visit, decision: Decision, who: Person) {
      vendor.decide(session.id, decision, who)
      if (hasMessages) return void expect(await post(api, vendor, vendor.message(session.id))).toBe(200)
      const { headers } = await fetch(place, { redirect: 'manual' })
      expect((await show(headers.get('location'))).status).toBe(303)
    }
    const sees = ({ bearer }: Visit, expected: object) =>
      vi.waitFor(async () => expect(await statusOf(api, bearer)).toMatchObject(expected), { timeout: 30_000 })

    const visits = VISITS.filter(([, , steps]) => !steps.some(([decision]) => without.includes(decision)))
    test.each(visits)('The outcome of a visit is seen: %s [KYC-43 KYC-46 KYC-49]', async (_name, birthDate, steps) => {
      const one = await visit()
      const who = person(birthDate)
      for (const [decision, status] of steps) {
        await decide(one, decision, who)
        await sees(one, { status, ...(decision === 'again' && { stage: 'again' }) })
      }
    })

    /** Answers that quote the person of the document. */
    const quoting = (who: Person): [method: string, Fault][] => {
      const told = { ...who, name: NAMES.last, street: STREET }
      const text = `${Object.values(told).join()} ${encodeURIComponent(STREET)}`
      const html = { headers: { 'content-type': 'text/html' }, body: `<h1>${text}</h1>` }
      const [asking, erasing] = [hasMessages ? 'GET' : 'POST', 'DELETE']
      return [
        [asking, json(500, { error: text, error_description: text, message: text })],
        [asking, json(400, { error: 'invalid_request', error_description: text, told })],
        [asking, { status: 200, ...html }],
        [asking, { status: 502, ...html }],
        [
          asking,
          json(200, { [text]: told, status: text, verification: { id: text, status: told, person: text }, id: told }),
        ],
        [asking, json(200, { status: told, verification: told, output: told, id_token: `${text}.${text}.x` })],
        [erasing, json(500, told)],
        [erasing, { status: 200, ...html }],
      ]
    }

    test('Answers that quote a person decide nothing, and the next one counts [KYC-29 KYC-47]', async () => {
      const count = quoting(person(ADULT)).filter(([method]) => method !== 'DELETE').length
      const waiting: Visit[] = []
      for (let i = 0; i < count; i += 1) {
        const who = person(ADULT)
        const [method, fault] = quoting(who)[i] ?? []
        const one = await visit()
        const before = vendor.calls.length
        // Until the status was read: a busy machine may ask again before that.
        vendor.fail(fault ?? 'ok', Infinity, method)
        await decide(one, 'approved', who)
        await expect.poll(() => vendor.calls.slice(before).some((call) => call.method === method)).toBe(true)
        expect((await statusOf(api, one.bearer)).status).toBe('')
        vendor.fail('ok')
        waiting.push(one)
      }
      // A card's code is good once, so that it may have ended with the answer.
      for (const one of hasMessages ? waiting : []) await sees(one, { status: 'COMPLETED' })
    })

    test('A session whose begin is answered by a quote of a person does not begin [KYC-29 KYC-44]', async () => {
      const press = async () => (await show((await beginCheck(api, (await registered(api)).bearer)).url)).status
      for (const [, fault] of quoting(person(ADULT)).slice(0, 6)) {
        vendor.fail(fault, 1, hasMessages ? 'POST' : 'GET')
        expect(await press()).toBe(503)
      }
      vendor.fail('ok')
      expect(await press()).toBe(303)
    })

    test('Of nobody’s name, birth date, document number and address is anything in rows, log, spans, metrics or answers [KYC-29 P-12]', async () => {
      const stored = JSON.stringify(await contentsOfServer(site.databaseUrl ?? ''))
      const erased = await visit()
      const who = person(ADULT)
      await decide(erased, 'approved', who)
      await sees(erased, { status: 'COMPLETED' })
      for (const [method, fault] of quoting(who).filter(([method]) => method === 'DELETE')) {
        vendor.fail(fault, 1, method)
        await api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer: (await visit()).bearer })
      }
      await api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer: erased.bearer })
      if (hasMessages)
        await expect.poll(async () => (await fetch(erased.place, { redirect: 'manual' })).status).toBe(404)
      // It is sent once more than it is known.
      if (hasMessages) await post(api, vendor, vendor.message(erased.session.id))
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      running.child.kill('SIGTERM')
      await running.ended
      const texts = {
        'rows of the living': stored,
        'rows afterwards': JSON.stringify(await contentsOfServer(site.databaseUrl ?? '')),
        log: running.log().join('\n'),
        spans: spans.join(''),
        metrics,
        answers: answers.join('\n'),
      }
      for (const word of ['identity_session', 'vendor_event']) expect(stored).toContain(word)
      for (const [word, text] of [
        ['identity check', texts.log],
        ['identityStart', texts.spans],
        ['avouch_identity_unreadable_total', texts.metrics],
        ['COMPLETED', texts.answers],
      ])
        expect(text).toContain(word)
      expect(findPlanted([...planted], texts)).toEqual([])
    })
  })
