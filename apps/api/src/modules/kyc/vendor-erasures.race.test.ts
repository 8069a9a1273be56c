import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, GOOD_PIN, registered, report } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()

const erased = (code: string) => the.api.vendor.erasures.filter(({ tc }) => tc === code).map(({ done }) => done)
const remove = ({ bearer }: { bearer: string }) =>
  the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })

/** A visitor with two identity checks. */
async function checkedTwice() {
  const visitor = await registered(the.api)
  const first = await beginCheck(the.api, visitor.bearer)
  await report(the.api, first.code, 'MANUAL_REVIEW_REJECTED')
  const second = await beginCheck(the.api, visitor.bearer, { retry: '1' })
  the.api.vendor.known.set(first.code, 'MANUAL_REVIEW_REJECTED')
  return { ...visitor, codes: [first.code, second.code] as const }
}

test('The identity-check service is asked once to erase every check of a deleted account [ACCOUNT-05 ACCOUNT-03]', async () => {
  const visitor = await checkedTwice()
  const staying = await checkedTwice()
  await remove(visitor)
  for (const code of visitor.codes) await expect.poll(() => erased(code)).toEqual([true])
  expect(the.api.vendor.known.has(visitor.codes[0])).toBe(false)
  expect(the.api.vendor.known.has(staying.codes[0])).toBe(true)
  the.api.clock.advance(DAY_MS)
  const late = await checkedTwice()
  await remove(late)
  await expect.poll(() => erased(late.codes[1])).toEqual([true])
  for (const code of visitor.codes) expect(erased(code)).toEqual([true])
  for (const code of staying.codes) expect(erased(code)).toEqual([])
})

test('Two concurrent workers request the erasure of each check once [ACCOUNT-05]', async () => {
  const twin = await the.api.twin()
  try {
    const visitors = [await checkedTwice(), await checkedTwice(), await checkedTwice()]
    the.api.vendor.gatherErasures(2)
    for (const visitor of visitors) await remove(visitor)
    const codes = visitors.flatMap(({ codes }) => codes)
    await expect.poll(() => codes.flatMap(erased)).toHaveLength(codes.length)
    for (const code of codes) expect(erased(code)).toEqual([true])
  } finally {
    await twin.close()
  }
})

test('The identity-check service erases the checks of an under-age visitor at once [ACCOUNT-05 AGE-03]', async () => {
  const { bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'UNDERAGED')
  await expect.poll(() => erased(code)).toEqual([true])
})

test('Contradicting checks are erased when the operator has decided, and not before [ACCOUNT-05 AGE-06]', async () => {
  const { bearer, tokens } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  const other = await checkedTwice()
  await remove(other)
  await expect.poll(() => erased(other.codes[1])).toEqual([true])
  expect(erased(code)).toEqual([])
  await the.api.operate('account', 'erase', tokens.user_id, '--yes')
  await runJob(the.api, 'accounts.erase')
  await expect.poll(() => erased(code)).toEqual([true])
})

test('An erasure is requested with growing intervals and across a restart, until the service has erased [ACCOUNT-05]', async () => {
  const { answers } = the.api.vendor
  const visitor = await checkedTwice()
  const [, code] = visitor.codes
  answers.status = 503
  await remove(visitor)
  await expect.poll(() => erased(visitor.codes[0]).length + erased(code).length).toBe(2)
  the.api.clock.advance(MINUTE_MS)
  await expect.poll(() => erased(visitor.codes[0]).length + erased(code).length).toBe(4)
  expect(the.api.log.join('')).toContain('identity check not erased')
  await the.api.restart()
  answers.status = 200
  the.api.clock.advance(6 * HOUR_MS)
  for (const one of visitor.codes) await expect.poll(() => erased(one).at(-1)).toBe(true)
  const tries = the.api.vendor.erasures.length
  the.api.clock.advance(7 * HOUR_MS)
  const last = await checkedTwice()
  await remove(last)
  for (const one of last.codes) await expect.poll(() => erased(one)).toEqual([true])
  expect(the.api.vendor.erasures.length).toBe(tries + 2)
})

/** Until the answers are stored a row has its lease of a minute, and afterwards half a day. */
async function untilStored() {
  const inAnHour = new Date(the.api.clock.now().getTime() + HOUR_MS)
  await expect
    .poll(() => the.api.rows('select 1 from vendor_erasure where next_attempt_at <= $1', [inAnHour]))
    .toEqual([])
}

test.each([404, 410])(
  'An erasure that is answered %i, which a gateway may say, is asked for again over a day, and done by the third [ACCOUNT-05 KYC-51]',
  async (status) => {
    const waiting = () => the.api.rows('select check_id from vendor_erasure')
    const { answers } = the.api.vendor
    const visitor = await checkedTwice()
    const tries = () => visitor.codes.map((code) => erased(code).length)
    answers.status = status
    await remove(visitor)
    for (const times of [1, 2, 3]) {
      await expect.poll(tries).toEqual([times, times])
      if (times < 3) expect(await waiting()).toHaveLength(2)
      await untilStored()
      the.api.clock.advance(12 * HOUR_MS)
    }
    await expect.poll(waiting).toEqual([])
    answers.status = 200
  },
)

test('An erasure that a gateway answers with 404 at first is made at the service [ACCOUNT-05 KYC-51]', async () => {
  const visitor = await checkedTwice()
  the.api.vendor.answers.status = 404
  await remove(visitor)
  for (const code of visitor.codes) await expect.poll(() => erased(code)).toEqual([false])
  await untilStored()
  the.api.vendor.answers.status = 200
  the.api.clock.advance(12 * HOUR_MS)
  for (const code of visitor.codes) await expect.poll(() => erased(code)).toEqual([false, true])
  expect(the.api.vendor.known.has(visitor.codes[0])).toBe(false)
})
