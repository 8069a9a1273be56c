import { HOUR_MS } from '@avouch/contract'
import { BANK } from '../../src/modules/wallet/ledger-store.ts'
import { referenceHash, referenceOf } from '../../src/modules/wallet/reference.ts'
import { later } from '../../src/platform/clock.ts'
import { type Batch, collect } from './load.ts'
import { createPayments, type Entry, type Payer, PAYMENT_TABLES } from './payments.ts'
import type { Person } from './person.ts'
import { createChance } from './plan.ts'
import type { Needs } from './requests.ts'

/** Each entry writes the bank's row again, and within a transaction each version of a row makes the next one dearer. */
const WALLETS_AT_ONCE = 100
/** One of so many accounts has a wallet, if it is an adult's. */
const ACCOUNTS_A_WALLET = 20
/** All payments of a wallet together are below it. */
const DEPOSIT_CENTS = 5_000
const MOST_PAYMENTS = 3
/** A younger account has no wallet yet. */
const YOUNGEST_MS = 2 * HOUR_MS

/** Wallets with their deposits and payments, in double entry. The database adds the balances up. */
export function* walletRows(needs: Needs): Generator<Batch> {
  const { plan, people, keyring } = needs
  const chance = createChance(plan.seed, 'wallets')
  const references = keyring.for('deposit-reference')
  const payments = createPayments(needs)
  yield { ledger_account: payments.payableRows }

  function* persons(from: number): Generator<Person> {
    const end = Math.min(from + WALLETS_AT_ONCE * ACCOUNTS_A_WALLET, people.count)
    for (let i = from; i < end; i += ACCOUNTS_A_WALLET) {
      const person = people.at(i)
      if (person.isAdult && person.createdAt < later(plan.now, -YOUNGEST_MS)) yield person
    }
  }

  for (let from = 0; from < people.count; from += WALLETS_AT_ONCE * ACCOUNTS_A_WALLET) {
    const { rows, add } = collect(
      'ledger_account',
      'wallet',
      'deposit',
      'ledger_entry',
      'ledger_line',
      ...PAYMENT_TABLES,
    )

    function open(accountId: string): Payer {
      const [availableId, reservedId] = [chance.id('lac'), chance.id('lac')]
      add('ledger_account', { id: availableId, kind: 'available', provider_id: null })
      add('ledger_account', { id: reservedId, kind: 'reserved', provider_id: null })
      add('wallet', {
        account_id: accountId,
        available_id: availableId,
        reserved_id: reservedId,
        reference_hash: referenceHash(referenceOf(references, availableId)),
      })
      return { accountId, availableId, reservedId }
    }

    function deposit({ availableId }: Payer, at: Date): Entry {
      const [id, amount] = [chance.id('dep'), DEPOSIT_CENTS]
      const named = { event_id: chance.id('msg'), payment_id: chance.id('pay') }
      add('deposit', { id, ...named, available_id: availableId, amount, received_at: at })
      return { kind: 'deposit', cause: `deposit:${id}`, at, amount, from: BANK, to: availableId }
    }

    function post({ kind, cause, intentId, at, amount, from: payer, to }: Entry): void {
      const id = chance.id('ent')
      add('ledger_entry', { id, kind, cause, intent_id: intentId ?? null, at })
      add('ledger_line', { entry_id: id, account_id: payer, amount: -amount })
      add('ledger_line', { entry_id: id, account_id: to, amount })
    }

    for (const { id, createdAt } of persons(from)) {
      const payer = open(id)
      const paidInAt = later(createdAt, HOUR_MS)
      const entries = [deposit(payer, paidInAt)]
      for (let n = chance.below(MOST_PAYMENTS + 1); n > 0; n--) entries.push(...payments.add(add, payer, paidInAt))
      // A wallet shows its entries in the order in which they were written.
      for (const entry of entries.toSorted((one, other) => one.at.getTime() - other.at.getTime())) post(entry)
    }
    yield rows
  }
}
