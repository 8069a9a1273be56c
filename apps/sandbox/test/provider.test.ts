import { describe, expect, test } from 'vitest'
import type { Booking } from '../src/provider/age-check.ts'
import { type FakeProduct, startFakeProduct } from './fake-product.ts'
import { cookiesOf, OWN, startProviderServer } from './servers.ts'

const FILM = '/films/red-corridor'
const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }

async function startCinema(product: FakeProduct, bookings = new Map<string, Booking>()) {
  const app = await startProviderServer(product, { bookings })
  /** A browser of its own: keeps the cookies it gets. */
  async function visitor() {
    const first = await app.inject({ url: FILM, headers: { accept: 'text/html' } })
    const cookies = cookiesOf(first)
    return {
      cookies,
      ask: (headers: Record<string, string> = {}) =>
        app.inject({ method: 'POST', url: '/confirm', cookies, headers: { ...OWN, ...headers } }),
      startOver: () => app.inject({ method: 'POST', url: '/start-over', cookies, headers: OWN }),
      phase: async () => {
        const page = await app.inject({ url: FILM, cookies, headers: { accept: 'text/html', ...IPHONE } })
        return /data-version="(\w+)"/.exec(page.body)?.[1]
      },
      page: async () => (await app.inject({ url: FILM, cookies })).body,
    }
  }
  return { app, bookings, visitor, [Symbol.asyncDispose]: () => app.close() }
}

describe('asking for proof of age', () => {
  test('sends the visitor to the intent, and marks phones so that they come back in the same tab', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    const onDesktop = await anna.ask()
    expect(onDesktop.statusCode).toBe(303)
    expect(onDesktop.headers.location).toBe(product.latest().url)
    expect((await anna.ask(IPHONE)).headers.location).toBe(`${product.latest().url}&mobile=true`)
    expect(product.latest().redirect_uri).toBe('http://localhost:3001/return')
  })

  test('asks once, however often the button is pressed', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    const [first, second] = await Promise.all([anna.ask(), anna.ask()])
    expect(first.headers.location).toBe(second.headers.location)
    expect((await anna.ask()).headers.location).toBe(first.headers.location)
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://elsewhere.example' },
    {},
  ])('does nothing for a form of another site: %o', async (headers: Record<string, string>) => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const answer = await cinema.app.inject({ method: 'POST', url: '/confirm', headers })
    expect(answer.statusCode).toBe(403)
    expect(product.state.asked).toBe(0)
  })

  test('says so when the product is away, and keeps the reference for the next try', async () => {
    const product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await product[Symbol.asyncDispose]()
    expect((await anna.ask()).statusCode).toBe(503)
    expect((await anna.ask()).statusCode).toBe(503)
    const references = [...cinema.bookings.values()].map((booking) => booking.reference)
    expect(new Set(references).size).toBe(1)
  })
})

