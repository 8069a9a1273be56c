import type { SealedTable } from '../../platform/database/sealed-values.ts'

export const webhookSecrets: readonly SealedTable[] = [
  {
    table: 'provider',
    id: 'id',
    owner: 'id',
    columns: [
      { name: 'webhook_secret_enc', purpose: 'webhook-secret' },
      { name: 'previous_secret_enc', purpose: 'webhook-secret' },
    ],
  },
]
