import { WALLET_CURRENCY } from '@avouch/contract'
import { checkLedger, type LedgerRule } from '../modules/wallet/index.ts'
import { readArguments } from './arguments.ts'
import type { Command } from './command.ts'
import { withDatabase } from './with-database.ts'

const VERIFY = 'ledger verify'

const SAYS: Readonly<Record<LedgerRule, string>> = {
  sum: 'the lines do not sum to zero',
  balance: 'the balance is not the sum of its lines',
  negative: 'the balance is below zero',
  reservation: 'what is set aside is not what open payments ask for',
  payment: 'the payment is set aside and not open, or open and not set aside',
  return: 'what is to go back is not what orders to the bank say',
}

export const LEDGER_COMMANDS: Readonly<Record<string, Command>> = {
  [VERIFY]: {
    usage: VERIFY,
    says: 'adds up the books: entries, balances, what is set aside and what is to go back',
    async run(site, args, print) {
      readArguments(args, VERIFY, { words: 0, options: {} })
      const { entries, accounts, held, wrong } = await withDatabase(site, ({ database }) => checkLedger(database))
      for (const { rule, id } of wrong) print(`${id}: ${SAYS[rule]}`)
      if (wrong.length === 0)
        print(
          `${entries} entries, ${accounts} accounts, all right; held for others: ${held} cents of ${WALLET_CURRENCY}`,
        )
      return wrong.length === 0
    },
  },
}
