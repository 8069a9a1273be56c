import { randomUUID } from 'node:crypto'
import { type KycStatus, SECOND_MS } from '@avouch/contract'
import { expect, vi } from 'vitest'
import { beginCheck, registered } from '#test/builders.ts'
import type { TestApi } from '#test/test-api.ts'
import { send } from '#test/wire.ts'
import type { Answer, Decision, FakeVendor, Fault, Person } from './fake-vendor.ts'

/** An adapter's server, and its fake vendor. */
export type Tested = {
  the: { readonly api: TestApi }
  vendor: FakeVendor
  /** Leaves out what the vendor has no word for. */
  without?: readonly (Decision | Fault)[]
}

/** Opens the address of a check as a browser does. */
export const open = (api: TestApi, url: string | null, init: RequestInit = {}, method = 'GET') => {
  const { pathname, search } = new URL(url ?? '')
  return send(api, method, pathname + search, init)
}

export const statusOf = async (api: TestApi, bearer: string) =>
  (await api.client('kycStatus', {}, { bearer })).data.result

/** A visitor at the vendor's page. */
export async function atVendor(api: TestApi, vendor: FakeVendor, lang: 'en' | 'de' = 'de') {
  const visitor = await registered(api)
  const { code, url } = await beginCheck(api, visitor.bearer, { lang })
  const { headers } = await open(api, url)
  const place = headers.get('location')
  const session = vendor.sessions.find((one) => one.url === place)
  if (session === undefined || place === null) throw new Error('the visitor was not sent to a session')
  return { ...visitor, code, url, place, session }
}
export type AtVendor = Awaited<ReturnType<typeof atVendor>>

/** A document that nobody else has. */
export const own = (vendor: FakeVendor, more: Partial<Person> = {}): Person => ({
  ...vendor.person,
  documentNumber: randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase(),
  ...more,
})

type Posted = { headers: Record<string, string>; body: Buffer }

/** @returns the status of the answer to the vendor's message */
export async function post(api: TestApi, vendor: FakeVendor, { headers, body }: Posted): Promise<number> {
  const path = `/identity/report/${vendor.settings['IDENTITY_VENDOR']}`
  return (await send(api, 'POST', path, { headers, body: new Uint8Array(body) })).status
}

/** The status that is stored, however long ago the visitor's token ended. */
export const storedStatus = async (api: TestApi, { tokens }: Pick<AtVendor, 'tokens'>) =>
  (await api.rows('select kyc_status from account where id = $1', [tokens.user_id]))[0]?.['kyc_status']

export const until = (api: TestApi, bearer: string, status: KycStatus) =>
  vi.waitFor(async () => expect((await statusOf(api, bearer)).status).toBe(status), { timeout: 60_000, interval: 50 })

/** Waits until no check is due, and no question under way. */
export async function idle(api: TestApi): Promise<void> {
  const due = () => {
    const now = api.clock.now()
    const gap = new Date(now.getTime() + 3 * SECOND_MS)
    return api.rows('select id from identity_check where next_poll_at <= $1 or ask_after > $2', [now, gap])
  }
  await expect.poll(due).toEqual([])
}

export const timesAsked = ({ calls }: FakeVendor, id: string): number =>
  calls.filter(({ method, path }) => method === 'GET' && path.includes(id)).length

/** The value of a metric whose line begins so. */
export async function metricOf(api: TestApi, line: string): Promise<number> {
  const lines = (await (await api.monitored('/metrics')).text()).split('\n')
  return Number(
    lines
      .find((one) => one.startsWith(line))
      ?.split(' ')
      .at(-1) ?? 0,
  )
}

/** A page of something that stands before the vendor. */
export const htmlPage = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><h1>Not here</h1>',
})
