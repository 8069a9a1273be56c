import { WALLET_CURRENCY } from '@avouch/contract'
import { checkLedger, type LedgerRule } from '../modules/wallet/index.ts'
import type { AddCommands } from './command.ts'
import { withDatabase } from './with-database.ts'

const BROKEN_RULES: Readonly<Record<LedgerRule, string>> = {
  sum: 'the lines do not sum to zero',
  balance: 'the balance is not the sum of its lines',
  negative: 'the balance is below zero',
  reservation: 'what is set aside is not what open payments ask for',
  payment: 'the payment is set aside and not open, or open and not set aside',
  return: 'what is to go back is not what orders to the bank say',
}

export const addLedgerCommands: AddCommands = (program, choose) => {
  program
    .command('ledger')
    .description('the books')
    .command('verify')
    .description('adds up the books: entries, balances, what is set aside and what is to go back')
    .action(() =>
      choose(async (site) => {
        const found = await withDatabase(site, ({ database }) => checkLedger(database))
        const { entries, accounts, held, wrong } = found
        const ok = wrong.length === 0
        const sums = `${entries} entries, ${accounts} accounts, all right; held for others: ${held} cents of ${WALLET_CURRENCY}`
        return { lines: ok ? [sums] : wrong.map(({ rule, id }) => `${id}: ${BROKEN_RULES[rule]}`), data: found, ok }
      }),
    )
}
