export { isProtected, isReturnAddress, isWebhookAddress } from './addresses.ts'
export { createProviderAdministration, type ProviderAdministration } from './administration.ts'
export { newApiKey } from './api-key.ts'
export { createProviders, type Providers } from './providers.ts'
