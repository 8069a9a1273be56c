export { createSessions, type OpenedFamily, type Sessions } from './sessions.ts'
