import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { chained } from '#test/audit-trail.ts'
import { checked, digits, newNumber, registered, report, signUp } from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()

/** Reads what the trail has about it, the newest last. */
async function recorded(type: string) {
  await chained(the.api)
  return the.api.rows('select actor, reason, phone_prefix from audit_event where type = $1 order by seq', [type])
}

test('The limits of a number are explained and given back; the number is in no answer and no log [ADMIN-16]', async () => {
  const operator = await invited(the.api, 'operator')
  const { number } = await signUp(the.api)
  const caller = `${number.slice(0, 3)} ${number.slice(3)}`
  const { data: explained } = await operator.call('adminExplainLimits', { body: { caller } })
  expect(explained.data).toContainEqual(expect.objectContaining({ rule: 'code.sms', of: 'number', used: 1 }))
  const { data: released } = await operator.call('adminReleaseLimits', { body: { caller, rule: 'code.sms' } })
  expect(released.data).toMatchObject([{ rule: 'code.sms', used: 1 }])
  await operator.call('adminReleaseLimits', { body: { caller, rule: null } })
  const after = await operator.call('adminExplainLimits', { body: { caller } })
  expect(after.data.data).toEqual([])
  const hash = expect.any(String) as string
  expect((await recorded('operator.limits_released')).slice(-2)).toEqual([
    { actor: `staff:${operator.person.id}`, reason: 'code.sms', phone_prefix: hash },
    { actor: `staff:${operator.person.id}`, reason: 'all', phone_prefix: hash },
  ])
  const said = JSON.stringify([explained, released]) + the.api.log.join('')
  expect(said).not.toContain(digits(number).slice(-7))
})

test('The limits of an address are explained without it; what is no caller is refused and not repeated [ADMIN-16]', async () => {
  const operator = await invited(the.api, 'operator')
  const { address } = the.api.place
  await signUp(the.api)
  const explain = (caller: string) => operator.call('adminExplainLimits', { body: { caller } })
  await expect.poll(async () => (await explain(address)).data.data.length).toBeGreaterThan(0)
  const found = (await explain(address)).data.data
  expect(new Set(found.map(({ of }) => of))).toEqual(new Set(['address', 'network']))
  expect(JSON.stringify(found)).not.toContain(address)
  const refused = await explain('+49 30 1234567').catch((error: unknown) => error)
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request' })
  expect(JSON.stringify(refused)).not.toContain('1234567')
  const unknown = operator.call('adminReleaseLimits', { body: { caller: address, rule: 'login.planet' } })
  await expect(unknown).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
})

test('The limits of SMS are read by an auditor, and leave no event [ADMIN-16]', async () => {
  const auditor = await invited(the.api, 'auditor')
  await signUp(the.api)
  const before = await recorded('operator.limits_explained')
  const ofMoney = async () =>
    (await auditor.call('adminListSmsLimits', {})).data.data.filter(({ of }) => of === 'money')
  await expect.poll(ofMoney).toContainEqual(expect.objectContaining({ rule: 'money.other', state: 'free' }))
  expect(await recorded('operator.limits_explained')).toEqual(before)
})

test('Accounts are found by number or id, locked and unlocked; the trail names by whom [AUDIT-07 ADMIN-16 ADMIN-19]', async () => {
  const operator = await invited(the.api, 'operator')
  const { number, tokens, bearer } = await registered(the.api)
  const { data: found } = await operator.call('adminFindAccount', { body: { account: number } })
  expect(found).toMatchObject({ id: tokens.user_id, state: 'active', locked_at: null, sessions: 1 })
  const params = { id: found.id }
  await operator.call('adminLockAccount', { params, body: { locked: true } })
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ status: 401 })
  const again = operator.call('adminLockAccount', { params, body: { locked: true } })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
  const { data: locked } = await operator.call('adminFindAccount', { body: { account: found.id } })
  expect(locked.locked_at).not.toBeNull()
  await operator.call('adminLockAccount', { params, body: { locked: false } })
  expect((await recorded('operator.account_unlocked')).at(-1)).toMatchObject({ reason: `by ${operator.person.id}` })
  expect(JSON.stringify([found, locked]) + the.api.log.join('')).not.toContain(digits(number).slice(-7))
})

