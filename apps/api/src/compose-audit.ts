import type { Keyring } from './adapters/crypto/keyring.ts'
import type { Database } from './adapters/database/database.ts'
import { createAuditStore } from './adapters/stores/audit-store.ts'
import { createAudit, createChain } from './modules/audit/index.ts'
import type { Clock } from './modules/clock.ts'

type Parts = {
  database: Database
  keyring: Keyring
  clock: Clock
  warn: (event: string, details?: object) => void
}

/** The audit trail in the database, as the server writes it and the operator's commands read it. */
export function composeAudit({ database, keyring, clock, warn }: Parts) {
  const chain = createChain({
    mac: (...parts) => keyring.mac('audit', ...parts),
    actorMac: (...parts) => keyring.mac('audit-actor', ...parts),
  })
  const store = createAuditStore(database, { chain, clock })
  const onLost = (types: string[], error: Error) => warn('audit events lost', { types, reason: error.message })
  return { audit: createAudit({ store, chain, clock, onLost }), append: store.appendTo }
}
