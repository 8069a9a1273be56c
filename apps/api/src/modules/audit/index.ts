export { type Audit, createAudit } from './audit.ts'
export { type Chain, createChain } from './chain.ts'
export type { AuditType } from './events.ts'
export { during, present } from './present.ts'
