import { describe, expect, test } from 'vitest'
import type { Ticket } from '../src/provider/box-office.ts'
import { type FakeProduct, startFakeProduct } from './fake-product.ts'
import { cookiesOf, OWN, startProviderServer } from './servers.ts'

const FILM = '/films/low-tide'
const PRICE = 1_250

async function startCinema(product: FakeProduct, tickets = new Map<string, Ticket>()) {
  const app = await startProviderServer(product, { tickets })
  async function visitor(lang = 'en') {
    const first = await app.inject({ url: `${FILM}?lang=${lang}`, headers: { accept: 'text/html' } })
    const cookies = cookiesOf(first)
    const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url,
        cookies,
        headers: { ...OWN, ...headers },
        payload: new URLSearchParams({ film: 'low-tide', ...fields }).toString(),
      })
    const page = async () => (await app.inject({ url: FILM, cookies })).body
    return {
      cookies,
      post,
      page,
      buy: () => post('/tickets'),
      version: async () => /data-version="([^"]+)"/.exec(await page())?.[1],
    }
  }
  const told = async (type: string, payment: object = {}, changes: object = {}) => {
    const receipt = type === 'payment.executed' || type === 'payment.refunded' ? await product.signReceipt() : null
    const about = { amount: PRICE, currency: 'EUR', refunded_amount: 0, refund: null, receipt, ...payment }
    return product.event({ type, result: null, verdict: null, live: true, payment: about, ...changes })
  }
  return { app, tickets, visitor, told, [Symbol.asyncDispose]: () => app.close() }
}

describe('a ticket', () => {
  test.each([
    ['en', 'One ticket: Low Tide', '€12.50'],
    ['de', 'Eine Karte: Ebbe', '12,50'],
  ])(
    'PAY-18 in %s is asked for once, with the live key, what it costs and what it is',
    async (lang, description, price) => {
      await using product = await startFakeProduct()
      await using cinema = await startCinema(product)
      const anna = await cinema.visitor(lang)
      expect(await anna.page()).toMatch(new RegExp(price))
      const [first, second] = await Promise.all([anna.buy(), anna.buy()])
      expect([first.statusCode, first.headers.location]).toEqual([303, product.latest().url])
      expect(second.headers.location).toBe(first.headers.location)
      expect((await anna.buy()).headers.location).toBe(first.headers.location)
      expect(product.latest()).toMatchObject({
        kind: 'payment',
        amount: PRICE,
        description,
        redirect_uri: 'http://localhost:3001/tickets/return',
      })
      expect(await anna.version()).toBe('waiting-0')
    },
  )

  test('PAY-18 is paid when its signed receipt came, for the one who asked, once', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const [anna, ben] = [await cinema.visitor(), await cinema.visitor()]
    await ben.buy()
    await anna.buy()
    const back = await cinema.app.inject({ url: '/tickets/return?status=executed', cookies: anna.cookies })
    expect([back.headers.location, await anna.version()]).toEqual([FILM, 'waiting-0'])
    const event = await cinema.told('payment.executed')
    expect((await cinema.app.inject(event)).statusCode).toBe(200)
    expect([await anna.version(), await ben.version()]).toEqual(['paid-0', 'waiting-0'])
    const kept = structuredClone(cinema.tickets)
    expect((await cinema.app.inject(event)).statusCode).toBe(200)
    expect(cinema.tickets).toEqual(kept)
    expect(await anna.page()).toContain(product.latest().reference)
    expect((await anna.buy()).headers.location).toBe(FILM)
  })

  test.each<[string, (product: FakeProduct) => Promise<string>]>([
    ['signed with another key', (product) => product.signReceipt({}, { key: product.foreignKey })],
    ['for another website', (product) => product.signReceipt({}, { audience: 'other-shop' })],
    ['of another payment', (product) => product.signReceipt({ intent_id: 'int_of_somebody' })],
    ['for another order', (product) => product.signReceipt({ reference: 'ticket_of_somebody' })],
    ['for less', (product) => product.signReceipt({ amount: 1 })],
    ['of a test', (product) => product.signReceipt({ live: false })],
    ['a proof of age', (product) => product.sign()],
  ])('PAY-18 is not paid by a receipt that is %s', async (_what, make) => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.buy()
    const receipt = await make(product)
    expect((await cinema.app.inject(await cinema.told('payment.executed', { receipt }))).statusCode).toBe(422)
    product.latest().receipt = receipt
    expect(await anna.version()).toBe('waiting-0')
  })

  test('PAY-18 whose event is late is read from the product', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.buy()
    product.latest().receipt = await product.signReceipt()
    expect(await anna.version()).toBe('paid-0')
  })

  test.each(['payment.expired', 'payment.cancelled'])(
    'PAY-18 after %s can be bought again, and reports of the earlier payment do not touch it',
    async (type) => {
      await using product = await startFakeProduct()
      await using cinema = await startCinema(product)
      const anna = await cinema.visitor()
      await anna.buy()
      const { id: intent_id, url } = product.latest()
      await cinema.app.inject(await cinema.told(type))
      expect(await anna.version()).toBe('offer-0')
      expect((await anna.buy()).headers.location).not.toBe(url)
      await cinema.app.inject(
        await cinema.told('payment.refunded', { receipt: null, refunded_amount: 1 }, { intent_id }),
      )
      expect(await anna.version()).toBe('waiting-0')
    },
  )
})

