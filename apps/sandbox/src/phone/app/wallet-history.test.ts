import type { WalletEntry } from '@avouch/contract'
import { expect, test } from 'vitest'
import { paymentsOnce } from './wallet-history.ts'

let entries = 0
const entry = (
  kind: WalletEntry['kind'],
  available_change: number,
  reserved_change: number,
  description = 'Ticket',
) => ({
  id: `ent_${(entries += 1)}`,
  kind,
  at: '2026-11-22T12:00:00.000Z',
  available_change,
  reserved_change,
  currency: 'EUR',
  provider: { name: 'Kino Aurora' },
  description,
})
const kinds = (all: WalletEntry[]) => paymentsOnce(all).map(({ kind }) => kind)

test('APP-16 a payment that was made is one line, the newest first', () => {
  const paid = [entry('payment', 0, -1_250), entry('reservation', -1_250, 1_250)]
  expect(kinds([...paid, entry('deposit', 5_000, 0)])).toEqual(['payment', 'deposit'])
  expect(kinds([...paid, ...paid.map((one) => ({ ...one, id: `${one.id}b` }))])).toEqual(['payment', 'payment'])
})

test('APP-16 what was set aside and not paid stays a line', () => {
  const open = entry('reservation', -1_250, 1_250)
  expect(kinds([open])).toEqual(['reservation'])
  expect(kinds([entry('release', 1_250, -1_250), open])).toEqual(['release', 'reservation'])
  // Set aside after a payment of the same kind: another one.
  expect(kinds([open, entry('payment', 0, -1_250), entry('reservation', -1_250, 1_250)])).toEqual([
    'reservation',
    'payment',
  ])
  expect(
    kinds([entry('payment', 0, -1_250), entry('reservation', -900, 900), entry('reservation', -1_250, 1_250, 'B')]),
  ).toEqual(['payment', 'reservation', 'reservation'])
})
