export * from './client.ts'
export * from './failures.ts'
export { NO_TOKENS, type TokenStorage } from './renewal.ts'
export type { TabMessage, Tabs } from './tabs.ts'
