export { createTrust, type Trust } from './trust.ts'
