import { HOUR_MS, MINUTE_MS, SECOND_MS, type KycStatus } from '@avouch/contract'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { beginCheck, GOOD_PIN, refresh } from '#test/builders.ts'
import { contentsOfServer } from '#test/contents.ts'
import { together } from '#test/together.ts'
import { holdTime } from '#test/use-test-api.ts'
import {
  atVendor,
  htmlPage,
  metricOf,
  open,
  own,
  post,
  statusOf,
  storedStatus,
  type Tested,
  until,
} from './at-vendor.ts'
import type { Decision, Fault } from './fake-vendor.ts'
import { describeMessages } from './messages.ts'
import { describeQuestions } from './questions.ts'

const dayBefore = (now: Date, years: number, days = 0): string => {
  const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
  return day.toISOString().slice(0, 10)
}

/** Every adapter of a vendor with sessions and messages keeps to this. */
export function describeAdapter({ the, vendor, without = [] }: Tested): void {
  const faults = (all: Fault[]) => all.filter((fault) => !without.includes(fault))
  const visitor = () => atVendor(the.api, vendor)
  const refused = () => vendor.calls.flatMap(({ refused: why }) => why ?? [])
  const remove = ({ bearer }: { bearer: string }) =>
    the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })

  const provider = vendor.settings['IDENTITY_VENDOR'] ?? ''
  const metric = (line: string) => metricOf(the.api, line)
  const missing = () => the.api.log.filter((line) => line.includes('identity check was not reported')).length

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

    test('A vendor that does not answer costs no code: a page says so in the language, and a press in ten seconds begins [KYC-44]', async () => {
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1', lang: 'de' })
      for (const fault of faults([500, 429, 401, 'html', 'nonsense', 'cut', 'forged'])) {
        vendor.fail(fault, 1, 'POST')
        const page = await open(the.api, url)
        expect(page.status).toBe(503)
        expect(page.headers.get('retry-after')).toBe('30')
        expect(page.text).toContain('<html lang="de">')
        the.api.clock.advance(11 * SECOND_MS)
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
      the.api.clock.advance(11 * SECOND_MS)
      expect((await open(the.api, url)).status).toBe(303)
    })

    test('While the answers of a vendor get lost, or a process dies, presses begin one session in ten seconds [KYC-44]', async () => {
      holdTime(the.api)
      const { bearer } = await visitor()
      const { url } = await beginCheck(the.api, bearer, { retry: '1' })
      const count = vendor.sessions.length
      vendor.watch(() => vendor.sessions.length > count)
      for (const _press of [1, 2]) expect((await open(the.api, url)).status).toBe(503)
      expect(vendor.sessions.length).toBe(count + 1)
      vendor.watch(() => false)
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
      ['failed', 'USER_PROCESS_EXPIRED', {}],
    ]
    test.each(words.filter(([word]) => !without.includes(word)))(
      'What the vendor calls %s is %s [KYC-43 KYC-49]',
      async (decision, status, more) => {
        const { bearer, session } = await visitor()
        const count = missing()
        vendor.decide(session.id, decision, own(vendor))
        expect(await post(the.api, vendor, vendor.message(session.id))).toBe(200)
        await until(the.api, bearer, status)
        expect(await statusOf(the.api, bearer)).toEqual({ status, ...more })
        expect(missing()).toBe(count)
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
      const later = () => {
        // An answer that came meanwhile has the next call wait two seconds.
        the.api.clock.advance(3 * SECOND_MS)
        return storedStatus(the.api, at)
      }
      await expect.poll(later).toBe('PENDING_MANUAL_REVIEW')
    })

    test('Without any message the outcome is found by asking, and when the visitor is back at once [KYC-24 KYC-46]', async () => {
      const [one, other] = [await visitor(), await visitor()]
      const count = missing()
      for (const { session } of [one, other]) vendor.decide(session.id, 'approved', own(vendor))
      await the.api.client('kycReturn', { params: { id: 'open' } }, { bearer: one.bearer })
      await until(the.api, one.bearer, 'COMPLETED')
      the.api.clock.advance(6 * MINUTE_MS)
      await until(the.api, other.bearer, 'COMPLETED')
      await expect.poll(missing).toBeGreaterThan(count)
    })
  })

  describeMessages({ the, vendor, without })
  describeQuestions({ the, vendor })

  describe('erasure', () => {
    const orphans = () => the.api.rows('select by_hand from identity_session where check_id is null')
    /** Erasures that other tests left behind are done first: a vendor that refuses is asked again after half a day. */
    const finish = async () => ((await orphans()).length === 0 ? 0 : the.api.clock.advance(12 * HOUR_MS))
    beforeEach(async () => await expect.poll(finish, { interval: 500 }).toBe(0))
    /** The answers that are stored: until then the row has its lease of a minute, and afterwards half a day. */
    const attempts = async () =>
      (
        await the.api.rows(
          `select erase_attempts as n from identity_session
           where check_id is null and erase_since is not null and next_erase_at > $1`,
          [new Date(the.api.clock.now().getTime() + HOUR_MS)],
        )
      )[0]?.['n']
    /** Waits for so many answers more, half a day apart, and for what is left then. */
    async function saidAgain(times: number, left: { by_hand: boolean }) {
      for (const _time of Array(times)) {
        const before = await attempts()
        if (before !== undefined) the.api.clock.advance(12 * HOUR_MS)
        await expect.poll(attempts).toBe(Number(before ?? 0) + 1)
      }
      await expect.poll(orphans).toEqual([left])
    }

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
      vendor.fail(503, 1, 'DELETE')
      await remove(one)
      await expect.poll(orphans).toEqual([{ by_hand: false }])
      the.api.clock.advance(MINUTE_MS)
      await expect.poll(orphans).toEqual([])
      vendor.fail(403, undefined, 'DELETE')
      onTestFinished(() => vendor.fail('ok'))
      await remove(other)
      await saidAgain(2, { by_hand: false })
      await saidAgain(1, { by_hand: true })
      vendor.fail('ok')
      the.api.clock.advance(13 * HOUR_MS)
      await expect.poll(orphans).toEqual([])
    })

    test.each([404, 410])(
      'An erasure that is answered %s is done by the third such answer over a day, and by none before [KYC-51]',
      async (status) => {
        const gone = await visitor()
        vendor.decide(gone.session.id, 'declined')
        vendor.fail(status)
        onTestFinished(() => vendor.fail('ok'))
        await remove(gone)
        await saidAgain(2, { by_hand: false })
        the.api.clock.advance(12 * HOUR_MS)
        await expect.poll(orphans).toEqual([])
      },
    )

    test.each([404, 403])(
      'What a gateway answers with %s to an erasure leaves nothing at the vendor [KYC-51]',
      async (status) => {
        const gone = await visitor()
        vendor.decide(gone.session.id, 'declined')
        const erased = vendor.erased.size
        vendor.fail(status)
        onTestFinished(() => vendor.fail('ok'))
        await remove(gone)
        await saidAgain(2, { by_hand: false })
        vendor.fail('ok')
        the.api.clock.advance(12 * HOUR_MS)
        await expect.poll(orphans).toEqual([])
        expect(vendor.erased.size).toBe(erased + 1)
      },
    )

    test('Who has a session erased by hand reads the vendor’s own id, also of one that the settings no longer name [KYC-57 AUDIT-07]', async () => {
      const gone = await visitor()
      vendor.decide(gone.session.id, 'declined')
      const orphans = () => the.api.rows('select id, by_hand from identity_session where check_id is null')
      const list = () => the.api.operate('identity', 'erasures', 'list')
      const done = () => the.api.command('identity', 'erasures', 'done', id)
      vendor.fail(503, 1, 'DELETE')
      await remove(gone)
      // Until the vendor was asked once.
      const asked = () =>
        the.api.rows('select by_hand from identity_session where check_id is null and erase_since is not null')
      await expect.poll(asked).toEqual([{ by_hand: false }])
      const id = String((await orphans())[0]?.['id'])
      expect([await list(), (await done()).exitCode]).toEqual([[], 1])
      vendor.fail(403, undefined, 'DELETE')
      onTestFinished(() => vendor.fail('ok'))
      await the.api.rows("update identity_session set erase_since = erase_since - interval '1 day' where id = $1", [id])
      the.api.clock.advance(MINUTE_MS)
      await expect.poll(orphans).toEqual([{ id, by_hand: true }])
      await the.api.rows("update identity_session set provider = 'another' where id = $1", [id])
      const theirs = vendor.calls
        .findLast(({ method }) => method === 'DELETE')
        ?.path.split('/')
        .at(-1)
      const since = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`
      expect(await list()).toEqual([expect.stringMatching(`^${id}  another  ${since}  (session|applicant) ${theirs}$`)])
      expect(await done()).toEqual({ lines: [], exitCode: 0 })
      expect([await orphans(), await list(), (await done()).exitCode]).toEqual([[], [], 1])
      const trail = await the.api.operate('audit', 'search', '--kind', 'operator')
      expect(trail.filter((line) => line.includes('operator.erasures_listed'))).toHaveLength(1)
      expect(trail.filter((line) => line.includes('operator.erasure_done') && line.includes(id))).toHaveLength(1)
      expect(trail.join()).not.toContain(theirs)
    })

    test.each([200, 404, 410, 502])(
      'An erasure that is answered by a page with %s goes on until the vendor has erased [KYC-51 KYC-47]',
      async (status) => {
        const gone = await visitor()
        const erased = vendor.erased.size
        vendor.fail(htmlPage(status), 1, 'DELETE')
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
