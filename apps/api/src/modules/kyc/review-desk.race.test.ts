import { expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { checked, report } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { invited } from '#test/staff.ts'
import { rows, successes, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ REVIEW_DESK_URL: 'https://identity.test/cases/{tc}' })

/** A visitor with a check under review, as the review desk lists it. */
async function waiting({ call }: Awaited<ReturnType<typeof invited>>) {
  const { code, bearer, tokens } = await checked(the.api, 'PENDING_MANUAL_REVIEW')
  the.api.vendor.known.set(code, 'PENDING_MANUAL_REVIEW')
  const { data } = await call('adminListReviews', {})
  return { code, bearer, params: { check: data.data.find(({ id }) => id === tokens.user_id)?.check ?? '' } }
}
const noticesOf = (check: string) => rows(the.api, 'select 1 from sms_message where id = $1', [`review:${check}`])

test('Of concurrent decisions about one second look exactly one counts, with one SMS [ADMIN-23]', async () => {
  const people = await Promise.all([invited(the.api, 'reviewer'), invited(the.api, 'operator')])
  for (let round = 0; round < soak(6, 40); round++) {
    const { bearer, params } = await waiting(people[0] ?? expect.fail())
    const decide = (of: (typeof people)[number], decision: 'approve' | 'reject') => async () => {
      await of.call('adminDecideReview', { params, body: { decision } })
      return 'decided'
    }
    const outcomes = await together([
      ...people.map((of) => decide(of, 'approve')),
      ...people.map((of) => decide(of, 'reject')),
    ])
    const { status } = (await the.api.client('kycStatus', {}, { bearer })).data.result
    expect(successes(outcomes)).toEqual(['decided'])
    const ended = await rows(
      the.api,
      `select e.status from vendor_event e join identity_check c on c.id = e.check_id
       where c.id = $1 and e.status = c.status`,
      [params.check],
    )
    expect(ended).toContainEqual({ status })
    expect(await noticesOf(params.check)).toHaveLength(1)
  }
})

test('Of an approval and a concurrent report of a rejection exactly one counts, with one SMS [ADMIN-23]', async () => {
  const person = await invited(the.api, 'reviewer')
  const ended = async () => {
    await chained(the.api)
    const counted = `select count(*)::int as n from audit_event where type = 'kyc.status' and reason not like 'PENDING%'`
    return Number((await rows(the.api, counted))[0]?.n)
  }
  for (let round = 0; round < soak(6, 40); round++) {
    const { code, bearer, params } = await waiting(person)
    const before = await ended()
    const [decided = expect.fail()] = await together<unknown>([
      () => person.call('adminDecideReview', { params, body: { decision: 'approve' } }),
      () => report(the.api, code, 'MANUAL_REVIEW_REJECTED'),
    ])
    if (!decided.ok) expect(decided).toMatchObject({ status: 409, code: 'conflict' })
    const { status } = (await the.api.client('kycStatus', {}, { bearer })).data.result
    expect(status).toBe(decided.ok ? 'COMPLETED' : 'MANUAL_REVIEW_REJECTED')
    expect(await ended()).toBe(before + 1)
    expect(await noticesOf(params.check)).toHaveLength(1)
  }
})
