export * from './client.ts'
export * from './failures.ts'