describe('paying back', () => {
  test('PAY-18 a part and the rest, each once however often it is pressed', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.buy()
    await cinema.app.inject(await cinema.told('payment.executed'))
    await Promise.all([anna.post('/tickets/refund', { part: 'half' }), anna.post('/tickets/refund', { part: 'half' })])
    expect(await anna.version()).toBe('paid-625')
    expect([...product.refunds.values()].map(({ amount }) => amount)).toEqual([625])
    await cinema.app.inject(await cinema.told('payment.refunded', { refunded_amount: 625 }))
    expect(await anna.version()).toBe('paid-625')
    await anna.post('/tickets/refund', { part: 'rest' })
    expect([...product.refunds.values()].map(({ amount }) => amount)).toEqual([625, 625])
    expect(await anna.version()).toBe('returned-1250')
    await anna.post('/tickets/refund', { part: 'rest' })
    expect(product.refunds.size).toBe(2)
  })

  test('PAY-18 a refund that is reported before the payment makes it paid, and never less', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.buy()
    await cinema.app.inject(await cinema.told('payment.refunded', { refunded_amount: 100 }))
    await cinema.app.inject(await cinema.told('payment.executed'))
    expect(await anna.version()).toBe('paid-100')
  })

  test.each(['/tickets', '/tickets/refund', '/tickets/forget'])(
    'PAY-18 %s does nothing for a form of another site',
    async (url) => {
      await using product = await startFakeProduct()
      await using cinema = await startCinema(product)
      const anna = await cinema.visitor()
      await anna.buy()
      await cinema.app.inject(await cinema.told('payment.executed'))
      const asked = product.state.asked
      expect((await anna.post(url, {}, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
      expect([product.state.asked, product.refunds.size, await anna.version()]).toEqual([asked, 0, 'paid-0'])
    },
  )
})

test('PAY-18 tickets outlive the process, and are forgotten for good', async () => {
  await using product = await startFakeProduct()
  const before = await startCinema(product)
  const anna = await before.visitor()
  await anna.buy()
  await before.app.inject(await before.told('payment.executed'))
  await before.app.close()
  await using after = await startCinema(product, before.tickets)
  const page = () => after.app.inject({ url: FILM, cookies: anna.cookies })
  expect((await page()).body).toContain('data-version="paid-0"')
  const { reference } = product.latest()
  await after.app.inject({
    method: 'POST',
    url: '/tickets/forget',
    cookies: anna.cookies,
    headers: OWN,
    payload: 'film=low-tide',
  })
  expect((await page()).body).toContain('data-version="offer-0"')
  expect(JSON.stringify([...after.tickets])).not.toContain(reference)
})
