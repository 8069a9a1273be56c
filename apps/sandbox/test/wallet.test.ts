import { expect } from 'vitest'
import { type AppPhone, test } from './app-phone.ts'
import { MINTID } from './fake-app-product.ts'

test.beforeEach(({ phone }) => phone.signIn())

/** The fields of a form, with what is in them. */
const fieldsOf = (page: string): Record<string, string | undefined> =>
  Object.fromEntries(
    [...page.matchAll(/<input[^>]*>/g)].map(([input]) => [
      /name="(\w+)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1],
    ]),
  )

const CONFIRM = `/api/client/confirm/intent/${MINTID}`
const EXECUTE = `/api/client/exec/intent/${MINTID}`

function open(phone: AppPhone) {
  phone.product.state.payment = { status: 'created', live: true }
  return phone.open()
}

test('The wallet shows what there is, how more comes, and what happened [WALLET-03]', async ({ phone }) => {
  const { body } = await phone.get('/app/wallet')
  // A day and its month stand on one line.
  expect(body).toMatch(/\d{1,2}\u{a0}[A-Z][a-z]{2,}/u)
  for (const words of [
    '€25.50',
    '€12.50 set aside',
    'RF18OFTHETESTS',
    'Add €12.50 now',
    'Deposit',
    '/app/wallet?cursor=older',
  ])
    expect(body).toContain(words)
})

test('A payment says who gets how much for what; one tap confirms and executes it [PAY-16]', async ({ phone }) => {
  const body = await open(phone)
  for (const words of ['Kino Aurora asks for a payment', '€12.50', 'Two tickets']) expect(body).toContain(words)
  expect(body).not.toContain('A test: no money moves.')
  expect(phone.product.called(CONFIRM)).toEqual([])
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect([CONFIRM, EXECUTE].map((path) => phone.product.called(path).length)).toEqual([1, 1])
  expect(await phone.see('/app/request')).toContain('content="0;url=https://cinema.test/return"')
})

test('A tap pays what its page showed, and not what another website put in its place [PAY-16]', async ({ phone }) => {
  const body = await open(phone)
  expect(body).toContain(`value="${MINTID}" name="mintid"`)
  await phone.get('/app?mintid=mintid-of-another-website&mobile=true')
  expect(await phone.see('/app/request')).toContain('value="mintid-of-another-website"')
  expect((await phone.post('/app/request/confirm', { mintid: MINTID })).to).toBe('/app/request')
  expect(phone.product.calls.filter(({ path }) => /\/(?:confirm|exec)\//.test(path))).toEqual([])
})

test.for([
  ['age_proof_required', 403, CONFIRM, 'Prove your age first, once.'],
  ['payment_held', 403, EXECUTE, 'Again in 2 hours.'],
] as const)(
  'An obstacle to a payment is shown, and the payment stays: %s [PAY-16]',
  async ([code, status, path, words], { phone }) => {
    await open(phone)
    phone.product.state.kyc = ''
    phone.refuse(path, status, code, { retry_after: 7_000 })
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).toContain(words)
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).toContain('Paid')
  },
)

test('A payment that needs a fresh log-in is there again after it [PAY-16]', async ({ phone }) => {
  await open(phone)
  phone.refuse(EXECUTE, 403, 'step_up_required')
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect((await phone.get('/app/request')).to).toBe('/app/login')
  expect(await phone.see('/app/login')).toContain('A payment needs a fresh log-in.')
  await phone.typeLogin()
  expect((await phone.post('/app/code', { code: '407183' })).to).toBe('/app/request')
  expect(await phone.see('/app/request')).toContain('The amount is set aside for this payment.')
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(await phone.see('/app/request')).toContain('Paid')
})

test('Who has too little for a payment logs in again before the top-up, not after it, with the number in its place [PAY-10]', async ({
  phone,
}) => {
  phone.product.state.payment = { status: 'created', live: true, amount: 3_000 }
  await phone.open()
  expect((await phone.post('/app/request/top-up')).to).toBe('/app/wallet')
  // A top-up takes a while: the rest of the time would not be enough.
  phone.product.state.freshMs = 60_000
  expect((await phone.post('/app/request/top-up')).to).toBe('/app/login')
  const login = await phone.see('/app/login')
  expect(login).toContain('Is it still you?')
  expect(fieldsOf(login)).toMatchObject({ countryCode: '+49', phoneNumber: '015123456789' })
  expect(fieldsOf(login)['pin']).toBeUndefined()
  await phone.signIn()
  expect(await phone.see('/app/request')).toContain('are missing: top up')
  phone.product.state.freshMs = 300_000
  expect((await phone.post('/app/request/top-up')).to).toBe('/app/wallet')
})

test('The log-in has the number of who was logged out, and of no one who logged out or wants another number', async ({
  phone,
}) => {
  await open(phone)
  phone.refuse(EXECUTE, 403, 'step_up_required')
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(fieldsOf(await phone.see('/app/login'))['phoneNumber']).toBe('015123456789')
  await phone.typeLogin()
  await phone.post('/app/code/cancel')
  expect(fieldsOf(await phone.see('/app/login'))['phoneNumber']).toBe('')
  await phone.signIn()
  await phone.post('/app/logout')
  expect(fieldsOf(await phone.see('/app/login'))['phoneNumber']).toBe('')
})

test('Refusing a payment releases what was set aside for it; if nothing was, the visitor left [PAY-16 PAY-19 RETURN-07]', async ({
  phone,
}) => {
  const release = `/api/client/release/intent/${MINTID}`
  const leave = `/api/idcheck/intent/${MINTID}/leave`
  await open(phone)
  await phone.post('/app/request/refuse')
  expect(await phone.see('/app/request')).toContain('Refused')
  expect([release, leave].map((path) => phone.product.called(path).length)).toEqual([0, 1])
  await phone.post('/app/request/done')
  await open(phone)
  phone.refuse(EXECUTE, 403, 'payment_held', { retry_after: 7_000 })
  await phone.post('/app/request/confirm', { mintid: MINTID })
  await phone.post('/app/request/refuse')
  expect([release, leave].map((path) => phone.product.called(path).length)).toEqual([1, 1])
  expect(await phone.see('/app/request')).toContain('Refused')
})

test.for([
  ['intent_cancelled', null, 'The website took the request back. Nothing was taken.'],
  ['mintid_used', 'cancelled', 'The website took the request back. Nothing was taken.'],
  ['mintid_used', 'paid', 'This payment is done'],
] as const)('A payment that is over says so: %s, %s [PAY-16]', async ([code, ended, words], { phone }) => {
  await open(phone)
  phone.product.state.ended = ended
  phone.refuse(CONFIRM, code === 'mintid_used' ? 404 : 409, code)
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(await phone.see('/app/request')).toContain(words)
  expect(phone.product.called(EXECUTE)).toEqual([])
})
