export { createProviders, type Providers } from './providers.ts'
