import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { registered } from '#test/builders.ts'
import {
  bankMessage,
  bankSays,
  deposit,
  movementsOf,
  payer,
  referenceFor,
  sendToBankCallback,
  sentAgain,
  walletOf,
} from '#test/money.ts'
import { invited } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { withCheckDigits } from '../../platform/mod97.ts'

const SECRET_BEFORE = `whsec_${Buffer.alloc(32, 6).toString('base64')}`
const the = useTestApi({
  BANK_CALLBACK_SECRET_OLD: SECRET_BEFORE,
  BANK_IBAN: 'DE89 3704 0044 0532 0130 00',
  BANK_ACCOUNT_HOLDER: 'Avouch GmbH',
})

const returned = async (paymentId: string) => {
  await the.api.world.until(() => the.api.world.returnsOf(paymentId).length > 0)
  return the.api.world.returnsOf(paymentId).map(({ order }) => [order.amount, order.reason])
}
async function refusal(message: { body: string; headers: Record<string, string> }) {
  const answer = await sendToBankCallback(the.api, message)
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}

test('A wallet is empty at first, and only its holder sees it [WALLET-01]', async () => {
  const { bearer } = await registered(the.api)
  expect(await walletOf(the.api, bearer)).toEqual({ available: 0, reserved: 0, currency: 'EUR' })
  expect(await movementsOf(the.api, bearer)).toEqual([])
  await expect(the.api.client('wallet', {})).rejects.toMatchObject({ code: 'invalid_token' })
})

test('A wallet is topped up by a transfer with its deposit reference, which never changes [WALLET-02]', async () => {
  const { bearer } = await registered(the.api)
  const { data } = await the.api.client('walletDeposit', {}, { bearer })
  expect(data).toEqual({
    open: true,
    reference: expect.stringMatching(/^RF[0-9]{2}[A-Z2-9]{16}$/) as string,
    iban: 'DE89370400440532013000',
    account_holder: 'Avouch GmbH',
    currency: 'EUR',
    max_balance: 100_000,
  })
  expect(await referenceFor(the.api, bearer)).toBe(data.reference)
  expect(await referenceFor(the.api, (await registered(the.api)).bearer)).not.toBe(data.reference)
  await deposit(the.api, `Guthaben ${data.reference.toLowerCase().replaceAll(/(.{4})/g, '$1 ')} danke`, 2_550)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 2_550, reserved: 0 })
  expect(await movementsOf(the.api, bearer)).toEqual([['deposit', 2_550, 0]])
})

test('A wallet has its history page by page, and a receipt for each entry [WALLET-03]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  for (let amount = 1; amount <= 5; amount++) await deposit(the.api, reference, amount)
  const seen: number[] = []
  let cursor: string | undefined
  do {
    const { data } = await the.api.client('walletEntries', { query: { limit: '2', cursor } }, { bearer })
    seen.push(...data.data.map((entry) => entry.available_change))
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual([5, 4, 3, 2, 1])

  const { data } = await the.api.client('walletEntries', { query: {} }, { bearer })
  const [entry = expect.fail('no entry')] = data.data
  const { data: receipt } = await the.api.client('walletEntryReceipt', { params: { id: entry.id } }, { bearer })
  expect(receipt).toEqual({ entry, transaction: null, reference: null, refunded: null, return_reason: null })
  const stranger = await payer(the.api, 100)
  const read = the.api.client('walletEntryReceipt', { params: { id: entry.id } }, { bearer: stranger.bearer })
  await expect(read).rejects.toMatchObject({ code: 'not_found' })
  const theirs = await the.api.client('walletEntries', { query: { cursor: entry.id } }, { bearer: stranger.bearer })
  expect(theirs.data.data).toEqual([])
})

test('A message of the bank counts once, by its own id and by the payment’s [WALLET-04 X-10]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const message = bankMessage(the.api, reference, 700)
  for (let i = 0; i < 3; i++) expect((await sendToBankCallback(the.api, message)).status).toBe(200)
  await deposit(the.api, reference, 700, { paymentId: message.paymentId })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 700 })
})

test('A message of the bank needs a valid and fresh signature, by the secret or the one before [WALLET-04 X-10]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const secret = the.api.credentials.identityCheck.callbackSecret
  const at = new Date(the.api.clock.now().getTime() - 6 * MINUTE_MS)
  const good = bankMessage(the.api, reference, 700)
  for (const message of [
    bankMessage(the.api, reference, 700, { secret }),
    bankMessage(the.api, reference, 700, { at }),
    { ...good, body: good.body.replace('700', '70000') },
  ])
    expect(await refusal(message)).toEqual([401, 'invalid_signature'])
  await deposit(the.api, reference, 7, { secret: SECRET_BEFORE })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 7 })
})

