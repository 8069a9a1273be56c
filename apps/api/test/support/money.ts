import { SECOND_MS } from '@avouch/contract'
import { expect } from 'vitest'
import { newId } from '../../src/platform/identifier.ts'
import { registered, type Visitor } from './builders.ts'
import type { TestApi } from './test-api.ts'
import { partnerMessage } from './wire.ts'

export const referenceFor = async (api: TestApi, bearer: string): Promise<string> =>
  (await api.client('walletDeposit', {}, { bearer })).data.reference

export const walletOf = async (api: TestApi, bearer: string) => (await api.client('wallet', {}, { bearer })).data

/** Everything in the wallet, the oldest first, as kind and changes. */
export async function movementsOf(api: TestApi, bearer: string) {
  const { data } = await api.client('walletEntries', { query: { limit: '100' } }, { bearer })
  return data.data.toReversed().map((entry) => [entry.kind, entry.available_change, entry.reserved_change])
}

type Told = {
  id?: string
  paymentId?: string
  currency?: string
  secret?: string
  at?: Date
  type?: string
  more?: object
}

/** A signed message of the bank. */
export function bankMessage(api: TestApi, reference: string, amount: number, told: Told = {}) {
  const { paymentId = newId('pay'), currency = 'EUR', at = api.clock.now() } = told
  const { type = 'payment.received', more } = told
  const data = { payment_id: paymentId, amount, currency, reference, ...more }
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  const secret = told.secret ?? api.credentials.bank.callbackSecret
  return { paymentId, ...partnerMessage(body, { id: told.id ?? newId('msg'), at, secret }) }
}

export const sendToBankCallback = (api: TestApi, message: { body: string; headers: Record<string, string> }) =>
  fetch(`${api.baseUrl}/api/bank/callback`, { method: 'POST', body: message.body, headers: message.headers })

/** A deposit arrives. @returns the bank's id of the payment */
export async function deposit(api: TestApi, reference: string, amount: number, told: Told = {}): Promise<string> {
  const message = bankMessage(api, reference, amount, told)
  const answer = await sendToBankCallback(api, message)
  if (!answer.ok) throw new Error(`the bank was answered ${answer.status} ${await answer.text()}`)
  await answer.text()
  return message.paymentId
}

/** Waits until the bank is sent an order once more, which comes after a while. */
export async function sentAgain(api: TestApi, paymentId: string): Promise<void> {
  const sent = () => {
    api.clock.advance(SECOND_MS)
    return api.world.returnsOf(paymentId).length
  }
  await expect.poll(sent).toBe(2)
}

/** A visitor with money. */
export async function payer(api: TestApi, amount: number): Promise<Visitor & { reference: string }> {
  const visitor = await registered(api)
  const reference = await referenceFor(api, visitor.bearer)
  if (amount > 0) await deposit(api, reference, amount)
  return { ...visitor, reference }
}

/** A signed message of the bank with any content. */
export const bankSays = (api: TestApi, body: string) =>
  sendToBankCallback(
    api,
    partnerMessage(body, { id: newId('msg'), at: api.clock.now(), secret: api.credentials.bank.callbackSecret }),
  )

const PAYMENT_SCOPES = ['intents:read', 'intents:write', 'payments:read', 'payments:write']

/** A live key of the sandbox's provider with the payment scopes. */
export const liveKey = async (api: TestApi, provider = api.credentials.provider.id): Promise<string> =>
  (
    await api.operate('provider', 'key', 'create', provider, ...PAYMENT_SCOPES.flatMap((scope) => ['--scope', scope]))
  ).at(-1) ?? ''

type Asked = {
  amount?: number
  description?: string
  reference?: string
  minimum_age?: 18
  expires_in_minutes?: number
  redirect_uri?: string
}

/** A provider requests a payment. */
export async function askForPayment(api: TestApi, key: string, asked: Asked = {}) {
  const redirect_uri = `${api.world.url}/return`
  const body = { kind: 'payment', amount: 1_999, currency: 'EUR', description: 'Abendkasse', redirect_uri, ...asked }
  return (await api.client('createIntent', { headers: {}, body: { ...body, kind: 'payment' } }, { bearer: key })).data
}

export const confirmPayment = (api: TestApi, mintid: string, bearer: string) =>
  api.client('confirmPayment', { params: { id: mintid } }, { bearer })
export const executePayment = (api: TestApi, mintid: string, bearer: string) =>
  api.client('executePayment', { params: { id: mintid } }, { bearer })
export const releasePayment = (api: TestApi, mintid: string, bearer: string) =>
  api.client('releasePayment', { params: { id: mintid } }, { bearer })

/** A visitor with money who has paid with it. */
export async function paid(api: TestApi, key: string, asked: Asked = {}, holds = 5_000) {
  const visitor = await payer(api, holds)
  const intent = await askForPayment(api, key, asked)
  await confirmPayment(api, intent.mintid, visitor.bearer)
  await executePayment(api, intent.mintid, visitor.bearer)
  return { ...visitor, intent }
}

export const refund = async (
  api: TestApi,
  key: string,
  id: string,
  amount: number | undefined,
  idempotencyKey: string,
) =>
  (
    await api.client(
      'refundPayment',
      { params: { id }, headers: { 'idempotency-key': idempotencyKey }, body: { amount } },
      { bearer: key },
    )
  ).data
