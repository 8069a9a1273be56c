import { resolve } from 'node:path'
import { HOUR_MS, WALLET_MAX_BALANCE } from '@avouch/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Endings, eventOf } from '../src/modules/intents/endings.ts'
import { addIntent } from '../src/modules/intents/intent-change-store.ts'
import { findIntent, type Intent } from '../src/modules/intents/intent-store.ts'
import { bindIntent } from '../src/modules/intents/visitor-intents.ts'
import { capture, reserve } from '../src/modules/payments/money.ts'
import { refund } from '../src/modules/payments/refunds.ts'
import { receiveDeposit } from '../src/modules/wallet/deposits.ts'
import { readReturn } from '../src/modules/wallet/return-store.ts'
import { settleReturn } from '../src/modules/wallet/returns.ts'
import { balanceOf } from '../src/modules/wallet/wallet-store.ts'
import { openWallet } from '../src/modules/wallet/wallets.ts'
import { bigint, row, text } from '../src/platform/database/rows.ts'
import { migrate } from '../src/platform/database/migrate.ts'
import { createServerDatabase } from '../src/platform/database/postgres-server.ts'
import { newId, tokenHash } from '../src/platform/identifier.ts'
import { createDatabase } from '#test/create-database.ts'
import { soak } from '#test/soak.ts'
import { noAudit } from '#test/no-audit.ts'

const MIGRATIONS = resolve(import.meta.dirname, '../migrations')
const WALLETS = 3
const STEPS_OF_A_RUN = 500
const RUNS = soak(2, 20)
const now = new Date('2026-03-01T12:00:00Z')
const later = new Date(now.getTime() + HOUR_MS)
const shop = { providerId: 'shop', live: true, scopes: [] }

type Database = ReturnType<typeof createServerDatabase>
let database: Database
let drop = async () => {}

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  // Durability does not matter here: no step waits for the disk.
  const connectionString = `${made.url}?options=-c%20synchronous_commit%3Doff`
  database = createServerDatabase({ connectionString, maxConnections: 4, onIdleError: () => {} })
  await migrate(database, MIGRATIONS, now)
  await database.query(`insert into provider (id, name, from_file) values ('shop', 'Shop', false)`)
})
afterAll(async () => {
  await database.close()
  await drop()
})

/** The dependencies of the server's modules, without an audit trail and without jobs. */
const dependencies = () => ({ db: database, audit: noAudit })

const STEPS = ['deposit', 'stray', 'ask', 'reserve', 'capture', 'cancel', 'refund', 'send'] as const
type Step = { kind: (typeof STEPS)[number]; wallet: number; pick: number; amount: number }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...STEPS, 'deposit', 'ask', 'reserve', 'reserve', 'capture', 'refund'),
  wallet: fc.nat(WALLETS - 1),
  pick: fc.nat(),
  amount: fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: WALLET_MAX_BALANCE })),
})

/** A model of the same money in a few numbers. */
type Wish = {
  id: string
  wallet: number
  amount: number
  state: 'open' | 'reserved' | 'paid' | 'over'
  refunded: number
}
const newModel = () => ({
  available: Array.from({ length: WALLETS }, () => 0),
  reserved: Array.from({ length: WALLETS }, () => 0),
  payable: 0,
  returning: [] as number[],
  wishes: [] as Wish[],
})

const newDeposit = (amount: number, ...referenceHashes: Buffer[]) => {
  return { eventId: newId('m'), paymentId: newId('p'), amount, currency: 'EUR', referenceHashes, now }
}

async function openWallets(deps: ReturnType<typeof dependencies>) {
  return Promise.all(
    Array.from({ length: WALLETS }, async () => {
      const accountId = newId('usr')
      const phone = tokenHash(accountId)
      await database.query(
        `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
         values ($1, $2, '', '', 'en', false, $3)`,
        [accountId, phone, now],
      )
      const referenceHash = tokenHash(`reference ${accountId}`)
      const fresh = { accountId, availableId: newId('lac'), reservedId: newId('lac'), referenceHash }
      const wallet = (await openWallet(deps, fresh)) ?? expect.fail('no wallet')
      return { accountId, referenceHash, wallet }
    }),
  )
}