test('A message of the bank is understood with everything that banks leave out, add or write otherwise [WALLET-05]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const spaced = reference.replaceAll(/(.{4})/g, '$1 ')
  const odd = { reference: `SVWZ+${spaced.toLowerCase()}\0\n?21GRUESSE ${'x'.repeat(700)}`, iban: 'DE89', fee: null }
  await deposit(the.api, '', 700, { currency: 'eur', paymentId: `2026/11/26 Ü+${'7'.repeat(70)}`, more: odd })
  await deposit(the.api, '', 1, { currency: ' EUR ', more: { reference, payment_id: Date.now() } })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 701 })
  const { body } = bankMessage(the.api, reference, 2)
  expect((await bankSays(the.api, `\uFEFF${body.replace(/"timestamp":"[^"]+"/, '"timestamp":null')}`)).status).toBe(200)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 703 })
})

test.each([100_000_000_001, 9_007_199_254_740_991])(
  'A deposit above all that can be booked (%d) is returned without an entry [WALLET-05]',
  async (amount) => {
    const { bearer, reference } = await payer(the.api, 0)
    the.api.world.answers.bank.status = 503
    const paymentId = await deposit(the.api, reference, amount)
    expect(await returned(paymentId)).toEqual([[amount, 'balance_limit']])
    expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right') as string])
    the.api.world.answers.bank.status = 204
    await sentAgain(the.api, paymentId)
    await deposit(the.api, reference, 5)
    expect(await movementsOf(the.api, bearer)).toEqual([['deposit', 5, 0]])
    expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right') as string])
  },
)

test.each<[string, string | { type?: string; more?: object }, string?]>([
  ['an amount of 0', { more: { amount: 0 } }],
  ['an amount below 0', { more: { amount: -5 } }],
  ['an amount that no number is exact for', { more: { amount: 1e17 } }],
  ['an amount as text', { more: { amount: '12' } }],
  ['no currency', { more: { currency: undefined } }],
  ['no name of the payment', { more: { payment_id: undefined } }],
  ['a name of the payment with a NUL', { more: { payment_id: 'a\0b' } }],
  ['the type payment.returned', { type: 'payment.returned' }],
  ['no JSON', '{"type":"payment.received"'],
  ['a payment without content', '{"type":"payment.received"}'],
  [
    'nothing about a payment',
    '{"type":"account.ping","data":{}}',
    '"event":"bank event ignored","type":"account.ping"',
  ],
])(
  'A message of the bank with %s is answered, books nothing, and is in the log [X-10]',
  async (_what, told, logged = '"event":"bank event not understood"') => {
    const { bearer, reference } = await payer(the.api, 0)
    const before = the.api.log.length
    const { body } = typeof told === 'string' ? { body: told } : bankMessage(the.api, reference, 700, told)
    expect((await bankSays(the.api, body)).status).toBe(200)
    expect(await movementsOf(the.api, bearer)).toEqual([])
    expect(the.api.log.slice(before).join('')).toContain(logged)
  },
)

test('Messages of the bank that are not understood are a row for the operator for a week, from the first on [ADMIN-34]', async () => {
  const rows = async () => {
    const operator = await invited(the.api, 'auditor')
    const { data } = (await operator.call('adminListAttention', {})).data
    return data.filter(({ kind }) => kind === 'bank_not_understood')
  }
  await the.api.rows("delete from failure_streak where kind = 'bank message'", [])
  const { reference } = await payer(the.api, 0)
  await sendToBankCallback(the.api, bankMessage(the.api, reference, 700, { id: 'msg_fine' }))
  expect(await rows()).toEqual([])
  const since = the.api.clock.now()
  const odd = (id: string) =>
    sendToBankCallback(the.api, bankMessage(the.api, reference, 700, { id, type: 'payment.odd' }))
  for (const id of ['msg_one', 'msg_one']) expect((await odd(id)).status).toBe(200)
  the.api.clock.advance(MINUTE_MS)
  await odd('msg_two')
  const [row, ...others] = await rows()
  expect(others).toEqual([])
  expect(row).toMatchObject({ about: 'msg_one', count: 2, severity: 'critical', alert: 'AvouchBankNotUnderstood' })
  expect(Math.abs(Date.parse(row?.since ?? '') - since.getTime())).toBeLessThan(MINUTE_MS)
  await deposit(the.api, reference, 700)
  expect(await rows()).toHaveLength(1)
  the.api.clock.advance(7 * 24 * HOUR_MS)
  await the.api.operate('jobs', 'run', 'retention.sweep')
  expect(await rows()).toEqual([])
})

