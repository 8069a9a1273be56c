import type { Background } from '../../platform/background.ts'
import { LIST_OUTBOX } from './trust-store.ts'

export { Trust } from './trust.ts'

export const TRUST: Background = { outboxes: [LIST_OUTBOX] }
