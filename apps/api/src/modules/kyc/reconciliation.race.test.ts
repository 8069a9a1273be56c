import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, registered, report } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, together } from '#test/together.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'

const MANY = soak(10, 25)
const the = useTestApi({}, pollEvery(5))

async function begun() {
  const visitor = await registered(the.api)
  return { ...visitor, ...(await beginCheck(the.api, visitor.bearer)) }
}

test('Two processes ask about each of several checks once', async () => {
  const checks = []
  for (let i = 0; i < MANY; i++) checks.push(await begun())
  const twin = await the.api.twin()
  the.api.clock.advance(5 * MINUTE_MS)
  for (const { code } of checks) await the.api.vendor.untilAsked(code)
  const claimed = () =>
    rows(
      the.api,
      `select count(*)::int as n from identity_check where status = '' and polls = 1 and next_poll_at > $1`,
      [new Date(the.api.clock.now().getTime() + 5 * MINUTE_MS)],
    )
  await expect.poll(claimed).toEqual([{ n: MANY }])
  expect(checks.map(({ code }) => the.api.vendor.timesAsked(code))).toEqual(checks.map(() => 1))
  await twin.close()
})

test('A report and a concurrent reconciliation count once [KYC-20 KYC-24]', async () => {
  for (let round = 0; round < soak(4, 10); round++) {
    const { bearer, code } = await begun()
    the.api.vendor.known.set(code, 'COMPLETED')
    the.api.clock.advance(5 * MINUTE_MS)
    await together([() => report(the.api, code, 'COMPLETED'), () => report(the.api, code, 'COMPLETED')])
    await expect
      .poll(async () => (await the.api.client('kycStatus', {}, { bearer })).data.result.status)
      .toBe('COMPLETED')
  }
  const open = await rows(
    the.api,
    `select id from identity_check where status = 'COMPLETED' and next_poll_at is not null`,
  )
  expect(open).toEqual([])
})
