import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReportMessage, SmsReport } from './adapter.ts'
import { SMS_GATEWAYS, type SmsGatewayName } from './index.ts'

const message = (more: Partial<ReportMessage>): ReportMessage => ({
  method: 'POST',
  url: 'https://product.test/api/sms/report/seven',
  rawBody: '',
  fields: {},
  headers: {},
  ...more,
})
const isGenuine = (gateway: SmsGatewayName, given: Partial<ReportMessage>, secret: string | undefined, at: Date) =>
  SMS_GATEWAYS[gateway].isGenuine(message(given), { token: secret ?? '', secret }, at)

const CALL = {
  url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
  fields: {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  },
  headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
}

test('A signature of Twilio holds for its URL and fields alone: their own example [SMS-22]', () => {
  const now = new Date()
  expect(isGenuine('twilio', CALL, '12345', now)).toBe(true)
  expect(isGenuine('twilio', CALL, '12346', now)).toBe(false)
  expect(isGenuine('twilio', { ...CALL, url: 'https://other.test/myapp.php?foo=1&bar=2' }, '12345', now)).toBe(false)
  expect(isGenuine('twilio', { ...CALL, fields: { ...CALL.fields, Digits: '1235' } }, '12345', now)).toBe(false)
  expect(isGenuine('twilio', { ...CALL, headers: {} }, '12345', now)).toBe(false)
})

const PATH = '/api/sms/report/x?a=https://b:1/'
test.each([
  ['https://product.test', 'https://product.test:443', true],
  ['https://product.test:8443', 'https://product.test', true],
  ['https://product.test:8443', 'https://product.test:443', true],
  ['http://product.test', 'http://product.test:80', true],
  ['https://[2001:db8::1]:8443', 'https://[2001:db8::1]', true],
  ['https://product.test', 'https://product.test:8443', false],
  ['https://product.test', 'http://product.test', false],
  ['https://product.test', 'https://other.test', false],
])('At %s a report counts that its gateway signed for %s: %s [SMS-22]', (ours, theirs, counts) => {
  const [url, signed] = [ours + PATH, theirs + PATH]
  const twilio = createHmac('sha1', 'secret').update(`${signed}Digits1234`).digest('base64')
  const given = { url, fields: { Digits: '1234' }, headers: { 'x-twilio-signature': twilio } }
  expect(isGenuine('twilio', given, 'secret', new Date())).toBe(counts)
  const at = new Date(1_700_000_000_000)
  const text = ['1700000000', 'n1', 'POST', signed, 'd41d8cd98f00b204e9800998ecf8427e'].join('\n')
  const seven = createHmac('sha256', 'secret').update(text).digest('hex')
  const headers = { 'x-timestamp': '1700000000', 'x-nonce': 'n1', 'x-signature': seven }
  expect(isGenuine('seven', { url, headers }, 'secret', at)).toBe(counts)
})

const SIGNED = {
  'message-timestamp': '2013-11-21 15:27:30',
  messageId: '020000001B0FE827',
  msisdn: '14843472194',
  text: 'Test again',
  timestamp: '1385047698',
  to: '13239877404',
  type: 'text',
  sig: 'DDB8397C2B90AAC7F3882D306475C9A5058C92322EEF43C92B298B6E0FC0D330',
}

test('A signature of Vonage holds for its parameters, five minutes long: their own example [SMS-22]', () => {
  const [secret, at] = ['my_secret_key_for_testing', new Date(1_385_047_698_000)]
  const given = (fields: object, now = at, key: string | undefined = secret) =>
    SMS_GATEWAYS.vonage.isGenuine(message({ fields }), { token: '', secret: key }, now)
  expect(given(SIGNED)).toBe(true)
  expect(given(SIGNED, new Date(at.getTime() + 301_000))).toBe(false)
  expect(given({ ...SIGNED, to: '13239877405' })).toBe(false)
  expect(given({ ...SIGNED, sig: undefined })).toBe(false)
  const { sig: _sig, ...unsigned } = SIGNED
  expect(given(unsigned)).toBe(false)
})

