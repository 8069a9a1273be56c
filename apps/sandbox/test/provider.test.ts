import { expect } from 'vitest'
import type { FakeProduct } from './fake-product.ts'
import { cookiesOf, GATED, startPhoneServer, test } from './servers.ts'

const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)' }

test('The cinema sends the visitor to the intent, and marks phones so that they come back in the same tab', async ({
  product,
  cinema,
}) => {
  const anna = await cinema.visitor()
  const onDesktop = await anna.ask()
  expect([onDesktop.statusCode, onDesktop.headers.location]).toEqual([303, `${product.latest().url}&lng=en`])
  expect((await anna.ask(IPHONE)).headers.location).toBe(`${product.latest().url}&lng=en&mobile=true`)
  expect(product.latest().redirect_uri).toBe('http://localhost:3001/return')
})

test('The language chosen at the cinema is that of Avouch and of every other site of the sandbox [LANG-04]', async ({
  product,
  cinema,
}) => {
  const anna = await cinema.visitor(GATED, 'de')
  expect((await anna.ask()).headers.location).toBe(`${product.latest().url}&lng=de`)
  await using phone = await startPhoneServer()
  const headers = { 'accept-language': 'en' }
  for (const url of ['/', '/app', '/age-app', '/bank'])
    expect((await phone.inject({ url, cookies: anna.cookies, headers })).body).toContain('lang="de"')
})

test('A guest reads a booking number that can be told on the phone, and of the pseudonym its beginning', async ({
  product,
  cinema,
}) => {
  const anna = await cinema.visitor()
  await anna.ask()
  const { reference } = product.latest()
  expect(reference).toMatch(/^A-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}$/)
  expect(await anna.page()).toContain(`Booking <code>${reference}</code>`)
  await cinema.app.inject(await product.event())
  const [shown = ''] = (await anna.page()).split('<details')
  expect(shown).toContain('pairwise…')
  expect(shown).not.toMatch(/(?<=>)[\w-]{20,}(?=<)/)
})

test('Both websites lead back to the stories', async ({ cinema: { app } }) => {
  for (const url of ['/', '/wine']) expect((await app.inject(url)).body).toContain('href="/start/now"')
})

test('The app opens in the language of the address that opened it, and keeps it [LANG-04]', async () => {
  await using phone = await startPhoneServer()
  const opened = await phone.inject({ url: '/app?lng=de', headers: { 'accept-language': 'en' } })
  expect(opened.body).toContain('lang="de"')
  expect((await phone.inject({ url: '/app', cookies: cookiesOf(opened) })).body).toContain('lang="de"')
})

test.for<Record<string, string>>([
  { 'sec-fetch-site': 'cross-site' },
  { origin: 'https://elsewhere.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'null' },
  {},
])('The cinema does nothing for a form of another site: %o', async (headers, { product, cinema }) => {
  const answer = await cinema.app.inject({ method: 'POST', url: '/ask', headers })
  expect([answer.statusCode, product.state.asked]).toEqual([403, 0])
})

test.for<Record<string, string>>([
  { origin: 'http://localhost:80' },
  // WebKit says so of every form that opens a new tab.
  { origin: 'http://localhost:80', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'same-origin' },
])('The cinema takes a form of its own pages in every browser: %o', async (headers, { product, cinema }) => {
  const answer = await cinema.app.inject({ method: 'POST', url: '/ask', headers })
  expect([answer.statusCode, product.state.asked]).toEqual([303, 1])
})

test('The cinema says when the product is away, and keeps the reference for a retry', async ({ product, cinema }) => {
  const anna = await cinema.visitor()
  await product[Symbol.asyncDispose]()
  const references = new Set()
  for (const _ of [1, 2]) {
    expect((await anna.ask()).statusCode).toBe(503)
    for (const { reference } of cinema.orders.values()) references.add(reference)
  }
  expect(references.size).toBe(1)
})

test('A yes opens the film only to the visitor who asked, and one in the browser’s address to nobody', async ({
  product,
  cinema,
}) => {
  const [anna, ben] = [await cinema.visitor(), await cinema.visitor()]
  await ben.ask()
  await anna.ask()
  expect((await cinema.app.inject(await product.event())).statusCode).toBe(200)
  const back = await cinema.app.inject({ url: '/return?result=yes&status=confirmed', cookies: ben.cookies })
  expect([back.headers.location, await anna.version(), await ben.version()]).toEqual([GATED, 'yes', 'waiting-back'])
  expect(await (await cinema.visitor()).version()).toBe('open')
  expect(await anna.page()).toContain('pairwise-pseudonym')
})

test('Who comes back without an answer is told so, in every tab, until they go on', async ({ product, cinema }) => {
  const anna = await cinema.visitor()
  await anna.ask()
  expect(await anna.page()).not.toContain('You came back without an answer')
  await cinema.app.inject({ url: '/return', cookies: anna.cookies })
  expect(await anna.page()).toContain('You came back without an answer')
  expect((await anna.ask()).headers.location).toBe(`${product.latest().url}&lng=en`)
  expect(await anna.version()).toBe('waiting')
})

test('The cinema stops waiting when its visitor has left the product, and opens the film when the answer comes after all', async ({
  product,
  cinema,
}) => {
  const anna = await cinema.visitor()
  await anna.ask()
  const left = await product.event({ type: 'intent.left', verdict: null, result: null })
  expect((await cinema.app.inject(left)).statusCode).toBe(200)
  expect(await anna.version()).toBe('waiting-back')
  expect(await anna.page()).toContain('You came back without an answer')
  expect((await anna.ask()).headers.location).toBe(`${product.latest().url}&lng=en`)
  await cinema.app.inject(await product.event())
  expect(await anna.version()).toBe('yes')
  await cinema.app.inject(left)
  expect(await anna.version()).toBe('yes')
})

test('A question that was cancelled can be asked again', async ({ product, cinema }) => {
  const anna = await cinema.visitor()
  await anna.ask()
  await cinema.app.inject(await product.event({ type: 'intent.cancelled', verdict: null, result: null }))
  expect(await anna.version()).toBe('open')
})

test('An answer is read from the product when its event is late', async ({ product, cinema }) => {
  const anna = await cinema.visitor()
  await anna.ask()
  product.latest().verdict = await product.sign()
  expect(await anna.version()).toBe('yes')
})

test.for<[what: string, make: (product: FakeProduct) => Promise<string>]>([
  ['for another booking', (product) => product.sign({ reference: 'aurora_of_somebody' })],
  ['with another result', (product) => product.sign({ result: 'no', verified_on: null })],
])('An answer is refused when its verdict is %s', async ([, make], { product, cinema }) => {
  const anna = await cinema.visitor()
  await anna.ask()
  const verdict = await make(product)
  expect((await cinema.app.inject(await product.event({ verdict }))).statusCode).toBe(422)
  product.latest().verdict = verdict
  expect(await anna.version()).not.toBe('yes')
})

test('A webhook that comes again does not bring back the visitor who started over', async ({ product, cinema }) => {
  const anna = await cinema.visitor()
  await anna.ask()
  const event = await product.event()
  await cinema.app.inject(event)
  await anna.post('/start-over')
  expect((await cinema.app.inject(event)).statusCode).toBe(200)
  expect(await anna.version()).toBe('open')
  expect(cinema.orders.size).toBe(0)
})
