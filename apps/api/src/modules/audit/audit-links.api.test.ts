import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { addressOf } from '../../platform/client.ts'
import { chained } from '#test/audit-trail.ts'
import { newAddress } from '#test/address.ts'
import { checked, createIntent, registered } from '#test/builders.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer, refund } from '#test/money.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const MONTH_MS = 31 * 24 * HOUR_MS

type Row = {
  seq: number
  type: string
  actor: string | null
  reason: string | null
  request_id: string | null
  network_hash: string | null
}
async function trail(): Promise<Row[]> {
  await chained(the.api)
  const rows = (await the.api.contents()).filter(({ table }) => table === 'public.audit_event')
  return rows.map(({ row }) => row as Row).sort((a, b) => a.seq - b.seq)
}
const newest = async (): Promise<Row | undefined> => (await trail()).at(-1)

/** The app takes an intent over, by the wrong number or the right one. */
async function byApp(mintid: string, bearer: string, isRight: boolean) {
  const { data } = await the.api.client('createAppLink', { body: { mintid } }, {})
  const params = { code: new URL(data.url).pathname.replace('/a/', '') }
  const { numbers } = (await the.api.client('claimAppLink', { params }, { bearer })).data
  const number = numbers.find((one) => (one === data.number) === isRight) ?? 0
  await the.api.client('matchAppLink', { params, body: { number } }, { bearer }).catch(() => undefined)
}

test('No event of an account, and none of the same request, names an intent or a provider [AUDIT-11]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  for (const callback of [undefined, 'https://elsewhere.test/'])
    await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: { callback } }, { bearer })
  for (const isRight of [true, false]) await byApp((await createIntent(the.api)).mintid, bearer, isRight)

  const key = await liveKey(the.api)
  const buyer = await payer(the.api, 9_000)
  const paid = await askForPayment(the.api, key)
  for (let i = 0; i < 2; i++) await confirmPayment(the.api, paid.mintid, buyer.bearer)
  for (let i = 0; i < 2; i++) await executePayment(the.api, paid.mintid, buyer.bearer)
  await refund(the.api, key, paid.id, 500, 'refund of the trail')
  const released = await askForPayment(the.api, key)
  await confirmPayment(the.api, released.mintid, buyer.bearer)
  await the.api.client('releasePayment', { params: { id: released.mintid } }, { bearer: buyer.bearer })

  const rows = await trail()
  for (const type of ['app_link.matched', 'app_link.other_number', 'payment.execute_repeated', 'payment.cancelled'])
    expect(rows.map((row) => row.type)).toContain(type)
  const ids = ['intent', 'provider'].map((table) => `public.${table}`)
  const named = (await the.api.contents())
    .filter(({ table }) => ids.includes(table))
    .map(({ row }) => String((row as { id: unknown }).id))
  const isLink = ({ reason }: Row) => named.some((id) => reason?.includes(id) === true)
  const requests = new Set(
    rows.filter(({ actor }) => actor !== null && actor !== 'operator').map((row) => row.request_id),
  )
  const links = rows.filter((row) => isLink(row) && row.request_id !== null && requests.has(row.request_id))
  expect(links.map(({ type, reason }) => [type, reason])).toEqual([])
  expect(rows.filter((row) => isLink(row) && row.actor !== null && row.actor !== 'operator')).toEqual([])
  expect(rows.filter(isLink).map(({ type }) => type)).toContain('payment.refunded')
  expect(await the.api.command('audit', 'verify')).toMatchObject({ exitCode: 0 })
})

test('The trail has a network as a hash: the same within a month, another one in the next [AUDIT-05]', async () => {
  the.api.clock.hold()
  const address = newAddress()
  the.api.place.address = address
  const exported = async () => {
    await the.api.client('exportData', {}, { bearer: (await registered(the.api)).bearer })
    return (await newest())?.network_hash
  }
  const first = await exported()
  const { network } = addressOf(address)
  expect(JSON.stringify(await trail())).not.toContain(network)
  expect(first).toMatch(/^[0-9a-f]{16}$/)

  expect(await exported()).toBe(first)
  const month = the.api.clock.now().toISOString().slice(0, 7)
  the.api.clock.advance(MONTH_MS)
  expect(await exported()).not.toBe(first)

  const then = await the.api.command('audit', 'network', address, '--month', month)
  expect(then.lines[0]).toMatch(new RegExp(`^${network} in ${month}: ${first}, [1-9][0-9]* events$`))
  expect(then.lines.filter((line) => line.includes('account.exported'))).toHaveLength(2)
  const now = await the.api.command('audit', 'network', address)
  expect(now.lines.filter((line) => line.includes('account.exported'))).toHaveLength(1)
  expect(await the.api.command('audit', 'network', 'nowhere')).toMatchObject({ exitCode: 1 })
  expect(await the.api.command('audit', 'verify')).toMatchObject({ exitCode: 0 })
})
