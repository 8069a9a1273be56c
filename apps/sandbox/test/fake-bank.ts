import { randomBytes } from 'node:crypto'
import type { BankRecord } from '../src/bank/bank.ts'
import { memoryJournal } from '../src/journal.ts'

/** What the bank of a test signs and is known by; its journal shows what it has written. */
export const fakeBank = (journal = memoryJournal<BankRecord>()) => ({
  callbackSecret: `whsec_${randomBytes(24).toString('base64')}`,
  token: 'bank-token-of-the-tests',
  journal,
})
