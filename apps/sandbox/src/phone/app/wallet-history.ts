import type { WalletEntry } from '@avouch/contract'

const isSetAsideFor = (payment: WalletEntry, entry: WalletEntry): boolean =>
  entry.kind === 'reservation' &&
  entry.reserved_change === -payment.reserved_change &&
  entry.description === payment.description &&
  entry.provider?.name === payment.provider?.name

/** The newest first. What was set aside for a payment that was made is a part of it, and no line of its own. */
export function paymentsOnce(entries: readonly WalletEntry[]): WalletEntry[] {
  const left = [...entries]
  for (const payment of entries.filter(({ kind }) => kind === 'payment')) {
    const after = left.indexOf(payment) + 1
    const setAside = left.findIndex((entry, index) => index >= after && isSetAsideFor(payment, entry))
    if (setAside !== -1) left.splice(setAside, 1)
  }
  return left
}