async function play(steps: readonly Step[], balances: { bank: number; payable: number }) {
  const deps = dependencies()
  const people = await openWallets(deps)
  const model = newModel()
  const at = (wallet: number) => people[wallet] ?? expect.fail('no such wallet')
  const found = ({ pick }: Step) => model.wishes[pick % Math.max(1, model.wishes.length)]
  const intentOf = async (id: string): Promise<Intent> => (await findIntent(database, id)) ?? expect.fail(id)

  const take: Record<Step['kind'], (given: Step) => Promise<void>> = {
    async deposit({ wallet, amount }) {
      const { referenceHash } = at(wallet)
      const fits = (model.available[wallet] ?? 0) + (model.reserved[wallet] ?? 0) + amount <= WALLET_MAX_BALANCE
      expect(await receiveDeposit(deps, newDeposit(amount, referenceHash))).toBe(fits ? 'credited' : 'balance_limit')
      if (fits) model.available[wallet] = (model.available[wallet] ?? 0) + amount
      else model.returning.push(amount)
    },
    async stray({ amount }) {
      await receiveDeposit(deps, newDeposit(amount))
      model.returning.push(amount)
    },
    async ask({ wallet, amount }) {
      const id = newId('int')
      const payment = { amount, currency: 'EUR', description: 'Karte' }
      const said = { minimumAge: null, accept: [], websiteUri: null, maxProofAgeDays: null, reference: null }
      const asked = {
        id,
        owner: shop,
        kind: 'payment',
        payment,
        redirectUri: 'https://shop.example/',
        returnTab: null,
      } as const
      const mintidHash = tokenHash(id)
      const hashes = { mintidHash, requestHash: tokenHash(id), idempotencyKey: null }
      await addIntent(database, { ...asked, ...said, ...hashes, createdAt: now, expiresAt: later })
      await bindIntent(deps, mintidHash, at(wallet).accountId, now)
      model.wishes.push({ id, wallet, amount, state: 'open', refunded: 0 })
    },
    async reserve(given) {
      const wish = found(given)
      if (wish === undefined) return
      const has = model.available[wish.wallet] ?? 0
      const { accountId, wallet } = at(wish.wallet)
      const outcome = await reserve(deps, { intentId: wish.id, accountId, wallet, now })
      const [isOpen, fits] = [wish.state === 'open', has >= wish.amount]
      expect(outcome).toBe(isOpen ? (fits ? 'reserved' : 'insufficient') : 'lost')
      if (!isOpen || !fits) return
      model.available[wish.wallet] = has - wish.amount
      model.reserved[wish.wallet] = (model.reserved[wish.wallet] ?? 0) + wish.amount
      wish.state = 'reserved'
    },
    async capture(given) {
      const wish = found(given)
      if (wish === undefined) return
      const event = eventOf(await intentOf(wish.id), 'payment.executed', now, { receipt: 'r' })
      const { accountId } = at(wish.wallet)
      const order = { intentId: wish.id, accountId, receipt: 'r', event, now, heldSince: now }
      const { kind } = await capture(deps, order)
      expect(kind).toBe(wish.state === 'reserved' ? 'executed' : 'lost')
      if (wish.state !== 'reserved') return
      model.reserved[wish.wallet] = (model.reserved[wish.wallet] ?? 0) - wish.amount
      model.payable += wish.amount
      wish.state = 'paid'
    },
    async cancel(given) {
      const wish = found(given)
      if (wish === undefined) return
      const event = eventOf(await intentOf(wish.id), 'payment.cancelled', now)
      const how = { step: 'cancel', state: 'cancelled', result: null, verdict: null } as const
      const ended = await new Endings(deps).end({ ...how, intentId: wish.id, event, now })
      expect(ended).toBe(wish.state === 'open' || wish.state === 'reserved')
      if (!ended) return
      if (wish.state === 'reserved') {
        model.reserved[wish.wallet] = (model.reserved[wish.wallet] ?? 0) - wish.amount
        model.available[wish.wallet] = (model.available[wish.wallet] ?? 0) + wish.amount
      }
      wish.state = 'over'
    },
    async refund(given) {
      const wish = found(given)
      if (wish === undefined) return
      const id = newId('ref')
      const asked = { id, owner: shop, intentId: wish.id, idempotencyKey: id, requestHash: tokenHash(id), now }
      const outcome = await refund(deps, { ...asked, amount: given.amount }, (intent) =>
        eventOf(intent, 'payment.refunded', now),
      )
      const fits = wish.state === 'paid' && wish.refunded + given.amount <= wish.amount
      const refusal = wish.state === 'paid' ? 'too_much' : 'not_executed'
      expect(typeof outcome === 'string' ? outcome : 'refunded').toBe(fits ? 'refunded' : refusal)
      if (!fits) return
      wish.refunded += given.amount
      model.payable -= given.amount
      model.available[wish.wallet] = (model.available[wish.wallet] ?? 0) + given.amount
    },
    async send() {
      const [next] = await database.query(
        `select id from return_order where state = 'pending' order by created_at, id limit 1`,
      )
      const due = next && (await readReturn(database, String(next['id'])))
      expect(due === undefined).toBe(model.returning.length === 0)
      if (due === undefined) return
      const index = model.returning.indexOf(due.amount)
      expect(index).toBeGreaterThanOrEqual(0)
      model.returning.splice(index, 1)
      for (let i = 0; i < 2; i++) await settleReturn(deps, due.id, now)
    },
  }
  for (const given of steps) await take[given.kind](given)
  while (model.returning.length > 0) await take.send({ kind: 'send', wallet: 0, pick: 0, amount: 0 })

  for (const [index, { wallet }] of people.entries())
    expect(await balanceOf(database, wallet)).toEqual({
      available: model.available[index],
      reserved: model.reserved[index],
    })
  balances.payable += model.payable
  balances.bank -= [...model.available, ...model.reserved, model.payable].reduce((sum, part) => sum + part, 0)
}

const KEPT = `
  select a.kind, sum(a.balance) as balance, sum(coalesce(l.total, 0)) as lines
  from ledger_account a left join (select account_id, sum(amount) as total from ledger_line group by account_id) l
    on l.account_id = a.id
  group by a.kind`
const UNBALANCED = 'select entry_id from ledger_line group by entry_id having sum(amount) <> 0'

test('After a thousand steps in any order the ledger equals the model, and sums to zero [LEDGER-01]', {
  timeout: 180_000,
}, async () => {
  const balances = { bank: 0, payable: 0 }
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS_OF_A_RUN, maxLength: STEPS_OF_A_RUN }), async (steps) => {
      taken += steps.length
      await play(steps, balances)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(taken).toBe(RUNS * STEPS_OF_A_RUN)
  const kept = await database.query(KEPT, [], row({ kind: text, balance: bigint, lines: bigint }))
  for (const { balance, lines } of kept) expect(balance).toBe(lines)
  const of = (kind: string) => kept.find((account) => account.kind === kind)?.balance
  expect([of('bank'), of('payable'), of('returns')]).toEqual([balances.bank, balances.payable, 0])
  expect(kept.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
  expect(await database.query(UNBALANCED)).toEqual([])
})
