import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SECOND_MS } from '@avouch/contract'
import { afterAll, expect, test } from 'vitest'
import { smsGatewayAt } from '#test/sms-gateways.ts'
import { type GatewayNumber, Gateways } from './fail-over.ts'
import { SMS_GATEWAYS, type SmsGatewayName } from './gateways/index.ts'

type Answer = { status: number; body: unknown }
const signal = new AbortController().signal
/** The field of a gateway's answer with its own error code. */
const SAYS: Readonly<Record<SmsGatewayName, (code: string) => Answer[]>> = {
  generic: () => [],
  twilio: (code) => [
    { status: 400, body: { code: Number(code) } },
    { status: 201, body: { status: 'failed', error_code: Number(code) } },
  ],
  vonage: (code) => [{ status: 200, body: { messages: [{ status: code }] } }],
  infobip: (code) => [
    { status: 200, body: { messages: [{ status: { groupId: 5, id: Number(code) } }] } },
    { status: 400, body: { requestError: { serviceException: { messageId: code } } } },
  ],
  seven: (code) => [
    { status: 200, body: code },
    { status: 200, body: { success: code, messages: [{ success: false }] } },
  ],
}
/** Codes that mean what every unknown code means: this number gets nothing. */
const REFUSALS: Readonly<Record<SmsGatewayName, readonly string[]>> = {
  generic: [],
  twilio: ['21211', '21610', '21614', '30006'],
  vonage: ['3', '6', '7', '12', '22', '33'],
  infobip: ['6', '8', '10', '14', '51'],
  seven: ['101', '201', '202', '305', '401', '403'],
}
const STATUSES = [302, 400, 402, 403, 404, 409, 422, 429]

/** Each answer that a gateway may give to one number. */
const ANSWERS = (Object.keys(SMS_GATEWAYS) as SmsGatewayName[]).flatMap((gateway) => {
  const { codes, credentials } = SMS_GATEWAYS[gateway]
  const own = [...Object.keys(codes), ...REFUSALS[gateway]].filter((code) => !credentials.includes(code))
  const mixed = gateway === 'vonage' ? [{ status: 200, body: { messages: [{ status: '0' }, { status: '6' }] } }] : []
  const answers = [
    ...own.flatMap((code) => SAYS[gateway](code)),
    ...mixed,
    ...STATUSES.map((status) => ({ status, body: {} })),
  ]
  return answers.map((answer) => ({ gateway, answer }))
})

let answerTo = new Map<string, Answer>()
let calls = 0
const partner = createServer((request, response) => {
  const path = request.url ?? ''
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    calls += 1
    const called = smsGatewayAt(path)
    const { to } = called.read(text)
    const [, ill] = [...answerTo].find(([prefix]) => to.startsWith(prefix)) ?? []
    response.writeHead(ill?.status ?? 200)
    response.end(JSON.stringify(ill?.body ?? called.answer() ?? {}))
  })
})
await new Promise<void>((resolve) => void partner.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  partner.closeAllConnections()
  partner.close()
})

/** Equal gateways, which tests the worse case: the second one refuses the same numbers. */
function gatewaysOf(gateway: SmsGatewayName, count: number) {
  const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
  const access = { url, account: 'AC0account', token: 'the-secret-token', sender: 'Avouch' }
  const settings = { gateway, ...access, timeoutMs: 10 * SECOND_MS }
  const deps = { clock: () => new Date(), warn: () => {} }
  return new Gateways(
    Array.from({ length: count }, () => settings),
    deps,
  )
}

/** Sends an SMS as an SMS with a code goes: to the second gateway where the first one does not take it. */
async function send(gateways: Gateways, to: string) {
  const message = { to, text: 'a text', idempotencyKey: `${to}:1`, lifeSeconds: 300 }
  const begins: GatewayNumber = gateways.primaryIsDown() ? 2 : 1
  const first = await gateways.send(begins, message, signal)
  const failsOver = first.outcome !== 'accepted' && begins === 1 && gateways.failsOver(first.outcome, true)
  return failsOver ? gateways.send(2, message, signal) : first
}

const ONE = ['+1555']
const FIVE = ['+1555', '+3344', '+4477', '+6144', '+8190']

test.each(ANSWERS.flatMap((one) => [1, 2].map((count) => ({ ...one, count, said: JSON.stringify(one.answer) }))))(
  'What $gateway answers to single numbers, $said, stops no SMS of others, with $count gateway(s) [OPS-78 SMS-04]',
  async ({ gateway, answer, count }) => {
    for (const prefixes of [ONE, FIVE]) {
      answerTo = new Map(prefixes.map((prefix) => [prefix, answer]))
      const gateways = gatewaysOf(gateway, count)
      for (let i = 0; i < 15; i++) {
        await send(gateways, `${prefixes[i % prefixes.length]}${1_000_000 + i}`)
        expect(gateways.isDown()).toBe(false)
      }
      expect(gateways.primaryIsDown()).toBe(false)
      calls = 0
      for (let i = 0; i < 3; i++) expect(await send(gateways, `+4915${i}`)).toMatchObject({ outcome: 'accepted' })
      expect(calls).toBe(3)
    }
  },
)

test.each([
  ['an outage', 503, {}, 5],
  ['a page of another machine', 200, 'hello', 5],
  ['refused credentials', 401, {}, 1],
] as const)(
  'A gateway that answers with %s is not asked any more after %s [OPS-78 SMS-04]',
  async (_what, status, body, most) => {
    answerTo = new Map([['+', { status, body }]])
    const gateways = gatewaysOf('twilio', 1)
    for (let i = 0; i < most; i++) {
      expect(gateways.isDown()).toBe(false)
      await send(gateways, `+4915${i}`)
    }
    expect(gateways.isDown()).toBe(true)
  },
)

test.each(
  (Object.keys(SMS_GATEWAYS) as SmsGatewayName[]).flatMap((gateway) =>
    SMS_GATEWAYS[gateway].credentials.map((code) => ({ gateway, code })),
  ),
)(
  'When $gateway refuses our credentials by $code, the next SMS does not begin there [OPS-78 SMS-19]',
  async ({ gateway, code }) => {
    answerTo = new Map([['+', SAYS[gateway](code).at(-1) ?? { status: 401, body: {} }]])
    const gateways = gatewaysOf(gateway, 1)
    await send(gateways, '+49151')
    expect(gateways.isDownByAccount()).toBe(true)
  },
)
