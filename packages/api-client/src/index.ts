export * from './client.ts'
export * from './failures.ts'
export type { TokenStorage } from './renewal.ts'
export type { TabMessage, Tabs } from './tabs.ts'
