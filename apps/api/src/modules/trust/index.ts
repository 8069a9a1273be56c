export { LIST_OUTBOX } from './trust-store.ts'
export { Trust } from './trust.ts'
