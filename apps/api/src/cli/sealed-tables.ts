import { numbersAndPins } from '../modules/accounts/index.ts'
import { quarterKeys } from '../modules/kyc/index.ts'
import { oidcRecords } from '../modules/oidc/index.ts'
import { webhookSecrets } from '../modules/providers/index.ts'
import { staffSecrets } from '../modules/staff/index.ts'
import type { SealedTable } from '../platform/database/sealed-values.ts'

/** Everything in the database that is sealed. */
export const SEALED_TABLES: readonly SealedTable[] = [
  ...numbersAndPins,
  ...webhookSecrets,
  ...quarterKeys,
  ...oidcRecords,
  ...staffSecrets,
]
