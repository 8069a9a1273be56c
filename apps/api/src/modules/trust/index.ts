export { createTrust, type Trust } from './trust.ts'
export type { TrustedListSetting } from './list.ts'
