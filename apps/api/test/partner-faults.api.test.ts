import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { beginCheck, GOOD_PIN, newNumber, passwordGrant, registered, sendSignUp } from './support/builders.ts'
import { deposit } from './support/money.ts'
import { pollEvery, type TestApi } from './support/test-api.ts'
import { useTestApi } from './support/use-test-api.ts'

type Fault = (response: ServerResponse) => unknown
/** Everything that a partner, or a machine before it, may do to a call. */
const FAULTS = {
  cut: (response) => response.destroy(),
  slow: () => {},
  '503': (response) => response.writeHead(503).end(),
  '400': (response) => response.writeHead(400).end('{}'),
  '401': (response) => response.writeHead(401).end('{}'),
  '429': (response) => response.writeHead(429, { 'retry-after': '20' }).end('{}'),
  nonsense: (response) => response.end('<h1>Welcome</h1>'),
  nulls: (response) => response.end('{"status":null,"error_code":null,"tc":null,"timestamp":null}'),
  redirect: (response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  long: (response) => response.end(`"${'x'.repeat(600 * 1_024)}"`),
} as const satisfies Record<string, Fault>
type FaultName = keyof typeof FAULTS
const NAMES = Object.keys(FAULTS) as FaultName[]

let fault: FaultName | undefined
const asked: string[] = []
const partner = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (fault !== undefined) FAULTS[fault](response)
  else response.end('{"status":"queued","error_code":null}')
})
await new Promise<void>((resolve) => void partner.listen(0, '127.0.0.1', resolve))
afterAll(() => {
  partner.closeAllConnections()
  partner.close()
})
const url = `http://127.0.0.1:${(partner.address() as AddressInfo).port}`
/** The reasons of a warning since a line of the log. */
const reasonsSince = ({ log }: TestApi, line: number, event: string) =>
  log
    .slice(line)
    .map((one) => JSON.parse(one) as Record<string, unknown>)
    .flatMap((one) => (one['event'] === event ? [one['reason']] : []))

/** Names the answer to a visitor who wants a code, and what the operator reads. */
const AT_GATEWAY: Record<FaultName, [answer: string, event: string, reason: string]> = {
  cut: ['pending', 'sms not sent', 'ECONNRESET'],
  slow: ['pending', 'sms not sent', 'TimeoutError'],
  '503': ['pending', 'sms not sent', 'unknown status 503'],
  '400': ['cannot_send_sms', 'sms not sent', 'refused status 400'],
  '401': ['service_unavailable', 'sms account error', 'account status 401'],
  '429': ['pending', 'sms not sent', 'not_taken status 429'],
  nonsense: ['pending', 'sms not sent', 'unknown'],
  nulls: ['pending', 'sms not sent', 'unknown'],
  redirect: ['pending', 'sms not sent', 'unknown status 302'],
  long: ['pending', 'sms not sent', 'TooLong'],
}

describe('gateway', () => {
  const the = useTestApi({
    SMS_GATEWAY: 'twilio',
    SMS_ACCOUNT: 'AC0',
    SMS_TOKEN: 'token-of-twilio',
    SMS_SENDER: 'Avouch',
    SMS_URL: url,
    SMS_TIMEOUT_MS: '500',
  })
  test.each(NAMES)(
    'A gateway (%s) leaves the visitor with a true answer, the operator with a reason, and the next visitor with a code [OPS-76 SMS-02]',
    async (name) => {
      const number = newNumber()
      await sendSignUp(the.api, number)
      const bearer = await passwordGrant(the.api, number, GOOD_PIN)
      const line = the.api.log.length
      fault = name
      const answer = await the.api.client('resendCode', { body: {} }, { bearer }).then(
        ({ data }) => (data.pending ? 'pending' : 'sent'),
        ({ code }: { code: string }) => code,
      )
      fault = undefined
      const [right, event, reason] = AT_GATEWAY[name]
      expect([answer, reasonsSince(the.api, line, event)[0]]).toEqual([right, reason])
      expect(asked).not.toContain('/elsewhere')
      the.api.clock.advance(30 * SECOND_MS)
      const other = newNumber()
      await sendSignUp(the.api, other)
      const next = await the.api.client(
        'resendCode',
        { body: {} },
        { bearer: await passwordGrant(the.api, other, GOOD_PIN) },
      )
      expect(next.data).toMatchObject({ sent: true })
    },
  )
})

const AT_OTHERS: Record<FaultName, [bank: string | undefined, service: string]> = {
  cut: ['ECONNRESET', 'ECONNRESET'],
  slow: ['TimeoutError', 'TimeoutError'],
  '503': ['status 503', 'status 503'],
  '400': ['status 400', 'status 400'],
  '401': ['status 401', 'status 401'],
  '429': ['status 429', 'status 429'],
  // The bank says by its status alone that it has an order.
  nonsense: [undefined, 'no JSON'],
  nulls: [undefined, 'not understood'],
  redirect: ['status 302', 'status 302'],
  long: [undefined, 'TooLong'],
}

describe('bank and service', () => {
  const the = useTestApi({ BANK_RETURNS_URL: `${url}/bank`, IDENTITY_STATUS_URL: `${url}/checks` }, pollEvery(500))
  test.each(NAMES)(
    'A bank and an identity-check service (%s) decide nothing, and the operator reads why [OPS-76 KYC-25]',
    async (name) => {
      fault = undefined
      const { bearer } = await registered(the.api)
      await beginCheck(the.api, bearer)
      const line = the.api.log.length
      fault = name
      await deposit(the.api, 'of nobody', 100)
      the.api.clock.advance(6 * MINUTE_MS)
      const [bank, service] = AT_OTHERS[name]
      const reasons = () => [
        ...reasonsSince(the.api, line, 'return order not sent'),
        ...reasonsSince(the.api, line, 'identity check not asked'),
        ...reasonsSince(the.api, line, 'identity check report not understood').map(() => 'not understood'),
      ]
      await expect.poll(reasons, { timeout: 15_000 }).toEqual(expect.arrayContaining([bank, service].filter(Boolean)))
      expect((await the.api.client('kycStatus', {}, { bearer })).data.result.status).toBe('')
      fault = undefined
    },
  )
})
