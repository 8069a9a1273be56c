import type { SealedTable } from '../../platform/database/sealed-values.ts'

/** Numbers and PINs are bound to the keyed hash of the number. */
const BOUND = { id: 'id', owner: "encode(phone_idx, 'hex')" }
const COLUMNS = [
  { name: 'phone_enc', purpose: 'phone' },
  { name: 'pin_enc', purpose: 'pin' },
] as const

export const numbersAndPins: readonly SealedTable[] = [
  { ...BOUND, table: 'account', columns: COLUMNS },
  { ...BOUND, table: 'registration', columns: COLUMNS },
  { ...BOUND, table: 'sms_message', columns: [COLUMNS[0]] },
]
