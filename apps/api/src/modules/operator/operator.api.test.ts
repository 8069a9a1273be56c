import { RUNNABLE_JOBS } from '@avouch/contract'
import { expect, onTestFinished, test } from 'vitest'
import { chained } from '#test/audit-trail.ts'
import { answeredTest, checked, digits, report } from '#test/builders.ts'
import { consoleOf, invited, newOwner, signInAgain } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
const ask = (bearer: string) =>
  sendJson(
    the.api,
    '/provider/v1/intents',
    { redirect_uri: 'https://shop.example/back' },
    { authorization: `Bearer ${bearer}` },
  )

test('The operator agrees to live keys, and may take them all out of use [ADMIN-08 ADMIN-15]', async () => {
  const operator = await invited(the.api, 'operator')
  const owner = await newOwner(the.api)
  const params = { project: owner.project }
  await owner.call('adminAddRedirect', { params, body: { uri: 'https://shop.example/back' } })
  await owner.call('adminRequestLive', { params })
  const [first] = (await operator.call('adminListProviders', {})).data.data
  expect(first).toMatchObject({ id: owner.project, stage: 'requested' })
  const provider = { provider: owner.project }
  const agreed = await operator.call('adminDecideLive', { params: provider, body: { live: true } })
  expect(agreed.data.stage).toBe('live')
  const again = operator.call('adminDecideLive', { params: provider, body: { live: true } })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const { data } = await owner.call('adminCreateKey', { params, body: { live: true } })
  expect((await ask(data.api_key)).status).toBe(201)
  await operator.call('adminSuspendProvider', { params: provider, body: { suspended: true } })
  expect((await ask(data.api_key)).status).toBe(401)
  await operator.call('adminSuspendProvider', { params: provider, body: { suspended: false } })
  expect((await ask(data.api_key)).status).toBe(201)
  const audit = await operator.call('adminSearchAudit', { query: { kind: 'project', provider: owner.project } })
  const decided = audit.data.data.filter(({ actor }) => actor === `staff:${operator.person.id}`)
  expect(decided.map(({ type }) => type)).toEqual(['project.resumed', 'project.suspended', 'project.live_approved'])
})

test('Events of a suspended provider wait, and are sent once it goes on [ADMIN-15 PROV-05]', async () => {
  const operator = await invited(the.api, 'operator')
  const owner = await newOwner(the.api)
  const params = { project: owner.project }
  const suspend = (suspended: boolean) =>
    operator.call('adminSuspendProvider', { params: { provider: owner.project }, body: { suspended } })
  await owner.call('adminAddRedirect', { params, body: { uri: 'https://shop.example/back' } })
  await owner.call('adminSetWebhook', { params, body: { url: `${the.api.world.url}/hooks` } })
  await suspend(true)
  await owner.call('adminSendTestEvent', { params })
  const later = await answeredTest(the.api)
  await the.api.world.until(() => the.api.world.eventsOf(later.id).length > 0)
  const attempts = async () => (await owner.call('adminListDeliveries', { params, query: {} })).data.data[0]?.attempts
  expect(await attempts()).toBe(0)
  await suspend(false)
  await expect.poll(attempts).toBe(1)
})

test('The operator reads switches, jobs and the cost of SMS, and turns a switch [ADMIN-15]', async () => {
  const operator = await invited(the.api, 'operator')
  await operator.call('adminSetSwitch', { params: { name: 'broadcast' }, body: { value: '1' } })
  const { data } = await operator.call('adminListSwitches', {})
  expect(data.data.find(({ name }) => name === 'broadcast')).toMatchObject({ value: '1' })
  await operator.call('adminSetSwitch', { params: { name: 'broadcast' }, body: { value: '0' } })
  expect((await operator.call('adminSmsSpend', {})).data.cents).toBeGreaterThanOrEqual(0)
})

