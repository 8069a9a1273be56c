import type { Background } from '../../platform/background.ts'
import { sweepSessions } from './session-store.ts'

export { OwnSessions } from './own-sessions.ts'
export { type OpenedFamily, Sessions, type UnderAge } from './sessions.ts'
export { addAccess } from './refresh-store.ts'
export {
  accountOfSession,
  findOpenedBy,
  insertFamily,
  revokeAll,
  revokeOldest,
  revokeOpenedBy,
} from './session-store.ts'
export type { CheckState, PreSession, Session, SessionOwner } from './session-store.ts'

export const SESSIONS: Background = { sweeps: { sweepSessions } }
