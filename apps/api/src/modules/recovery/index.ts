export { createRecovery, type Recovery } from './recovery.ts'
export { sweepRecovery } from './recovery-store.ts'
