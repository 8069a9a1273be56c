import type { SealedTable } from '../../platform/database/sealed-values.ts'

export const quarterKeys: readonly SealedTable[] = [
  {
    table: 'registration_stop_key',
    id: 'quarter',
    owner: 'quarter',
    columns: [{ name: 'secret_enc', purpose: 'registration-stop' }],
  },
]
