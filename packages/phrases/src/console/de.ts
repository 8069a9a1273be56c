import { errors } from '../de/errors.ts'
import { serverErrors } from '../server-errors.ts'
import { common } from './de/common.ts'
import { number } from './de/number.ts'
import { operator } from './de/operator.ts'
import { operatorPages } from './de/operator-pages.ts'
import { provider } from './de/provider.ts'
import { provider as providerEvents } from './de/provider-events.ts'
import type { en } from './en.ts'

export const de = {
  ...errors,
  ...serverErrors.de,
  ...common,
  ...provider,
  ...providerEvents,
  ...operator,
  ...operatorPages,
  ...number,
} as const satisfies Record<keyof typeof en, string>
