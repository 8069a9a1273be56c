import type { Background } from '../../platform/background.ts'
import { CHAIN_TIMER } from './audit.ts'
import { auditBacklog } from './audit-store.ts'

export { Audit } from './audit.ts'
export type { AuditEvent, ChainRow } from './chain.ts'
export { isKind } from './events.ts'
export type { AuditType } from './events.ts'
export { requestContext, runInRequestContext } from './request-context.ts'
export { latestEventAt } from './audit-store.ts'

export const AUDIT: Background = {
  timers: [CHAIN_TIMER],
  backlogs: [auditBacklog],
  rareWarnings: ['audit events lost'],
}
