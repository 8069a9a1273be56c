import type { ChildProcess } from 'node:child_process'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginCheck, GOOD_PIN, registered, type Visitor } from '#test/builders.ts'
import { layLine } from '#test/cut-line.ts'
import { kill, startProcess } from '#test/own-process.ts'
import { soak } from '#test/soak.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { open, own, post, statusOf, storedStatus, until } from './at-vendor.ts'
import type { FakeVendor, Session } from './fake-vendor.ts'
import { startFakeIdura } from './idura/fake.ts'
import { startFakeOnfido } from './onfido/fake.ts'
import { startFakeVeriff } from './veriff/fake.ts'

/**
 * Between two lasting effects a process may die anywhere with one result: it is killed after each commit, and after each call
 * that the vendor carried out and whose answer it never read.
 */
const STRIDE = { calls: 1, commits: soak(5, 1) }
type Effect = keyof typeof STRIDE

/** The clock of the product that is under test. */
let now = () => new Date()
const clock = () => now()
const vendors: [name: string, FakeVendor][] = [
  ['veriff', await startFakeVeriff(clock)],
  ['onfido', await startFakeOnfido(clock)],
  ['idura', await startFakeIdura(clock)],
]
afterAll(async () => {
  for (const [, vendor] of vendors) await vendor[Symbol.asyncDispose]()
})

/** By day one vendor. */
const TESTED = vendors.slice(0, soak(1, vendors.length))

describe.each(TESTED)('%s', (name, vendor) => {
  const the = useTestApi({ ...vendor.settings, IDENTITY_FLOW_NO_CONSENT: 'same' }, pollEvery(500))
  beforeAll(() => {
    now = the.api.clock.now
  })
  const hasMessages = name !== 'idura'
  const account = async ({ tokens }: Visitor) =>
    (await the.api.rows('select state from account where id = $1', [tokens.user_id]))[0]?.['state']
  const orphans = () => the.api.rows('select id from identity_session where check_id is null')

  /** Keeps what a visitor went through: the sessions that they were led to, and what the vendor has decided. */
  type Seen = { led: Set<string>; decided: Session | undefined }

  async function leave(visitor: Visitor, seen: Seen): Promise<Session> {
    const { status } = await statusOf(the.api, visitor.bearer)
    const { url } = await beginCheck(the.api, visitor.bearer, status === '' ? {} : { retry: '1' })
    const { headers } = await open(the.api, url)
    const place = headers.get('location') ?? ''
    if (!hasMessages) await fetch(place)
    const session = vendor.sessions.find((one) => one.url === place)
    if (session === undefined) throw new Error('the visitor was sent nowhere')
    seen.led.add(session.id)
    return session
  }

  /** The vendor approves and says so; or the visitor brings it. */
  async function approve(session: Session, seen: Seen) {
    if (seen.decided === undefined) vendor.decide(session.id, 'approved', own(vendor))
    seen.decided = session
    if (hasMessages) return void (await post(the.api, vendor, vendor.message(session.id)))
    const { headers } = await fetch(session.url, { redirect: 'manual' })
    await open(the.api, headers.get('location'))
  }
  const remove = (visitor: Visitor) =>
    the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer: visitor.bearer })

  /** From the start of a check to the end of the account, as far as the process lives. */
  async function goThrough(visitor: Visitor, seen: Seen, isDead: () => boolean) {
    const session = await leave(visitor, seen)
    await approve(session, seen)
    await expect.poll(async () => isDead() || (await storedStatus(the.api, visitor))).not.toBe('')
    if (isDead()) return
    await remove(visitor)
    await expect.poll(async () => isDead() || (await account(visitor)) === undefined).toBe(true)
    await expect.poll(async () => isDead() || (await orphans()).length === 0).toBe(true)
  }

  /** Another process goes on, and so does the visitor. */
  async function finish(visitor: Visitor, seen: Seen) {
    // Longer than any claim lasts.
    the.api.clock.advance(MINUTE_MS + 1_000)
    if ((await account(visitor)) === 'active') {
      if (seen.decided === undefined) {
        expect(await storedStatus(the.api, visitor)).toBe('')
        await approve(await leave(visitor, seen), seen)
      } else if (hasMessages) await approve(seen.decided, seen)
      else {
        // A code is good once: what it brought may have died with the process.
        await approve(seen.decided, seen)
        the.api.clock.advance(MINUTE_MS)
        await expect.poll(() => storedStatus(the.api, visitor)).not.toBe('')
        if ((await storedStatus(the.api, visitor)) !== 'COMPLETED') {
          seen.decided = undefined
          await approve(await leave(visitor, seen), seen)
        }
      }
      await until(the.api, visitor.bearer, 'COMPLETED')
      const approvals = `
        select 1 from vendor_event e join identity_check c on c.id = e.check_id where c.account_id = $1 and e.status = 'COMPLETED'`
      expect(await the.api.rows(approvals, [visitor.tokens.user_id])).toHaveLength(1)
      await remove(visitor)
    }
    await expect.poll(() => account(visitor)).toBe(undefined)
    await expect
      .poll(async () => {
        // Where the answer of the erasure was lost the vendor answers 404, which counts after a day.
        const left = await orphans()
        if (left.length > 0) the.api.clock.advance(6 * HOUR_MS)
        return left
      })
      .toEqual([])
  }

  /** @returns whether there was an n-th effect, and sessions that the vendor still has */
  async function round(line: Awaited<ReturnType<typeof layLine>>, effect: Effect, n: number) {
    const visitor = await registered(the.api)
    const seen: Seen = { led: new Set(), decided: undefined }
    const before = vendor.sessions.length
    let process: ChildProcess | undefined
    let isDead = false
    const end = () => {
      isDead = true
      process?.kill('SIGKILL')
      return true
    }
    await the.api.aside(async () => {
      process = await startProcess(the.api, line.url)
      let left = n
      vendor.watch(() => isDead || (effect === 'calls' && --left === 0 && end()))
      if (effect === 'commits') line.cutAt(n, () => void end())
      await goThrough(visitor, seen, () => isDead).catch((error: unknown) => {
        if (!isDead) throw error
      })
      await kill(process)
      vendor.watch(() => false)
      line.mend()
    })
    await finish(visitor, seen)
    const left: Session[] = []
    // A page that is erased is not found. Idura keeps no page, and erases nothing.
    for (const session of hasMessages ? vendor.sessions.slice(before) : [])
      if ((await fetch(session.url, { redirect: 'manual' })).status !== 404) left.push(session)
    return { isDead, seen, left }
  }

  test.each(['calls', 'commits'] as const)(
    'A process that is killed after any of its %s loses nobody, and nobody is approved by silence or twice [KYC-46 KYC-51 OPS-03]',
    { timeout: 1_800_000 },
    async (effect) => {
      const line = await layLine(new URL(the.api.databaseUrl ?? ''))
      try {
        let [n, isKilled, leftBehind] = [1, true, 0]
        for (; isKilled; n += STRIDE[effect]) {
          const { isDead, seen, left } = await round(line, effect, n)
          isKilled = isDead
          // At most the session whose begin was not stored: nobody was led there, and the vendor lets it expire.
          expect(left.length).toBeLessThanOrEqual(1)
          for (const { id } of left) expect([...seen.led, seen.decided?.id]).not.toContain(id)
          leftBehind += left.length
        }
        expect(n).toBeGreaterThan(3)
        if (hasMessages && effect === 'calls') expect(leftBehind).toBe(1)
      } finally {
        await line.close()
      }
    },
  )
})