test('The operator can run every job of the list, except the sending of SMS [OPS-53]', async () => {
  const operator = await invited(the.api, 'operator')
  const { data } = await operator.call('adminListJobs', {})
  expect(data.data.map(({ name }) => name)).toEqual([...RUNNABLE_JOBS, 'sms.deliver'].toSorted())
})

test('No answer to the operator has a number, or a website beside a person [ADMIN-16 ADMIN-17]', async () => {
  const [auditor, operator] = [await invited(the.api, 'auditor'), await invited(the.api, 'operator')]
  const owner = await newOwner(the.api)
  await owner.call('adminRequestLive', { params: { project: owner.project } })
  const refused = { params: { provider: owner.project }, body: { live: false } }
  // Requests come first in the operator's list: a later test looks for its own there.
  onTestFinished(async () => void (await operator.call('adminDecideLive', refused)))
  const { number, code } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  await chained(the.api)
  const held = (await auditor.call('adminListHeld', {})).data
  const trail = (await auditor.call('adminSearchAudit', { query: {} })).data
  const attention = (await auditor.call('adminListAttention', {})).data
  expect(held.data).toHaveLength(1)
  const tasks = attention.data.filter(({ severity }) => severity === 'task')
  expect(tasks.map(({ kind, count }) => [kind, count])).toEqual([
    ['live_requested', 1],
    ['account_held', 1],
  ])
  expect(JSON.stringify([held, trail, attention])).not.toContain(digits(number).slice(-7))
  for (const { actor, reason } of trail.data)
    if (actor !== null && /^[\w-]{43}$/.test(actor)) expect(reason ?? '').not.toMatch(/\bint_|sandbox/)
})

test('The audit trail is read page by page, each event once, and a malformed cursor is refused [AUDIT-15]', async () => {
  const operator = await invited(the.api, 'operator')
  for (let n = 0; n < 120; n++)
    await operator.call('adminSetSwitch', { params: { name: 'broadcast' }, body: { value: n % 2 === 0 ? '0' : '1' } })
  const read = async (cursor?: string) =>
    (await operator.call('adminSearchAudit', { query: { kind: 'operator.switch', ...(cursor && { cursor }) } })).data
  const first = await read()
  expect(first.data).toHaveLength(100)
  const second = await read(first.next_cursor ?? '')
  expect(second.next_cursor).toBeNull()
  const numbers = [...first.data, ...second.data].map(({ seq }) => seq)
  expect(numbers.length).toBeGreaterThanOrEqual(120)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a))
  await expect(read('here')).rejects.toMatchObject({ code: 'invalid_request' })
})

test('An owner invites, changes and removes people; sessions end, and the last owner stays [ADMIN-02 ADMIN-05]', async () => {
  const owner = await newOwner(the.api)
  const params = { project: owner.project }
  const made = await owner.call('adminInviteMember', { params, body: { role: 'viewer' } })
  const { data: before } = await owner.call('adminListMembers', { params })
  expect(before.invitations).toMatchObject([{ id: made.data.id, role: 'viewer' }])
  await owner.call('adminWithdrawMemberInvitation', { params: { ...params, id: made.data.id } })
  const viewer = await invited(the.api, 'viewer', owner.project)
  const one = { ...params, id: viewer.person.id }
  await owner.call('adminSetMember', { params: one, body: { role: 'developer' } })
  await expect(viewer.call('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  const again = consoleOf(the.api, await signInAgain(the.api, viewer))
  await owner.call('adminRemoveMember', { params: one })
  await expect(again('adminMe', {})).rejects.toMatchObject({ code: 'invalid_token' })
  const { data: after } = await owner.call('adminListMembers', { params })
  expect(after.data.map(({ email, role }) => [email, role])).toEqual([[owner.email, 'owner']])
  const last = owner.call('adminRemoveMember', { params: { ...params, id: owner.person.id } })
  await expect(last).rejects.toMatchObject({ code: 'conflict' })
  await expect(consoleOf(the.api, undefined)('adminMe', {})).rejects.toMatchObject({ status: 401 })
})
