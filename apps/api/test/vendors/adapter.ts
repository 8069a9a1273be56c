import { HOUR_MS, MINUTE_MS, SECOND_MS, type KycStatus } from '@avouch/contract'
import { describe, expect, onTestFinished, test } from 'vitest'
import { beginCheck, GOOD_PIN, refresh } from '#test/builders.ts'
import { contentsOfServer } from '#test/contents.ts'
import type { TestApi } from '#test/test-api.ts'
import { together } from '#test/together.ts'
import { holdTime } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'
import { atVendor, open, own, post, statusOf, storedStatus, until } from './at-vendor.ts'
import { type Decision, type FakeVendor, type Fault, hmacOf, json } from './fake-vendor.ts'

type Tested = {
  the: { readonly api: TestApi }
  vendor: FakeVendor
  /** Leaves out what the vendor has no word for. */
  without?: readonly (Decision | Fault)[]
}

const dayBefore = (now: Date, years: number, days = 0): string => {
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
  return day.toISOString().slice(0, 10)
}

/** Every adapter of a vendor with sessions and messages keeps to this. */
export function describeAdapter({ the, vendor, without = [] }: Tested): void {
  const faults = (all: Fault[]) => all.filter((fault) => !without.includes(fault))
  const visitor = () => atVendor(the.api, vendor)
  const asked = (id: string) => vendor.calls.filter(({ method, path }) => method === 'GET' && path.includes(id)).length
  const refused = () => vendor.calls.flatMap(({ refused: why }) => why ?? [])
  const remove = ({ bearer }: { bearer: string }) =>
    the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })

  const provider = vendor.settings['IDENTITY_PROVIDER'] ?? ''
  const metric = async (line: string): Promise<number> => {
    const lines = (await (await the.api.monitored('/metrics')).text()).split('\n')
    return Number(
      lines
        .find((one) => one.startsWith(line))
        ?.split(' ')
        .at(-1) ?? 0,
    )
  }
  const html = (status: number): Fault => ({
    status,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><h1>Not here</h1>',
  })

  describe('leaving for the vendor', () => {
    test('A visitor leaves for a session in their language, of which the vendor learns no code and no website [KYC-44 KYC-45]', async () => {
      const { url, code, session } = await visitor()
      const address = new URL(url ?? '')
      expect(address.origin + address.pathname).toBe('http://product.test/identity/start')
      expect(session.language).toMatch(/^de(?:_DE)?$/)
      expect(session.returnTo).toBe('http://product.test/kyc-check-result?mobile=false')
      expect(JSON.stringify(session)).not.toContain(code)
      expect(session.ref).toMatch(/^[\w-]{43}$/)
      expect(refused()).toEqual([])
    })

    test('Tabs that open a check at once, and later ones, have one session [KYC-44]', async () => {
      const before = vendor.sessions.length
      const { bearer, url, place } = await visitor()
      const next = await beginCheck(the.api, bearer, { retry: '1' })
      const count = vendor.sessions.length
      const opened = await together([1, 2, 3, 4].map(() => async () => open(the.api, next.url)))
      const places = opened.map((one) => ('value' in one ? one.value.headers.get('location') : one))
      expect(new Set(places).size).toBe(1)
      expect(vendor.sessions.length).toBe(count + 1)
      expect(count).toBe(before + 1)
      // The check before it was given up.
      expect((await open(the.api, url)).headers.get('location')).not.toBe(place)
    })

    test('Neither HEAD nor a prefetch begins a session, and no way leads to another website [KYC-44]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      const count = vendor.sessions.length
      const changed = (name: string, value: string) => {
        const address = new URL(url ?? '')
        address.searchParams.set(name, value)
        return address.href
      }
      expect((await open(the.api, url, {}, 'HEAD')).status).toBe(200)
      expect((await open(the.api, url, { headers: { 'sec-purpose': 'prefetch;prerender' } })).status).toBe(503)
      for (const oi of [
        'https://elsewhere.test/kyc-check-result',
        'http://product.test/kyc-check-result/..//elsewhere.test',
        'http://product.test/kyc-check-result?mobile=true&to=x',
        'http://product.test@elsewhere.test/kyc-check-result',
      ])
        expect((await open(the.api, changed('oi', oi))).status).toBe(400)
      expect((await open(the.api, changed('lang', 'xx'))).status).toBe(400)
      const unknown = await open(the.api, changed('tc', 'x'.repeat(43)))
      expect(unknown.headers.get('location')).toBe('http://product.test/kyc-check-result?mobile=false')
      expect(vendor.sessions.length).toBe(count)
    })

    test('A vendor that does not answer costs no code: a page says so in the language, and the next press begins [KYC-44]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1', lang: 'de' })
      for (const fault of faults([500, 429, 401, 'html', 'nonsense', 'cut', 'forged'])) {
        vendor.fail(fault, 1, 'POST')
        const page = await open(the.api, url)
        expect(page.status).toBe(503)
        expect(page.headers.get('retry-after')).toBe('30')
        expect(page.text).toContain('<html lang="de">')
      }
      vendor.fail('ok')
      expect((await open(the.api, url)).status).toBe(303)
    })

    test('Keys that the vendor refuses are one line and a metric, and the visitor’s page blames nobody [KYC-44 KYC-47]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      const event = 'identity vendor refuses our keys or settings'
      const warned = () => metric(`avouch_warnings_total{event="${event}"}`)
      const said = () => the.api.log.filter((line) => line.includes(event))
      const [count, lines] = [await warned(), said().length]
      vendor.fail(401, 1, 'POST')
      const page = await open(the.api, url)
      expect(page.status).toBe(503)
      expect(page.text).not.toMatch(/key|401|setting|your (?:document|data)/i)
      expect([await warned(), said().length]).toEqual([count + 1, lines + 1])
      expect(said().at(-1)).toContain(`"provider":"${provider}"`)
      expect(await statusOf(the.api, bearer)).toEqual({ status: '' })
      expect((await open(the.api, url)).status).toBe(303)
    })

    test('After a process died between the vendor and its row, the visitor begins again [KYC-44]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      vendor.fail('cut', 1, 'POST')
      await open(the.api, url)
      const died = `update identity_session set claimed_at = $1 where stage = 'opening' and claimed_at is null`
      await the.api.rows(died, [the.api.clock.now()])
      expect((await open(the.api, url)).status).toBe(503)
      the.api.clock.advance(11 * SECOND_MS)
      expect((await open(the.api, url)).status).toBe(303)
    })
  })

  describe('outcomes', () => {
    const words: [Decision, KycStatus, object][] = [
      ['approved', 'COMPLETED', {}],
      ['declined', 'MANUAL_REVIEW_REJECTED', { reason: 'other' }],
      ['review', 'PENDING_MANUAL_REVIEW', {}],
      ['expired', 'USER_PROCESS_EXPIRED', {}],
      ['abandoned', 'USER_PROCESS_EXPIRED', {}],
    ]
    test.each(words.filter(([word]) => !without.includes(word)))(
      'What the vendor calls %s is %s [KYC-43 KYC-49]',
      async (decision, status, more) => {
        const { bearer, session } = await visitor()
        vendor.decide(session.id, decision, own(vendor))
        expect(await post(the.api, vendor, vendor.message(session.id))).toBe(200)
        await until(the.api, bearer, status)
        expect(await statusOf(the.api, bearer)).toEqual({ status, ...more })
      },
    )

    test.each<[string, KycStatus, (now: Date) => string | null]>([
      ['of 18 today', 'COMPLETED', (now) => dayBefore(now, 18)],
      ['of 18 in two days', 'UNDERAGED', (now) => dayBefore(now, 18, 2)],
      ['of nobody', 'MANUAL_REVIEW_REJECTED', () => null],
      ['of next year', 'MANUAL_REVIEW_REJECTED', (now) => dayBefore(now, -1)],
      ['of no day that there is', 'MANUAL_REVIEW_REJECTED', () => '2008-02-30'],
      ['of another notation', 'MANUAL_REVIEW_REJECTED', () => '12.08.1964'],
      ['of a year long ago', 'COMPLETED', () => '1990'],
      ['of a year long ago, and no day', 'COMPLETED', () => '1990-00-00'],
    ])('An approval with a birth date %s is %s [KYC-48]', async (_name, status, birthDate) => {
      const { bearer, session } = await visitor()
      vendor.decide(session.id, 'approved', own(vendor, { dateOfBirth: birthDate(the.api.clock.now()) }))
      await post(the.api, vendor, vendor.message(session.id))
      await until(the.api, bearer, status)
      const { reason } = await statusOf(the.api, bearer)
      expect(reason).toBe(status === 'MANUAL_REVIEW_REJECTED' ? 'document_kind' : undefined)
    })

    test('A document of two visitors proves the age of the one who came last [KYC-50 KYC-30]', async () => {
      const [one, other] = [await visitor(), await visitor()]
      const person = own(vendor)
      for (const { session, bearer } of [one, other]) {
        vendor.decide(session.id, 'approved', person)
        await post(the.api, vendor, vendor.message(session.id))
        await until(the.api, bearer, 'COMPLETED')
      }
      expect((await statusOf(the.api, one.bearer)).status).toBe('')
    })

    test('A better picture is asked for in the same session, also after the code has ended, and then approved [KYC-44 KYC-49]', async () => {
      const { bearer, tokens, session, place, code } = await visitor()
      expect(await statusOf(the.api, bearer)).toEqual({ status: '', stage: 'begun' })
      vendor.decide(session.id, 'again')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => statusOf(the.api, bearer)).toEqual({ status: '', stage: 'again', reason: 'other' })
      the.api.clock.advance(20 * MINUTE_MS)
      const later = (await refresh(the.api, tokens.refresh_token)).access_token
      const again = await beginCheck(the.api, later)
      expect(again.code).toBe(code)
      expect((await open(the.api, again.url)).headers.get('location')).toBe(place)
      vendor.decide(session.id, 'approved', own(vendor))
      await post(the.api, vendor, vendor.message(session.id))
      await until(the.api, later, 'COMPLETED')
    })

    test('A visitor under review who is asked for a better picture gets back to the session [KYC-44 KYC-49]', async () => {
      const { bearer, session, place } = await visitor()
      vendor.decide(session.id, 'review')
      await post(the.api, vendor, vendor.message(session.id))
      await until(the.api, bearer, 'PENDING_MANUAL_REVIEW')
      expect((await beginCheck(the.api, bearer)).url).toBeNull()
      vendor.decide(session.id, 'again')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(async () => (await statusOf(the.api, bearer)).stage).toBe('again')
      const { url } = await beginCheck(the.api, bearer)
      expect((await open(the.api, url)).headers.get('location')).toBe(place)
    })

    test('What is sent in and not decided for ten minutes is under review [KYC-49]', async () => {
      holdTime(the.api)
      const at = await visitor()
      const { bearer, session, url } = at
      vendor.decide(session.id, 'submitted')
      await post(the.api, vendor, vendor.message(session.id))
      await expect.poll(() => statusOf(the.api, bearer)).toEqual({ status: '', stage: 'submitted' })
      // Nothing is left to do there.
      expect((await open(the.api, url)).headers.get('location')).toBe(session.returnTo)
      the.api.clock.advance(11 * MINUTE_MS)
      await expect.poll(() => storedStatus(the.api, at)).toBe('PENDING_MANUAL_REVIEW')
    })

    test('Without any message the outcome is found by asking, and when the visitor is back at once [KYC-24 KYC-46]', async () => {
      const [one, other] = [await visitor(), await visitor()]
      for (const { session } of [one, other]) vendor.decide(session.id, 'approved', own(vendor))
      await the.api.client('kycReturn', { params: { id: 'open' } }, { bearer: one.bearer })
      await until(the.api, one.bearer, 'COMPLETED')
      the.api.clock.advance(6 * MINUTE_MS)
      await until(the.api, other.bearer, 'COMPLETED')
    })
  })

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
      const [row] = await the.api.rows(
        'select count(*)::int as total from vendor_event where check_id = (select current_check from account where id = $1)',
        [tokens.user_id],
      )
      expect(row).toEqual({ total: 1 })
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
      ['of type text/html', 'rung', 200, typed('text/html')],
      ['of type multipart/form-data', 'rung', 200, typed('multipart/form-data; boundary=x')],
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
      ...nothings.map((body): [string, string, number, (approved: Made) => Made] => [
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
      if (result === 'rung') await expect.poll(() => asked(at.session.id)).toBeGreaterThan(0)
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
      ...faults([500, 401, 'html', 'nonsense', 'cut', 'silent', 'forged']).map((fault): [string, Fault] => [
        String(fault),
        fault,
      ]),
      ['a page with 404', html(404)],
      ['a page with 410', html(410)],
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

  describe('erasure', () => {
    test('A deleted account has its session erased at the vendor, and a late message about it is answered [KYC-51 KYC-46]', async () => {
      const gone = await visitor()
      vendor.decide(gone.session.id, 'approved', own(vendor))
      const late = vendor.message(gone.session.id)
      const erased = vendor.erased.size
      await remove(gone)
      await expect.poll(() => vendor.erased.size).toBe(erased + 1)
      await expect.poll(() => the.api.rows('select id from identity_session where check_id is null')).toEqual([])
      expect(await post(the.api, vendor, late)).toBe(200)
      expect(await the.api.rows('select 1 from vendor_erasure')).toEqual([])
    })

    test('An erasure goes on until it is done; one that the vendor makes for no call waits for the operator [KYC-51]', async () => {
      const [one, other] = [await visitor(), await visitor()]
      for (const { session } of [one, other]) vendor.decide(session.id, 'declined')
      const orphans = () => the.api.rows('select by_hand from identity_session where check_id is null')
      vendor.fail(503, 1, 'DELETE')
      await remove(one)
      await expect.poll(orphans).toEqual([{ by_hand: false }])
      the.api.clock.advance(MINUTE_MS)
      await expect.poll(orphans).toEqual([])
      vendor.fail(403, 1, 'DELETE')
      await remove(other)
      await expect.poll(orphans).toEqual([{ by_hand: true }])
      the.api.clock.advance(25 * HOUR_MS)
      await expect.poll(orphans).toEqual([])
    })

    test.each([200, 404, 410, 502])(
      'An erasure that is answered by a page with %s goes on until the vendor has erased [KYC-51 KYC-47]',
      async (status) => {
        const gone = await visitor()
        const erased = vendor.erased.size
        vendor.fail(html(status), 1, 'DELETE')
        await remove(gone)
        const waiting = 'select erase_attempts from identity_session where check_id is null and erase_since is not null'
        await expect.poll(() => the.api.rows(waiting)).toHaveLength(1)
        expect(vendor.erased.size).toBe(erased)
        the.api.clock.advance(MINUTE_MS)
        await expect.poll(() => vendor.erased.size).toBe(erased + 1)
        await expect.poll(() => the.api.rows('select id from identity_session where check_id is null')).toEqual([])
      },
    )

    test('Of what the vendor tells about a person nothing is stored or logged [KYC-29]', async () => {
      const { bearer, session } = await visitor()
      const person = own(vendor)
      vendor.decide(session.id, 'approved', person)
      await post(the.api, vendor, vendor.message(session.id))
      await until(the.api, bearer, 'COMPLETED')
      const stored = the.api.databaseUrl === undefined ? [] : await contentsOfServer(the.api.databaseUrl)
      const everything = JSON.stringify(stored) + the.api.log.join('\n')
      for (const told of [person.documentNumber, person.dateOfBirth, 'MUSTERMANN', 'ERIKA', session.id])
        expect(everything).not.toContain(told)
      expect(everything).toContain('identity_session')
      expect(refused()).toEqual([])
    })
  })
}