test('Accounts that do not exist are answered as such, without what was typed [ADMIN-19]', async () => {
  const operator = await invited(the.api, 'operator')
  const find = (account: string) => operator.call('adminFindAccount', { body: { account } })
  await expect(find(newNumber())).rejects.toMatchObject({ status: 404 })
  await expect(find('usr_there-is-none')).rejects.toMatchObject({ status: 404 })
  await expect(find('a name')).rejects.toMatchObject({ status: 400, code: 'invalid_request' })
  const lock = operator.call('adminLockAccount', { params: { id: 'usr_none' }, body: { locked: true } })
  await expect(lock).rejects.toMatchObject({ status: 404 })
})

test('A reviewer restores a held account, and sees whose second look is open [ADMIN-19 AGE-06]', async () => {
  const reviewer = await invited(the.api, 'reviewer')
  const held = await checked(the.api, 'COMPLETED')
  await report(the.api, held.code, 'UNDERAGED')
  const waiting = await checked(the.api, 'PENDING_MANUAL_REVIEW')
  const { data: reviews } = await reviewer.call('adminListReviews', {})
  expect(reviews.data.map(({ id }) => id)).toContain(waiting.tokens.user_id)
  const params = { id: held.tokens.user_id }
  await reviewer.call('adminRestoreAccount', { params })
  expect((await reviewer.call('adminListHeld', {})).data.data).toEqual([])
  const again = reviewer.call('adminRestoreAccount', { params })
  await expect(again).rejects.toMatchObject({ code: 'conflict' })
})

test('Looks at accounts and limits are counted for the person, over all addresses [ADMIN-22]', async () => {
  holdTime(the.api)
  const operator = await invited(the.api, 'operator')
  const find = async () => {
    the.api.place.address = newAddress()
    return operator
      .call('adminFindAccount', { body: { account: 'usr_there-is-none' } })
      .catch((error: unknown) => error)
  }
  for (let look = 0; look < 20; look++) expect(await find()).toMatchObject({ status: 404 })
  expect(await find()).toMatchObject({ status: 429, code: 'too_many_requests' })
  const explained = operator.call('adminExplainLimits', { body: { caller: newAddress() } })
  await expect(explained).rejects.toMatchObject({ status: 429 })
  const other = await invited(the.api, 'operator')
  const found = other.call('adminFindAccount', { body: { account: 'usr_there-is-none' } })
  await expect(found).rejects.toMatchObject({ status: 404 })
})

test('A job is run now, and the trail has it', async () => {
  const operator = await invited(the.api, 'operator')
  await operator.call('adminRunJob', { params: { name: 'retention.sweep' } })
  expect((await recorded('operator.job_run')).at(-1)).toMatchObject({
    actor: `staff:${operator.person.id}`,
    reason: 'retention.sweep',
  })
})

test('Keys are listed with what they do and their age, without the keys', async () => {
  const auditor = await invited(the.api, 'auditor')
  const { data } = await auditor.call('adminListInstallationKeys', {})
  const of = (purpose: string) => data.data.filter((key) => key.purpose === purpose)
  expect(of('master').flatMap(({ does }) => does)).toEqual(expect.arrayContaining(['seals', 'hashes', 'indexes']))
  for (const key of of('master')) expect([key.created_on, key.in_use_since]).not.toContain(null)
  expect(of('verdict')).toMatchObject([{ does: ['signs'], created_on: null }])
})

test('The audit chain is verified, also with a head that was noted [AUDIT-02]', async () => {
  const auditor = await invited(the.api, 'auditor')
  const verify = async (head: string | null) => (await auditor.call('adminVerifyAudit', { body: { head } })).data
  const { head, events } = await verify(null)
  expect(events).toBeGreaterThan(0)
  expect(await verify(head)).toMatchObject({ broken_at: null })
  const [seq] = head.split(':')
  expect(await verify(`${seq}:${'0'.repeat(64)}`)).toMatchObject({ broken_at: Number(seq) })
})
