import type { ReviewDecision } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { checked, digits, documentHash, report } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ REVIEW_DESK_URL: 'https://identity.test/cases/{tc}?from=desk' })

/** A visitor with a check under review, at the service too. */
async function waiting(document?: string) {
  const visitor = await checked(the.api, 'PENDING_MANUAL_REVIEW')
  the.api.vendor.known.set(visitor.code, 'PENDING_MANUAL_REVIEW')
  if (document !== undefined) the.api.vendor.documents.set(visitor.code, documentHash(document))
  return visitor
}

const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status

async function desk(role: 'reviewer' | 'operator' | 'auditor' = 'reviewer') {
  const person = await invited(the.api, role)
  const list = async () => (await person.call('adminListReviews', {})).data
  const rowOf = async (accountId: string) => (await list()).data.find(({ id }) => id === accountId)
  const decide = async (accountId: string, decision: ReviewDecision) => {
    const check = (await rowOf(accountId))?.check ?? 'chk_none'
    return person.call('adminDecideReview', { params: { check }, body: { decision } })
  }
  return { person, list, rowOf, decide }
}

test('The review desk lists what waits, since and until when, with a link to the document, without number [ADMIN-16 ADMIN-23]', async () => {
  const { rowOf, list } = await desk()
  const visitor = await waiting()
  const row = await rowOf(visitor.tokens.user_id)
  expect(row).toMatchObject({ document_url: `https://identity.test/cases/${visitor.code}?from=desk` })
  const days = (Date.parse(row?.ends_at ?? '') - Date.parse(row?.since ?? '')) / 86_400_000
  expect(days).toBe(14)
  const all = await list()
  expect(all.desk).toBe(true)
  expect(all.total).toBe(all.data.length)
  expect(JSON.stringify(all)).not.toContain(digits(visitor.number).slice(-7))
})

test("An auditor reads the review desk's list without links to documents, and decides nothing [ADMIN-07 ADMIN-23]", async () => {
  const { rowOf, decide } = await desk('auditor')
  const { tokens } = await waiting()
  expect(await rowOf(tokens.user_id)).toMatchObject({ document_url: null })
  await expect(decide(tokens.user_id, 'reject')).rejects.toMatchObject({ status: 403 })
})

test.each([
  ['approve', 'COMPLETED'],
  ['reject', 'MANUAL_REVIEW_REJECTED'],
  ['under_age', 'UNDERAGED'],
] as const)(
  "The review desk's decision %s is to the visitor what a report of %s is, with one SMS [ADMIN-23 KYC-27]",
  async (decision, status) => {
    const { decide, rowOf, person } = await desk()
    const { tokens, bearer, number } = await waiting()
    const smsBefore = the.api.world.inbox.filter(({ to }) => to === number).length
    await decide(tokens.user_id, decision)
    expect(await statusOf(bearer)).toBe(status)
    expect(await rowOf(tokens.user_id)).toBeUndefined()
    const sms = () => the.api.world.inbox.filter(({ to }) => to === number).length - smsBefore
    // An account that has ended gets none.
    if (decision !== 'under_age') await expect.poll(sms).toBe(1)
    await chained(the.api)
    const decided = await the.api.rows(
      `select reason from audit_event where type = 'operator.review_decided' order by seq desc limit 1`,
    )
    expect(decided).toEqual([{ reason: `${status} by ${person.person.id}` }])
  },
)

test('A decision at the review desk does not count once the service has reported [ADMIN-23]', async () => {
  const { rowOf, person } = await desk()
  const { tokens, bearer, code } = await waiting()
  const check = (await rowOf(tokens.user_id))?.check ?? ''
  const decide = (decision: ReviewDecision) =>
    person.call('adminDecideReview', { params: { check }, body: { decision } })
  await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
  for (const decision of ['approve', 'reject', 'under_age'] as const)
    await expect(decide(decision)).rejects.toMatchObject({ status: 409, code: 'conflict' })
  expect(await statusOf(bearer)).toBe('MANUAL_REVIEW_REJECTED')
})

test('An approval takes the document that the service names from the account that had it [ADMIN-23 KYC-30]', async () => {
  const { decide } = await desk()
  const first = await checked(the.api, 'PENDING_MANUAL_REVIEW')
  await report(the.api, first.code, 'COMPLETED', 'one document')
  const second = await waiting('one document')
  await decide(second.tokens.user_id, 'approve')
  expect(await statusOf(second.bearer)).toBe('COMPLETED')
  expect(await statusOf(first.bearer)).not.toBe('COMPLETED')
})

test('An approval is refused while the service does not answer, or no longer has the document [ADMIN-23 KYC-22]', async () => {
  const { decide, rowOf } = await desk()
  const { tokens, bearer, code } = await waiting()
  the.api.vendor.answers.status = 500
  await expect(decide(tokens.user_id, 'approve')).rejects.toMatchObject({ status: 503 })
  the.api.vendor.answers.status = 200
  // 404, which a gateway may answer too.
  the.api.vendor.known.delete(code)
  await expect(decide(tokens.user_id, 'approve')).rejects.toMatchObject({ status: 503 })
  expect(await statusOf(bearer)).toBe('PENDING_MANUAL_REVIEW')
  expect(await rowOf(tokens.user_id)).toBeDefined()
})

test('An approval is refused once the service has decided, whose outcome counts before its report arrives [ADMIN-23]', async () => {
  const { decide } = await desk()
  const { tokens, bearer, code } = await waiting()
  the.api.vendor.known.set(code, 'UNDERAGED')
  await expect(decide(tokens.user_id, 'approve')).rejects.toMatchObject({ status: 409 })
  expect(await statusOf(bearer)).toBe('UNDERAGED')
})

describe('without REVIEW_DESK_URL', () => {
  const off = useTestApi()

  test('Without REVIEW_DESK_URL the list says that the service decides, and no one else may [ADMIN-23]', async () => {
    const visitor = await checked(off.api, 'PENDING_MANUAL_REVIEW')
    const person = await invited(off.api, 'operator')
    const { data } = await person.call('adminListReviews', {})
    expect(data).toMatchObject({ desk: false, data: [{ id: visitor.tokens.user_id, document_url: null }] })
    const params = { check: data.data[0]?.check ?? '' }
    const decided = person.call('adminDecideReview', { params, body: { decision: 'reject' } })
    await expect(decided).rejects.toMatchObject({ status: 404 })
  })
})
