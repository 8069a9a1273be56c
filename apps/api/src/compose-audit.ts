import type { Keyring } from './platform/keyring.ts'
import type { Database } from './platform/database/database.ts'
import { createAudit, createAuditStore, createChain } from './modules/audit/index.ts'
import type { Clock } from './platform/clock.ts'

type Parts = {
  database: Database
  keyring: Keyring
  clock: Clock
  warn: (event: string, details?: object) => void
}

/** The audit trail in the database, as the server writes it and the operator's commands read it. */
export function composeAudit({ database, keyring, clock, warn }: Parts) {
  const chain = createChain({ mac: keyring.for('audit').mac, actorMac: keyring.for('audit-actor').mac })
  const store = createAuditStore(database, { chain, clock })
  const onLost = (types: string[], error: Error) => warn('audit events lost', { types, reason: error.message })
  return { audit: createAudit({ store, chain, clock, onLost }), append: store.appendTo }
}
