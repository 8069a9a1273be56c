import { HOUR_MS, MINUTE_MS, SECOND_MS, type KycStatus } from '@avouch/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { beginCheck } from '#test/builders.ts'
import { isSoak, soak } from '#test/soak.ts'
import { holdTime } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'
import {
  atVendor,
  htmlPage,
  idle,
  metricOf,
  open,
  own,
  post,
  statusOf,
  storedStatus,
  type Tested,
  timesAsked,
  until,
} from './at-vendor.ts'
import { type Decision, type FakeVendor, type Fault, hmacOf, json } from './fake-vendor.ts'

/** Takes as long as a call may: by night. */
const silent = isSoak ? (['silent'] as const) : []

/** Lists what comes from a vendor: messages, which only make us ask, and answers. */
export function describeMessages({ the, vendor, without = [] }: Tested): void {
  const provider = vendor.settings['IDENTITY_VENDOR'] ?? ''
  const visitor = () => atVendor(the.api, vendor)
  const asked = (id: string) => timesAsked(vendor, id)
  const metric = (line: string) => metricOf(the.api, line)

  describe('messages', () => {
    test('A message before the vendor can be asked has us ask again [KYC-46]', async () => {
      holdTime(the.api)
      const { bearer, session } = await visitor()
      const early = vendor.message(session.id, { decision: 'approved', person: own(vendor) })
      expect(await post(the.api, vendor, early)).toBe(200)
      await expect.poll(() => asked(session.id)).toBe(1)
      expect((await statusOf(the.api, bearer)).status).toBe('')
      vendor.decide(session.id, 'approved', own(vendor))
      the.api.clock.advance(3 * SECOND_MS)
      await until(the.api, bearer, 'COMPLETED')
    })

    test('After a message the vendor is soon asked again, also where it still says that a person looks at it [KYC-46]', async () => {
      const { bearer, session } = await visitor()
      vendor.decide(session.id, 'review')
      await post(the.api, vendor, vendor.message(session.id, { decision: 'approved', person: own(vendor) }))
      await until(the.api, bearer, 'PENDING_MANUAL_REVIEW')
      vendor.decide(session.id, 'approved', own(vendor))
      the.api.clock.advance(3 * SECOND_MS)
      await until(the.api, bearer, 'COMPLETED')
    })

    /** The vendor decides and reports while its answer about the state before is on its way. */
    const overtake = (id: string, decision: Decision) =>
      vendor.watch(async () => {
        if (asked(id) === 0) return false
        vendor.watch(() => false)
        the.api.clock.advance(SECOND_MS)
        vendor.decide(id, decision, own(vendor))
        await post(the.api, vendor, vendor.message(id))
        return false
      })

    test('A message that overtakes an answer has us ask again [KYC-46]', async () => {
      holdTime(the.api)
      const { bearer, session } = await visitor()
      vendor.decide(session.id, 'review')
      overtake(session.id, 'approved')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => statusOf(the.api, bearer)).toMatchObject({ status: 'PENDING_MANUAL_REVIEW' })
      the.api.clock.advance(3 * SECOND_MS)
      await until(the.api, bearer, 'COMPLETED')
    })

    test('A better picture that was sent in is not wanted again by an answer from before [KYC-46 KYC-49]', async () => {
      holdTime(the.api)
      const { bearer, session } = await visitor()
      vendor.decide(session.id, 'again')
      overtake(session.id, 'submitted')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => asked(session.id)).toBe(1)
      await idle(the.api)
      the.api.clock.advance(3 * SECOND_MS)
      await expect.poll(() => asked(session.id)).toBe(2)
      expect(await statusOf(the.api, bearer)).toEqual({ status: '', stage: 'submitted' })
    })

    test.each<[Decision, Decision, KycStatus]>([
      ['approved', 'declined', 'MANUAL_REVIEW_REJECTED'],
      ['declined', 'approved', 'COMPLETED'],
    ])('Where a message says %s and asking %s, asking decides: %s [KYC-46]', async (says, decision, status) => {
      const { bearer, session } = await visitor()
      const person = own(vendor)
      vendor.decide(session.id, decision, person)
      await post(the.api, vendor, vendor.message(session.id, { decision: says, person }))
      await until(the.api, bearer, status)
    })

    test('Messages twice, reversed and late change nothing: an approval stays after a refusal [KYC-46 KYC-20]', async () => {
      const at = await visitor()
      const { bearer, session, tokens } = at
      const begun = vendor.message(session.id, { decision: 'submitted' })
      vendor.decide(session.id, 'approved', own(vendor))
      const approved = vendor.message(session.id)
      for (const message of [approved, approved, begun]) expect(await post(the.api, vendor, message)).toBe(200)
      await until(the.api, bearer, 'COMPLETED')
      vendor.decide(session.id, 'declined')
      const count = asked(session.id)
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => asked(session.id)).toBeGreaterThan(count)
      the.api.clock.advance(HOUR_MS)
      expect(await storedStatus(the.api, at)).toBe('COMPLETED')
      const events =
        'select status from vendor_event where check_id = (select current_check from account where id = $1) order by received_at'
      // The approval, and the refusal of which a person decides, each once.
      await expect
        .poll(() => the.api.rows(events, [tokens.user_id]))
        .toEqual([{ status: 'COMPLETED' }, { status: 'MANUAL_REVIEW_REJECTED' }])
    })

    test.each<[string, 'before' | 'after', Decision | 503]>([
      ['fails', 'after', 503],
      ['lags behind', 'after', 'submitted'],
      ['says that a person looks at it', 'after', 'review'],
      ['fails, and then the visitor starts again', 'before', 503],
    ])(
      'An approval in a check that was given up counts where the first answer to its message %s [KYC-46 KYC-52]',
      async (_how, message, first) => {
        const { bearer, session } = await visitor()
        const giveUp = () => beginCheck(the.api, bearer, { retry: '1' })
        if (message === 'after') await giveUp()
        const person = own(vendor)
        vendor.decide(session.id, first === 503 ? 'approved' : first, person)
        if (first === 503) vendor.fail(first, 1, 'GET')
        await post(the.api, vendor, vendor.message(session.id, { decision: 'approved', person }))
        await expect.poll(() => asked(session.id)).toBe(1)
        if (message === 'before') await giveUp()
        vendor.decide(session.id, 'approved', person)
        the.api.clock.advance(3 * SECOND_MS)
        await until(the.api, bearer, 'COMPLETED')
      },
    )

    test('Under age after an approval counts where the first answer to its message fails [KYC-46 KYC-07]', async () => {
      const { bearer, session } = await visitor()
      vendor.decide(session.id, 'approved', own(vendor))
      await post(the.api, vendor, vendor.message(session.id))
      await until(the.api, bearer, 'COMPLETED')
      const count = asked(session.id)
      vendor.decide(
        session.id,
        'approved',
        own(vendor, { dateOfBirth: `${the.api.clock.now().getUTCFullYear() - 15}-01-01` }),
      )
      vendor.fail(503, 1, 'GET')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => asked(session.id)).toBe(count + 1)
      the.api.clock.advance(3 * SECOND_MS)
      await until(the.api, bearer, 'UNDERAGED')
    })

    test('A message after the outcome has the vendor asked for a day, where asking goes on without one [KYC-46]', async () => {
      const { bearer, session, tokens } = await visitor()
      await beginCheck(the.api, bearer, { retry: '1' })
      await post(the.api, vendor, vendor.message(session.id, { decision: 'approved', person: own(vendor) }))
      await expect.poll(() => asked(session.id)).toBeGreaterThan(0)
      const waiting = `select id from identity_check where account_id = $1 and status <> '' and next_poll_at is not null`
      const count = async () => (await the.api.rows(waiting, [tokens.user_id])).length
      the.api.clock.advance(23 * HOUR_MS)
      await expect.poll(() => asked(session.id)).toBeGreaterThan(1)
      expect(await count()).toBe(1)
      the.api.clock.advance(2 * HOUR_MS)
      await expect.poll(count).toBe(0)
    })

    /** By what the vendor signs with. */
    const signed = (headers: Record<string, string>, body: string) => {
      const { IDENTITY_REPORT_SECRET: own, IDENTITY_SECRET: secret = '' } = vendor.settings
      const code = hmacOf(own ?? secret, body)
      const fresh = Object.entries(headers).map(([name, value]) => [name, /^[0-9a-f]{64}$/.test(value) ? code : value])
      return { headers: Object.fromEntries(fresh) as Record<string, string>, body: Buffer.from(body) }
    }
    type Made = ReturnType<FakeVendor['message']>
    const nothings = [
      '',
      '{}',
      'null',
      '[]',
      '7',
      '"x"',
      '<h1>',
      '{"id":',
      '{"id":{},"payload":[]}',
      '\u0000',
      '['.repeat(9_999),
    ]
    const typed = (type: string) => (approved: Made) => ({
      ...approved,
      headers: { ...approved.headers, 'content-type': type },
    })
    test.each<[name: string, result: string, status: number, (approved: Made, of: { id: string }) => Made]>([
      ['of type text/html', 'asked', 200, typed('text/html')],
      ['of type multipart/form-data', 'asked', 200, typed('multipart/form-data; boundary=x')],
      [
        'of another session',
        'unknown',
        200,
        ({ headers, body }, { id }) => signed(headers, body.toString().replaceAll(id, crypto.randomUUID())),
      ],
      [
        'of a session without a name',
        'nothing',
        200,
        ({ headers, body }, { id }) => signed(headers, body.toString().replaceAll(id, '')),
      ],
      ['of 256 kB and more', 'too_long', 413, ({ headers }) => signed(headers, ' '.repeat(256 * 1_024 + 1))],
      ['without a signature', 'forged', 401, ({ body }) => ({ headers: { 'content-type': 'application/json' }, body })],
      ...nothings
        .slice(0, soak(4, nothings.length))
        .map((body): [string, string, number, (approved: Made) => Made] => [
          `of ${JSON.stringify(body).slice(0, 20)}`,
          'nothing',
          200,
          ({ headers }) => signed(headers, body),
        ]),
    ])('A message %s is counted as %s and changes nothing [KYC-46]', async (_name, result, status, make) => {
      const at = await visitor()
      const { headers, body } = vendor.message(at.session.id, { decision: 'approved', person: own(vendor) })
      const counted = () => metric(`avouch_identity_messages_total{provider="${provider}",result="${result}"}`)
      const count = await counted()
      expect(await post(the.api, vendor, make({ headers, body }, at.session))).toBe(status)
      expect(await counted()).toBe(count + 1)
      if (result === 'asked') await expect.poll(() => asked(at.session.id)).toBeGreaterThan(0)
      else expect(asked(at.session.id)).toBe(0)
      expect(await statusOf(the.api, at.bearer)).toEqual({ status: '', stage: 'begun' })
    })

    test('A session whose begin was never answered is nobody’s: its messages are counted and change nothing [KYC-46 KYC-44]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      const before = vendor.sessions.length
      vendor.watch(() => vendor.sessions.length > before)
      expect((await open(the.api, url)).status).toBe(503)
      vendor.watch(() => false)
      the.api.clock.advance(11 * SECOND_MS)
      expect((await open(the.api, url)).status).toBe(303)
      const { id = '' } = vendor.sessions[before] ?? {}
      const unknown = () => metric(`avouch_identity_messages_total{provider="${provider}",result="unknown"}`)
      const count = await unknown()
      vendor.decide(id, 'approved', own(vendor))
      expect(await post(the.api, vendor, vendor.message(id))).toBe(200)
      expect(await unknown()).toBe(count + 1)
      expect(asked(id)).toBe(0)
      expect((await statusOf(the.api, bearer)).status).toBe('')
    })

    test('Forged messages are refused, and nobody is asked [KYC-46]', async () => {
      const { bearer, session } = await visitor()
      const other = await visitor()
      vendor.decide(session.id, 'approved', own(vendor))
      const { headers, body } = vendor.message(session.id)
      const text = body.toString('utf8')
      const forged = [
        { headers: {}, body },
        { headers: { 'content-type': 'application/json' }, body },
        { headers, body: Buffer.from(`${text} `) },
        { headers, body: Buffer.from(text.replace('a', 'b')) },
        { headers, body: Buffer.from(JSON.stringify(JSON.parse(text), null, 1)) },
        { headers, body: Buffer.from(text.replaceAll(session.id, other.session.id)) },
        { headers, body: Buffer.alloc(0) },
        {
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.slice(0, -1)])),
          body,
        },
      ]
      for (const message of forged) expect(await post(the.api, vendor, message)).toBe(401)
      expect(await post(the.api, vendor, { headers, body: Buffer.alloc(256 * 1_024 + 1, 'x') })).toBe(413)
      const elsewhere = await send(the.api, 'POST', '/identity/report/nobody', { headers, body: new Uint8Array(body) })
      expect(elsewhere.status).toBe(404)
      expect([asked(session.id), asked(other.session.id)]).toEqual([0, 0])
      expect((await statusOf(the.api, bearer)).status).toBe('')
    })

    const answers: [name: string, Fault][] = [
      ...silent.map((fault): [string, Fault] => [fault, fault]),
      ...([500, 401, 'html', 'nonsense', 'cut', 'forged'] as const)
        .filter((fault) => !without.includes(fault))
        .map((fault): [string, Fault] => [`${fault}`, fault]),
      ...[404, 410, 403].map((status): [string, Fault] => [`${status} as JSON`, status]),
      ['a page with 404', htmlPage(404)],
      ['a page with 410', htmlPage(410)],
      ['empty', { status: 200, headers: { 'content-type': 'application/json' } }],
      ['204', { status: 204 }],
      ['null', json(200, null)],
      ['a list', json(200, [])],
      ['600 kB', json(200, { padding: 'x'.repeat(600_000) })],
      ['of texts for all', json(200, { id: '1', status: 'approved', verification: 'approved', output: 'approved' })],
    ]
    test.each(answers)(
      'An answer that is %s decides nothing, and the next one counts [KYC-47 KYC-22]',
      async (_name, fault) => {
        const { bearer, session } = await visitor()
        vendor.decide(session.id, 'approved', own(vendor))
        vendor.fail(fault, 1, 'GET')
        await post(the.api, vendor, vendor.message(session.id))
        await expect.poll(() => asked(session.id)).toBeGreaterThan(0)
        the.api.clock.advance(3 * SECOND_MS)
        await until(the.api, bearer, 'COMPLETED')
      },
    )

    test.each([401, 403])(
      'Keys that are refused with %s when we ask are told to the operator [KYC-47]',
      async (status) => {
        const { bearer, session } = await visitor()
        const event = 'identity vendor refuses our keys or settings'
        const said = () =>
          the.api.log.filter((line) => line.includes(event) && line.includes(`"type":"${provider}"`)).length
        const warned = () => metric(`avouch_warnings_total{event="${event}"}`)
        const [lines, count] = [said(), await warned()]
        vendor.decide(session.id, 'approved', own(vendor))
        vendor.fail(status, 1, 'GET')
        await post(the.api, vendor, vendor.message(session.id))
        await expect.poll(said).toBe(lines + 1)
        expect(await warned()).toBe(count + 1)
        the.api.clock.advance(3 * SECOND_MS)
        await until(the.api, bearer, 'COMPLETED')
      },
    )

    test.each([19_640_812, { year: 1964 }, ['1964-08-12'], true])(
      'A birth date of another type, %j, decides nothing, and is counted [KYC-47 KYC-48]',
      async (dateOfBirth) => {
        const { bearer, session } = await visitor()
        const unreadable = () => metric(`avouch_identity_unreadable_total{provider="${provider}"}`)
        const count = await unreadable()
        vendor.decide(session.id, 'approved', own(vendor, { dateOfBirth: dateOfBirth as never }))
        await post(the.api, vendor, vendor.message(session.id))
        await expect.poll(unreadable).toBeGreaterThan(count)
        expect((await statusOf(the.api, bearer)).status).toBe('')
        vendor.decide(session.id, 'approved', own(vendor))
        the.api.clock.advance(MINUTE_MS)
        await until(the.api, bearer, 'COMPLETED')
      },
    )

    test('While the vendor does not answer nothing expires, and what it decided counts afterwards [KYC-25 KYC-47]', async () => {
      const at = await visitor()
      vendor.fail(503, undefined, 'GET')
      onTestFinished(() => vendor.fail('ok'))
      the.api.clock.advance(30 * HOUR_MS)
      await expect.poll(() => asked(at.session.id)).toBeGreaterThan(0)
      expect(await storedStatus(the.api, at)).toBe('')
      vendor.fail('ok')
      vendor.decide(at.session.id, 'approved', own(vendor))
      await post(the.api, vendor, vendor.message(at.session.id))
      await expect.poll(() => storedStatus(the.api, at)).toBe('COMPLETED')
    })
  })
}
