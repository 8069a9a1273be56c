import type { SealedTable } from '../../platform/database/sealed-values.ts'

export const recipientsOfCodes: readonly SealedTable[] = [
  {
    table: 'sms_challenge',
    id: 'id',
    owner: "encode(phone_idx, 'hex')",
    columns: [{ name: 'phone_enc', purpose: 'phone' }],
  },
]
