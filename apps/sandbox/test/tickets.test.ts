import { expect } from 'vitest'
import type { FakeProduct } from './fake-product.ts'
import { GATED, OPEN, startCinema, test } from './servers.ts'

const PRICE = 1_250

/** An event about the payment that was asked for last. */
async function told(product: FakeProduct, type: string, payment: object = {}, changes: object = {}) {
  const receipt = type === 'payment.executed' || type === 'payment.refunded' ? await product.signReceipt() : null
  const about = { amount: PRICE, currency: 'EUR', refunded_amount: 0, refund: null, receipt, ...payment }
  return product.event({ type, result: null, verdict: null, live: true, payment: about, ...changes })
}

test.for([
  ['en', 'One ticket: Low Tide', '€12.50'],
  ['de', 'Eine Karte: Ebbe', '12,50'],
] as const)(
  'In %s a ticket is asked for once, with the live key, what it costs and what it is [APP-10]',
  async ([lang, description, price], { product, cinema }) => {
    const anna = await cinema.visitor(OPEN, lang)
    expect(await anna.page()).toContain(price)
    const [first, second] = await Promise.all([anna.ask(), anna.ask()])
    expect([first.statusCode, first.headers.location]).toEqual([303, `${product.latest().url}&lng=${lang}`])
    expect(second.headers.location).toBe(first.headers.location)
    expect((await anna.ask()).headers.location).toBe(first.headers.location)
    const redirect_uri = 'http://localhost:3001/tickets/return'
    expect(product.latest()).toMatchObject({ kind: 'payment', amount: PRICE, description, redirect_uri })
    expect(await anna.version()).toBe('waiting')
  },
)

test('A signed receipt pays the ticket of the visitor who asked, once [APP-10]', async ({ product, cinema }) => {
  const [anna, ben] = [await cinema.visitor(OPEN), await cinema.visitor(OPEN)]
  await ben.ask()
  await anna.ask()
  const back = await cinema.app.inject({ url: '/tickets/return?status=executed', cookies: anna.cookies })
  expect([back.headers.location, await anna.version()]).toEqual([OPEN, 'waiting-back'])
  const event = await told(product, 'payment.executed')
  expect((await cinema.app.inject(event)).statusCode).toBe(200)
  expect([await anna.version(), await ben.version()]).toEqual(['paid', 'waiting'])
  const before = structuredClone(cinema.orders)
  expect((await cinema.app.inject(event)).statusCode).toBe(200)
  expect(cinema.orders).toEqual(before)
  expect(await anna.page()).toContain(product.latest().reference)
  expect((await anna.ask()).headers.location).toBe(OPEN)
})

test.for<[string, (product: FakeProduct) => Promise<string>]>([
  ['signed with another key', (product) => product.signReceipt({}, product.foreignKey)],
  ['for less', (product) => product.signReceipt({ amount: 1 })],
  ['of a test', (product) => product.signReceipt({ live: false })],
])('A ticket is not paid by a receipt that is %s [APP-10]', async ([, make], { product, cinema }) => {
  const anna = await cinema.visitor(OPEN)
  await anna.ask()
  const receipt = await make(product)
  expect((await cinema.app.inject(await told(product, 'payment.executed', { receipt }))).statusCode).toBe(422)
  product.latest().receipt = receipt
  expect(await anna.version()).toBe('waiting')
})

test.for(['payment.expired', 'payment.cancelled'])(
  'After %s a ticket can be bought again, and reports of the earlier payment do not touch it [APP-10]',
  async (type, { product, cinema }) => {
    const anna = await cinema.visitor(OPEN)
    await anna.ask()
    const { id: intent_id, url } = product.latest()
    await cinema.app.inject(await told(product, type))
    expect(await anna.version()).toBe('open')
    expect((await anna.ask()).headers.location).not.toBe(url)
    const late = { receipt: null, refunded_amount: 1 }
    await cinema.app.inject(await told(product, 'payment.refunded', late, { intent_id }))
    expect(await anna.version()).toBe('waiting')
  },
)

test.for([
  ['order', OPEN, 'Give up this order'],
  ['question about the age', GATED, 'Give up'],
] as const)('The visitor may give up the %s and ask again [APP-10]', async ([, film, words], { product, cinema }) => {
  const anna = await cinema.visitor(film)
  await anna.ask()
  expect(await anna.page()).toContain(words)
  expect((await anna.post('/give-up')).headers.location).toBe(film)
  expect([await anna.version(), product.cancelled]).toEqual(['open', [product.latest().id]])
})

test('Part and rest are paid back once each, however often it is pressed [APP-10]', async ({ product, cinema }) => {
  const anna = await cinema.visitor(OPEN)
  const refund = (part: string) => anna.post('/tickets/refund', { part })
  const refunds = () => [...product.refunds.values()].map(({ amount }) => amount)
  await anna.ask()
  await cinema.app.inject(await told(product, 'payment.executed'))
  await Promise.all([refund('half'), refund('half')])
  expect([await anna.version(), refunds()]).toEqual(['paid-625', [625]])
  const page = await anna.page()
  expect(page).toContain('Half of it was paid back.')
  expect(page).not.toContain('pay back half')
  await cinema.app.inject(await told(product, 'payment.refunded', { refunded_amount: 625 }))
  expect(await anna.version()).toBe('paid-625')
  for (const _ of [1, 2]) {
    await refund('rest')
    expect([await anna.version(), refunds()]).toEqual(['returned-1250', [625, 625]])
  }
})

test('Tickets outlive the process, and are forgotten for good [APP-10]', async ({ product, cinema }) => {
  const before = await cinema.visitor(OPEN)
  await before.ask()
  await cinema.app.inject(await told(product, 'payment.executed'))
  await using after = await startCinema(product, cinema.orders)
  const anna = await after.visitor(OPEN, 'en', before.cookies)
  expect(await anna.version()).toBe('paid')
  await anna.post('/tickets/forget')
  expect(await anna.version()).toBe('open')
  expect(after.orders.size).toBe(0)
})
