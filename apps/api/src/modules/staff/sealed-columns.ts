import type { SealedTable } from '../../platform/database/sealed-values.ts'

export const staffSecrets: readonly SealedTable[] = [
  {
    table: 'staff',
    id: 'id',
    owner: 'id',
    columns: [
      { name: 'email_enc', purpose: 'staff' },
      { name: 'password_enc', purpose: 'staff' },
      { name: 'totp_enc', purpose: 'staff' },
    ],
  },
]
