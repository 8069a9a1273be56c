export { createRecovery, type Recovery } from './recovery.ts'
