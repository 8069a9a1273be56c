import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import { chained } from '#test/audit-trail.ts'
import { beginCheck, registered, report } from '#test/builders.ts'
import { rows, successes, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const AT_ONCE = 10
const ROUNDS = 2
const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

type Visitor = Awaited<ReturnType<typeof registered>>
const isProven = async ({ tokens }: Visitor) =>
  (await rows(the.api, 'select adult from account where id = $1', [tokens.user_id]))[0]?.['adult'] === true

const lastActor = async (type: string) => {
  await chained(the.api)
  return (await rows(the.api, 'select actor from audit_event where type = $1 order by seq desc limit 1', [type]))[0]
}

test('Accounts that use one document concurrently end with one proof, that of the last one, in every round [KYC-30]', {
  timeout: 60_000,
}, async () => {
  const document = newId('doc')
  const visitors = await Promise.all(Array.from({ length: AT_ONCE }, () => registered(the.api)))
  const actors: unknown[] = []
  for (const { bearer } of visitors) {
    await the.api.client('exportData', {}, { bearer })
    actors.push(await lastActor('account.exported'))
  }
  let unproven = visitors
  for (let round = 1; round <= ROUNDS; round++) {
    const codes = await Promise.all(unproven.map(({ bearer }) => beginCheck(the.api, bearer)))
    const calls = codes.map(
      ({ code }) =>
        () =>
          report(the.api, code, 'COMPLETED', document),
    )
    expect(successes(await together(calls))).toEqual(codes.map(() => 200))
    const newest = await lastActor('kyc.status')
    const proven = await Promise.all(visitors.map(isProven))
    expect(actors.filter((_, i) => proven[i])).toEqual([newest])
    unproven = visitors.filter((_, i) => !proven[i])
  }
  const withdrawn = await rows(the.api, `select seq from audit_event where type = 'kyc.proof_withdrawn'`)
  expect(withdrawn).toHaveLength(AT_ONCE - 1 + (ROUNDS - 1) * (AT_ONCE - 1))
  expect(await rows(the.api, 'select account_id from proof_document')).toHaveLength(1)
})