test('A message of the bank that contradicts an earlier report of a payment is refused and logged [WALLET-04 AUDIT-04]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const { paymentId, headers } = bankMessage(the.api, reference, 700)
  await deposit(the.api, reference, 700, { paymentId, id: headers['webhook-id'] })
  const strays = await deposit(the.api, 'nobody', 40, { currency: 'CHF' })
  for (const message of [
    bankMessage(the.api, reference, 900, { paymentId }),
    bankMessage(the.api, reference, 700, { paymentId, currency: 'CHF' }),
    bankMessage(the.api, reference, 700, { id: headers['webhook-id'] }),
    bankMessage(the.api, 'nobody', 40, { paymentId: strays }),
    bankMessage(the.api, 'nobody', 41, { paymentId: strays, currency: 'CHF' }),
  ])
    expect(await refusal(message)).toEqual([409, 'payment_contradicts'])
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 700 })
  expect(await movementsOf(the.api, bearer)).toEqual([['deposit', 700, 0]])
  const told = the.api.log.filter((line) => line.includes('bank contradicts itself'))
  expect(told.map((line) => (JSON.parse(line) as { level: string }).level)).toEqual(Array(5).fill('warn'))
  expect(told.filter((line) => line.includes(paymentId))).toHaveLength(2)
})

const OTHER_COMPANY = withCheckDigits('RF', 'ACME202611260001')
const broken = (text: string, by: string) => text.replaceAll(/(.{9})/g, `$1${by}`)
test.each<[string, (reference: string) => string]>([
  ['padded with zeros', (one) => one.replace(/^(RF..)/, '$100000')],
  ['padded with blanks', (one) => `${one.padStart(60).padEnd(140)}.`],
  ['behind a field mark', (one) => `SVWZ+${one}`],
  ['between field marks', (one) => `EREF+NOTPROVIDED KREF+1 SVWZ+${one} ABWA+MAX`],
  ['behind a mark of a foreign bank', (one) => `/ROC/NOTPROVIDED/INV/${one}/URI/26-11`],
  ['behind a word of the same letters', (one) => `RFB/REF.${one}`],
  ['in lines', (one) => broken(one, '\r\n')],
  ['in lines that continue', (one) => broken(one, '\n//')],
  ['in subfields of a statement', (one) => `166?00GUTSCHR?20SVWZ+${broken(one, '?21')}?30BANK`],
  ['in groups with other signs', (one) => one.replaceAll(/(.{4})/g, '$1-')],
  ['twice', (one) => `${one} ${one.toLowerCase()}`],
  ['behind the reference of another company', (one) => `${OTHER_COMPANY} ${one}`],
  ['before the reference of another company', (one) => `${one} ${OTHER_COMPANY}`],
  ['behind a mistyped one', (one) => `${one.replace(/^RF../, 'RF00')}, ${one}`],
])('A transfer whose text has the reference %s finds its wallet [WALLET-02]', async (_what, write) => {
  const { bearer, reference } = await payer(the.api, 0)
  await deposit(the.api, write(reference), 310)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 310 })
})

test.each([' ', '', '\nSVWZ+', ` ${OTHER_COMPANY} `])(
  'A transfer with the references of two wallets, %o between them, is credited to neither, returned and logged [WALLET-05]',
  async (between) => {
    const [one, two] = [await payer(the.api, 0), await payer(the.api, 0)]
    const paymentId = await deposit(the.api, one.reference + between + two.reference, 640)
    expect(await returned(paymentId)).toEqual([[640, 'unknown_reference']])
    for (const { bearer } of [one, two]) {
      expect(await walletOf(the.api, bearer)).toMatchObject({ available: 0 })
      expect(await movementsOf(the.api, bearer)).toEqual([])
    }
    const logged = the.api.log.filter((line) => line.includes('deposit names several wallets'))
    expect(logged.filter((line) => line.includes(paymentId))).toHaveLength(1)
    expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right') as string])
  },
)

