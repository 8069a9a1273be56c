import { SECOND_MS } from '@avouch/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { beginCheck, registered } from '#test/builders.ts'
import { isSoak } from '#test/soak.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { htmlPage, open, own, post, storedStatus, timesAsked } from './at-vendor.ts'
import { type FakeVendor, type Fault, json } from './fake-vendor.ts'
import { startFakeIdura } from './idura/fake.ts'
import { startFakeOnfido } from './onfido/fake.ts'
import { startFakeVeriff } from './veriff/fake.ts'

let now = () => new Date()
/** Sets the vendor's clock off, in milliseconds. */
let off = 0
const clock = () => new Date(now().getTime() + off)
const vendors: [name: string, FakeVendor][] = [
  ['veriff', await startFakeVeriff(clock)],
  ['onfido', await startFakeOnfido(clock)],
  ['idura', await startFakeIdura(clock)],
]
afterAll(async () => {
  for (const [, vendor] of vendors) await vendor[Symbol.asyncDispose]()
})

/** A body of another product. */
const foreign = { status: 'not_found', message: 'no route matched', id: 'gw-1', error: 'not_found' }
const ANSWERS: [name: string, Fault][] = [
  ...[404, 410, 401, 403].flatMap((status): [string, Fault][] => [
    [`${status} as JSON`, json(status, foreign)],
    [`${status} as a page`, htmlPage(status)],
  ]),
  ['200 with a foreign body', json(200, foreign)],
  ['200 with a page', 'html'],
]
const CHECKS = 10
/** By day what once ended a check, and what no vendor answers. */
const BY_DAY = ANSWERS.filter(([name]) => /^(?:404 as JSON|403 as a page|200 with a foreign body)$/.test(name))

describe.each(vendors)('%s', (name, vendor) => {
  const the = useTestApi({ IDENTITY_FLOW_NO_CONSENT: 'same', ...vendor.settings }, pollEvery(20))
  beforeAll(() => {
    now = the.api.clock.now
  })
  const reports = name !== 'idura'

  async function atVendor() {
    const visitor = await registered(the.api)
    const { url } = await beginCheck(the.api, visitor.bearer)
    const place = (await open(the.api, url)).headers.get('location') ?? ''
    if (!reports) await fetch(place)
    const session = vendor.sessions.find((one) => one.url === place)
    if (session === undefined) throw new Error('the visitor was sent nowhere')
    return { ...visitor, session, outcome: 'COMPLETED' as 'COMPLETED' | 'MANUAL_REVIEW_REJECTED' }
  }

  /** The visitor has shown a document, and the vendor has decided. */
  async function shown({ session, outcome }: Awaited<ReturnType<typeof atVendor>>) {
    vendor.decide(session.id, outcome === 'COMPLETED' ? 'approved' : 'declined', own(vendor))
    if (reports) return void (await post(the.api, vendor, vendor.message(session.id)))
    const { headers } = await fetch(session.url, { redirect: 'manual' })
    await open(the.api, headers.get('location'))
  }

  test.each(isSoak ? ANSWERS : BY_DAY)(
    'Two minutes in which a gateway answers %s in the middle of ten checks cost no outcome and no second document [KYC-62]',
    async (_name, answer) => {
      onTestFinished(() => vendor.fail('ok'))
      const before = vendor.sessions.length
      const visitors: Awaited<ReturnType<typeof atVendor>>[] = []
      for (let n = 0; n < CHECKS; n += 1) visitors.push(await atVendor())
      if (reports) for (const visitor of visitors.slice(-3)) visitor.outcome = 'MANUAL_REVIEW_REJECTED'
      const calls = vendor.calls.length
      vendor.fail(answer)
      for (const visitor of visitors) {
        await shown(visitor)
        the.api.clock.advance(12 * SECOND_MS)
      }
      await expect.poll(() => vendor.calls.length - calls).toBeGreaterThanOrEqual(CHECKS)
      for (const visitor of visitors) expect(await storedStatus(the.api, visitor)).toBe('')
      vendor.fail('ok')
      const asOf = (visitor: (typeof visitors)[number]) => {
        the.api.clock.advance(10 * SECOND_MS)
        return storedStatus(the.api, visitor)
      }
      for (const visitor of visitors) await expect.poll(() => asOf(visitor)).toBe(visitor.outcome)
      expect(vendor.sessions.length).toBe(before + CHECKS)
    },
  )

  test.each([100, -100])('A vendor whose clock is %i s off loses no outcome [T-08]', async (seconds) => {
    onTestFinished(() => {
      off = 0
    })
    off = seconds * SECOND_MS
    const visitor = await atVendor()
    await shown(visitor)
    await expect.poll(() => storedStatus(the.api, visitor)).toBe('COMPLETED')
  })

  test.runIf(reports)(
    'While a vendor answers, no message to any process has it asked a second time about the check [KYC-63]',
    async () => {
      const twin = await the.api.twin()
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      try {
        const [at, other] = [await atVendor(), await atVendor()]
        const { id } = at.session
        vendor.decide(id, 'review')
        vendor.watch(async () => {
          if (timesAsked(vendor, id) > 0) await held
          return false
        })
        const message = vendor.message(id)
        await post(the.api, vendor, message)
        await expect.poll(() => timesAsked(vendor, id)).toBe(1)
        for (const baseUrl of [twin.baseUrl, the.api.baseUrl, twin.baseUrl]) {
          await post({ ...the.api, baseUrl }, vendor, message)
          the.api.clock.advance(3 * SECOND_MS)
        }
        // Whichever process asks about the second check has looked at the first one before.
        await shown(other)
        await expect.poll(() => timesAsked(vendor, other.session.id)).toBeGreaterThan(0)
        expect(timesAsked(vendor, id)).toBe(1)
        answer()
        await expect.poll(() => storedStatus(the.api, at)).toBe('PENDING_MANUAL_REVIEW')
      } finally {
        answer()
        vendor.watch(() => false)
        await twin.close()
      }
    },
  )
})
