export { createSessions, type OpenedFamily, type Sessions } from './sessions.ts'
export { addAccess, createSessionStore, endOldest, openFamily } from './session-store.ts'
export type { NewAccessToken, PreSession, Session, SessionOwner } from './ports.ts'
