import { errors } from '../en/errors.ts'
import { serverErrors } from '../server-errors.ts'
import { common } from './en/common.ts'
import { number } from './en/number.ts'
import { operator } from './en/operator.ts'
import { operatorPages } from './en/operator-pages.ts'
import { provider } from './en/provider.ts'
import { provider as providerEvents } from './en/provider-events.ts'

/** Every text of the consoles. English is the type of every other language. */
export const en = {
  ...errors,
  ...serverErrors.en,
  ...common,
  ...provider,
  ...providerEvents,
  ...operator,
  ...operatorPages,
  ...number,
} as const satisfies Record<string, string>