describe('the answer', () => {
  test('opens the film only to the visitor who asked', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const [anna, ben] = [await cinema.visitor(), await cinema.visitor()]
    await ben.ask()
    await anna.ask()
    expect((await cinema.app.inject(await product.event())).statusCode).toBe(200)
    expect(await anna.phase()).toBe('yes')
    expect(await ben.phase()).toBe('waiting')
    expect(await (await cinema.visitor()).phase()).toBe('locked')
    expect(await anna.page()).toContain('pairwise-pseudonym')
  })

  test('no keeps the film closed', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const verdict = await product.sign({ result: 'no', verified_on: null })
    await cinema.app.inject(await product.event({ result: 'no', verdict }))
    expect(await anna.phase()).toBe('no')
  })

  test('is not believed from the browser', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const back = await cinema.app.inject({ url: '/return?result=yes&status=confirmed', cookies: anna.cookies })
    expect(back.headers.location).toBe(FILM)
    expect(await anna.phase()).toBe('waiting')
  })

  test('is read from the product when its event is late', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    product.latest().verdict = await product.sign()
    expect(await anna.phase()).toBe('yes')
  })

  test.each<{ what: string; make: (product: FakeProduct) => Promise<string> }>([
    { what: 'signed with another key', make: (product) => product.sign({}, { key: product.foreignKey }) },
    { what: 'of another issuer', make: (product) => product.sign({}, { issuer: 'https://elsewhere.example' }) },
    { what: 'for another website', make: (product) => product.sign({}, { audience: 'other-shop' }) },
    { what: 'about another intent', make: (product) => product.sign({ intent_id: 'intent_of_somebody' }) },
    { what: 'for another booking', make: (product) => product.sign({ reference: 'aurora_of_somebody' }) },
    { what: 'with another result', make: (product) => product.sign({ result: 'no' }) },
    { what: 'not signed at all', make: async () => 'eyJhbGciOiJub25lIn0.e30.' },
  ])('is refused when its verdict is $what', async ({ make }) => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const verdict = await make(product)
    expect((await cinema.app.inject(await product.event({ verdict }))).statusCode).toBe(422)
    product.latest().verdict = verdict
    expect(await anna.phase()).not.toBe('yes')
  })

  test('waits for the next delivery while the keys are out of reach', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const event = await product.event()
    product.state.keysReachable = false
    expect((await cinema.app.inject(event)).statusCode).toBe(503)
    product.state.keysReachable = true
    expect((await cinema.app.inject(event)).statusCode).toBe(200)
    expect(await anna.phase()).toBe('yes')
  })
})

describe('a webhook', () => {
  test.each([
    { what: 'a foreign signature', signed: { secret: `whsec_${Buffer.alloc(24, 7).toString('base64')}` } },
    { what: 'a time long past', signed: { at: new Date(Date.now() - 6 * 60_000) } },
  ])('with $what is refused', async ({ signed }) => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    expect((await cinema.app.inject(await product.event({}, signed))).statusCode).toBe(401)
    expect(await anna.phase()).toBe('waiting')
  })

  test('whose body was changed on the way is refused', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    await (await cinema.visitor()).ask()
    const event = await product.event()
    const answer = await cinema.app.inject({ ...event, payload: event.payload.replace('confirmed', 'denied') })
    expect(answer.statusCode).toBe(401)
  })

  test('of an intent that ended without one is taken, and opens nothing', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const event = await product.event({ result: null, verdict: null })
    expect((await cinema.app.inject(event)).statusCode).toBe(200)
    expect(await anna.phase()).toBe('waiting')
  })

  test('is processed once: a repeat does not bring back what was forgotten', async () => {
    await using product = await startFakeProduct()
    await using cinema = await startCinema(product)
    const anna = await cinema.visitor()
    await anna.ask()
    const event = await product.event()
    await cinema.app.inject(event)
    await anna.startOver()
    expect((await cinema.app.inject(event)).statusCode).toBe(200)
    expect(await anna.phase()).toBe('locked')
  })
})

test('starting over forgets the visitor', async () => {
  await using product = await startFakeProduct()
  await using cinema = await startCinema(product)
  const anna = await cinema.visitor()
  await anna.ask()
  await cinema.app.inject(await product.event())
  await anna.startOver()
  expect(JSON.stringify([...cinema.bookings])).not.toContain(product.latest().reference)
})

test('bookings outlive the process, and a repeated event changes nothing', async () => {
  await using product = await startFakeProduct()
  const before = await startCinema(product)
  const anna = await before.visitor()
  await anna.ask()
  const event = await product.event()
  await before.app.inject(event)
  await before.app.close()

  await using after = await startCinema(product, before.bookings)
  const page = await after.app.inject({ url: FILM, cookies: anna.cookies })
  expect(page.body).toContain('data-version="yes"')
  const kept = structuredClone(after.bookings)
  await after.app.inject(event)
  expect(after.bookings).toEqual(kept)
})
