import { NOUNS } from '../nouns/index.ts'

/** Everything in the database that is sealed. */
export const SEALED_TABLES = NOUNS.flatMap(({ sealed = [] }) => sealed)

/** Tables that name a number by its hash. */
export const TABLES_OF_NUMBERS = [
  ...SEALED_TABLES.filter(({ columns }) => columns.some(({ name }) => name === 'phone_enc')).map(({ table }) => table),
  'sms_code',
  'refused_call',
]