test.each([
  ['has no reference', async () => undefined],
  ['names no wallet, with a NUL', async () => 'Miete\0Oktober'],
  ['names a wallet that is not there', async () => 'RF18539007547034QPQPQP'],
  [
    'mistypes a wallet',
    async () => (await payer(the.api, 0)).reference.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
  ],
])('A deposit that %s is returned, once [WALLET-05]', async (_what, reference) => {
  const paymentId = await deposit(the.api, '', 4_200, { more: { reference: await reference() } })
  expect(await returned(paymentId)).toEqual([[4_200, 'unknown_reference']])
  const [{ order, authorization, key } = expect.fail('no order')] = the.api.world.returnsOf(paymentId)
  expect([authorization, key]).toEqual([`Bearer ${the.api.credentials.bank.token}`, order.id])
})

test('A deposit in another currency is returned as it came, whatever its reference, and never booked [WALLET-05 LEDGER-01]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  the.api.world.answers.bank.status = 503
  const paymentId = await deposit(the.api, reference, 4_200, { currency: 'CHF' })
  expect(await returned(paymentId)).toEqual([[4_200, 'foreign_currency']])
  expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right') as string])
  the.api.world.answers.bank.status = 204
  await sentAgain(the.api, paymentId)
  const orders = the.api.world.returnsOf(paymentId).map(({ order }) => order)
  expect(orders.map(({ currency }) => currency)).toEqual(['CHF', 'CHF'])
  expect(new Set(the.api.world.returnsOf(paymentId).map(({ key }) => key)).size).toBe(1)
  await deposit(the.api, reference, 4_200, { currency: 'CHF', paymentId })
  await returned(await deposit(the.api, 'nobody', 1))
  expect(the.api.world.returnsOf(paymentId)).toHaveLength(2)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 0 })
  expect(await movementsOf(the.api, bearer)).toEqual([])
  expect(await the.api.operate('ledger', 'verify')).toEqual([expect.stringContaining('all right') as string])
})

test('A deposit beyond a wallet’s maximum is returned in full, and its holder sees why [WALLET-05]', async () => {
  const { bearer, reference } = await payer(the.api, 99_999)
  const paymentId = await deposit(the.api, reference, 2)
  expect(await returned(paymentId)).toEqual([[2, 'balance_limit']])
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 99_999 })
  await deposit(the.api, reference, 1)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 100_000 })
  const { data } = await the.api.client('walletEntries', { query: {} }, { bearer })
  const back = data.data.find(({ kind }) => kind === 'return') ?? expect.fail('no return')
  const receipt = await the.api.client('walletEntryReceipt', { params: { id: back.id } }, { bearer })
  expect(receipt.data.return_reason).toBe('balance_limit')
})

test('Maintenance is switched without a restart, and returns deposits while it is on [BANNER-05 WALLET-05]', async () => {
  const values = async () => (await the.api.client('switches', {})).data
  const { bearer, reference } = await payer(the.api, 500)
  expect(await values()).toEqual({ maintenance: '0', broadcast: '0' })
  await the.api.operate('switch', 'set', 'maintenance', '1')
  expect(await values()).toEqual({ maintenance: '1', broadcast: '0' })
  expect((await the.api.client('walletDeposit', {}, { bearer })).data.open).toBe(false)
  const paymentId = await deposit(the.api, reference, 300)
  expect(await returned(paymentId)).toEqual([[300, 'maintenance']])
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 500 })
  expect(await movementsOf(the.api, bearer)).toEqual([
    ['deposit', 500, 0],
    ['deposit', 300, 0],
    ['return', -300, 0],
  ])
  await the.api.operate('switch', 'set', 'maintenance', '0')
  await deposit(the.api, reference, 300)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 800 })
})

test('The end of an account returns its balance to where it came from, the newest deposit first [WALLET-08]', async () => {
  const { bearer, pin, reference } = await payer(the.api, 0)
  const older = await deposit(the.api, reference, 1_000)
  the.api.clock.advance(MINUTE_MS)
  const newer = await deposit(the.api, reference, 400)
  await the.api.client('deleteAccount', { body: { pin } }, { bearer })
  expect(await returned(newer)).toEqual([[400, 'account_closed']])
  expect(await returned(older)).toEqual([[1_000, 'account_closed']])
  const late = await deposit(the.api, reference, 50)
  expect((await returned(late))[0]?.[0]).toBe(50)
})

test('The wallet is part of the data that its holder exports [ACCOUNT-01]', async () => {
  const { bearer } = await payer(the.api, 1_234)
  const { data } = await the.api.client('exportData', {}, { bearer })
  expect(data.wallet).toMatchObject({ available: 1_234, reserved: 0, entries: [{ kind: 'deposit' }] })
  const { bearer: other } = await registered(the.api)
  expect((await the.api.client('exportData', {}, { bearer: other })).data.wallet).toBeNull()
})
