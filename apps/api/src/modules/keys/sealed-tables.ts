import { numbersAndPins } from '../accounts/index.ts'
import { sealedSessions } from '../kyc/index.ts'
import { quarterKeys } from '../sign-in/index.ts'
import { oidcRecords } from '../oidc/index.ts'
import { webhookSecrets } from '../providers/index.ts'
import { staffSecrets } from '../staff/index.ts'
import type { SealedTable } from '../../platform/database/sealed-values.ts'

/** Everything in the database that is sealed. */
export const SEALED_TABLES: readonly SealedTable[] = [
  ...numbersAndPins,
  ...webhookSecrets,
  ...quarterKeys,
  ...oidcRecords,
  ...staffSecrets,
  ...sealedSessions,
]

/** Tables that name a number by its hash. */
export const TABLES_OF_NUMBERS = [...numbersAndPins.map(({ table }) => table), 'sms_code']
