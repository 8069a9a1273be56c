export { createRecovery, type Recovery } from './recovery.ts'
export { createRecoveryStore } from './recovery-store.ts'