test('A signature of seven holds for method, complete URL and body, five minutes long [SMS-22]', () => {
  const [secret, rawBody, at] = ['a-signing-key', '{"a":1}', new Date(1_700_000_000_000)]
  const url = 'https://product.test/api/sms/report/seven'
  // The MD5 of the body.
  const text = ['1700000000', 'n1', 'POST', url, 'bb6cb5c68df4652941caf652a366f2d8'].join('\n')
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const headers = { 'x-timestamp': '1700000000', 'x-nonce': 'n1', 'x-signature': signature }
  expect(isGenuine('seven', { url, rawBody, headers }, secret, at)).toBe(true)
  expect(isGenuine('seven', { url, rawBody: '{"a":2}', headers }, secret, at)).toBe(false)
  const other = 'https://product.test/api/sms/report/other'
  expect(isGenuine('seven', { url: other, rawBody, headers }, secret, at)).toBe(false)
  expect(isGenuine('seven', { url, rawBody, headers }, secret, new Date(at.getTime() + 301_000))).toBe(false)
  expect(isGenuine('seven', { url, rawBody, headers: { ...headers, 'x-nonce': 'n2' } }, secret, at)).toBe(false)
  expect(isGenuine('seven', { url, rawBody, headers }, undefined, at)).toBe(false)
})

const infobip = (groupId: number, id: number) => ({ results: [{ status: { groupId, id } }] })
const seven = (status: string) => ({ webhook_event: 'dlr', data: { msg_id: '77', status, timestamp: '2026-01-01' } })
const off = { state: 'undelivered', why: 'off' } as const
const number = { state: 'undelivered', why: 'number' } as const
const blocked = { state: 'undelivered', why: 'blocked' } as const
const account = { state: 'undelivered', why: 'account' } as const
const other = { state: 'undelivered', why: 'other' } as const
const sent = { state: 'sent', why: null } as const
const delivered = { state: 'delivered', why: null } as const

test.each<[SmsGatewayName, object, SmsReport | undefined]>([
  ['twilio', { MessageStatus: 'sent' }, sent],
  ['twilio', { MessageStatus: 'delivered' }, delivered],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30003' }, off],
  ['twilio', { MessageStatus: 'failed', ErrorCode: '30006' }, number],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30007' }, blocked],
  ['twilio', { MessageStatus: 'failed', ErrorCode: '30002' }, account],
  ['twilio', { MessageStatus: 'undelivered', ErrorCode: '30008' }, other],
  ['twilio', { MessageStatus: 'delivered', ErrorCode: null }, delivered],
  ['twilio', { MessageStatus: 'a new word' }, undefined],
  ['vonage', { status: 'buffered' }, sent],
  ['vonage', { status: 'delivered', 'err-code': '0' }, delivered],
  ['vonage', { status: 'delivered', 'err-code': null }, delivered],
  ['vonage', { status: 'delivered', 'err-code': '' }, delivered],
  ['vonage', { status: 'delivered', 'err-code': '1' }, undefined],
  ['vonage', { status: 'failed', 'err-code': '2' }, off],
  ['vonage', { status: 'rejected', 'err-code': 3 }, number],
  ['vonage', { status: 'failed', 'err-code': '4' }, blocked],
  ['vonage', { status: 'failed', 'err-code': '11' }, account],
  ['vonage', { status: 'expired', 'err-code': '1' }, off],
  ['vonage', { status: 'unknown' }, undefined],
  ['vonage', { status: 'unknown', 'err-code': '8' }, other],
  ['infobip', infobip(1, 7), sent],
  ['infobip', { results: [{ status: { groupId: 5, id: null } }] }, other],
  ['infobip', infobip(3, 2), sent],
  ['infobip', infobip(3, 5), delivered],
  ['infobip', infobip(2, 8), number],
  ['infobip', infobip(4, 15), off],
  ['infobip', infobip(4, 29), undefined],
  ['infobip', infobip(5, 10), blocked],
  ['infobip', infobip(5, 12), account],
  ['infobip', infobip(2, 4), other],
  ['seven', seven('TRANSMITTED'), sent],
  ['seven', seven('DELIVERED'), delivered],
  ['seven', seven('NOTDELIVERED'), number],
  ['seven', seven('EXPIRED'), off],
  ['seven', seven('REJECTED'), blocked],
  ['seven', seven('FAILED'), other],
  ['seven', seven('UNKNOWN'), undefined],
])('A report of %s with %j means %j', (gateway, fields, report) => {
  expect(SMS_GATEWAYS[gateway].readReport(fields)).toMatchObject({ report })
})

test.each<[SmsGatewayName, unknown]>([
  ['twilio', {}],
  ['twilio', undefined],
  ['vonage', { status: ['delivered'] }],
  ['infobip', { results: [] }],
  ['seven', { webhook_event: 'dlr' }],
])('A message of %s like %j is not well formed', (gateway, fields) => {
  expect(SMS_GATEWAYS[gateway].readReport(fields)).toBeUndefined()
})
