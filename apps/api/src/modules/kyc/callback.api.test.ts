import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import { beginCheck, newBrowser, registered, report, sendCallback, signInOn, vendorMessage } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { partnerMessage } from '#test/wire.ts'

const OLD_SECRET = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
const the = useTestApi({ IDENTITY_CALLBACK_SECRET_OLD: OLD_SECRET })

type Message = { body: string; headers: Record<string, string> }

async function statusOf(bearer: string) {
  return (await the.api.client('kycStatus', {}, { bearer })).data.result.status
}
async function begun() {
  const visitor = await registered(the.api)
  return { ...visitor, ...(await beginCheck(the.api, visitor.bearer)) }
}
async function refusal(message: Message) {
  const response = await sendCallback(the.api, message)
  return [response.status, ((await response.json()) as { code: string }).code]
}

test('A report without a valid and fresh signature, or with other bytes than the signed ones, is refused and proves nothing [X-10]', async () => {
  const { bearer, code } = await begun()
  const { body, headers } = vendorMessage(the.api, code, 'COMPLETED')
  const secret = the.api.credentials.provider.webhookSecret
  const at = new Date(the.api.clock.now().getTime() - 6 * MINUTE_MS)
  for (const message of [
    { body, headers: { ...headers, 'webhook-signature': '' } },
    { body: body.replace('{', '{ '), headers },
    vendorMessage(the.api, code, 'COMPLETED', { secret }),
    vendorMessage(the.api, code, 'COMPLETED', { at }),
  ])
    expect(await refusal(message)).toEqual([401, 'invalid_signature'])
  expect(await statusOf(bearer)).toBe('')
})

test('A callback signed with the secret that is being rotated out is accepted [X-10 KYC-23]', async () => {
  const { bearer, code } = await begun()
  const answer = await sendCallback(the.api, vendorMessage(the.api, code, 'COMPLETED', { secret: OLD_SECRET }))
  expect([answer.status, await statusOf(bearer)]).toEqual([200, 'COMPLETED'])
})

test('A callback with a used id changes nothing, whatever else is signed under the id [X-10 KYC-20]', async () => {
  const { bearer, code } = await begun()
  const id = newId('msg')
  await sendCallback(the.api, vendorMessage(the.api, code, 'PENDING_MANUAL_REVIEW', { id }))
  expect((await sendCallback(the.api, vendorMessage(the.api, code, 'COMPLETED', { id }))).status).toBe(200)
  expect(await statusOf(bearer)).toBe('PENDING_MANUAL_REVIEW')
})

test('A callback about an unknown check is 404 [X-10]', async () => {
  const message = vendorMessage(the.api, 'A'.repeat(43), 'COMPLETED')
  expect(await refusal(message)).toEqual([404, 'not_found'])
})

test.each(['APPROVED', null])(
  'A callback with the unknown outcome %j is answered, proves nothing, and alerts the operator [X-10 KYC-22]',
  async (status) => {
    const { bearer, code } = await begun()
    const before = the.api.log.length
    expect(
      (await sendCallback(the.api, vendorMessage(the.api, code, String(status), { more: { status } }))).status,
    ).toBe(200)
    expect(await statusOf(bearer)).toBe('')
    const told = the.api.log.slice(before).join('')
    expect(told).toContain('"event":"identity check report not understood","type":"check.updated"')
    expect(told).not.toContain(code)
  },
)

test.each([
  ['{"type":"check.created","data":{"tc":"x"}}', 'check.created'],
  ['{"type":"ping"}', 'ping'],
  ['no JSON \0', 'none'],
  ['{"__proto__":{"a":1},"type":"Mr Sample, 1987"}', 'other'],
])('A callback that is %s is answered and logged with its type [X-10]', async (body, type) => {
  const [at, secret] = [the.api.clock.now(), the.api.credentials.identityCheck.callbackSecret]
  const before = the.api.log.length
  expect((await sendCallback(the.api, partnerMessage(body, { id: newId('msg'), at, secret }))).status).toBe(200)
  expect(the.api.log.slice(before).join('')).toContain(`"event":"identity check event ignored","type":"${type}"`)
})

test.each(['0000-01-01T00:00:00Z', 'yesterday', null])(
  'A callback whose time is %j counts as of the day on which it came [X-10]',
  async (timestamp) => {
    const { bearer, code } = await begun()
    const { body } = vendorMessage(the.api, code, 'COMPLETED', { more: { document_hash: null, name: 'Sample' } })
    const [at, secret] = [the.api.clock.now(), the.api.credentials.identityCheck.callbackSecret]
    const told = JSON.stringify({ ...(JSON.parse(body) as object), timestamp })
    expect((await sendCallback(the.api, partnerMessage(told, { id: newId('msg'), at, secret }))).status).toBe(200)
    expect(await statusOf(bearer)).toBe('COMPLETED')
    const { data } = await the.api.client('exportData', {}, { bearer })
    expect(JSON.stringify(data)).toContain(at.toISOString().slice(0, 10))
  },
)

test('A callback still counts after the code and the session have ended [KYC-20 T-01]', async () => {
  const { number, pin, code } = await begun()
  the.api.clock.advance(13 * 60 * MINUTE_MS + SECOND_MS)
  expect(await report(the.api, code, 'COMPLETED')).toBe(200)
  const { data } = await the.api.client('prelogin', { body: { phone: number, pin } })
  expect(data?.pinId).toMatch(/^sms_/)
})

const progressOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result
const again = async (code: string, more: object = { again: 'picture' }) =>
  (await sendCallback(the.api, vendorMessage(the.api, code, '', { more }))).status

test('A callback that wants the picture again keeps the check open, which is the same one later, until an outcome [KYC-49 KYC-20]', async () => {
  const { number, bearer, code } = await begun()
  expect(await again(code, {})).toBe(200)
  expect(await again(code, { again: 'blurred' })).toBe(200)
  expect(await progressOf(bearer)).toEqual({ status: '' })
  expect(await again('A'.repeat(43))).toBe(404)

  for (const reason of ['face', 'picture', 'picture']) expect(await again(code, { again: reason })).toBe(200)
  expect(await progressOf(bearer)).toEqual({ status: '', stage: 'again', reason: 'picture' })
  the.api.clock.advance(20 * MINUTE_MS)
  const later = (await signInOn(the.api, newBrowser(), number)).access_token
  expect(await progressOf(later)).toMatchObject({ stage: 'again' })
  expect((await beginCheck(the.api, later)).code).toBe(code)

  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  expect(await again(code)).toBe(200)
  expect(await progressOf(later)).toEqual({ status: 'PENDING_MANUAL_REVIEW' })
  await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
  expect(await progressOf(later)).toEqual({ status: 'MANUAL_REVIEW_REJECTED' })
  expect(await the.api.rows('select id from identity_session')).toEqual([])
})

test('What a check wants again is forgotten when the check is deleted [KYC-51 KYC-49]', async () => {
  const { code } = await begun()
  await again(code)
  const wanted = () => the.api.rows('select check_id from identity_session')
  expect(await wanted()).toHaveLength(1)
  await the.api.rows('delete from identity_check')
  await expect.poll(wanted).toEqual([])
})
