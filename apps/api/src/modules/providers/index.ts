export { Projects } from './projects.ts'
export { ProviderAdministration } from './administration.ts'
export { logoPath } from './logo.ts'
export type { KeyEntry } from './key-store.ts'
export { type ProviderAccess, Providers } from './providers.ts'
export {
  findProvider,
  type ProviderEntry,
  readAllProviders,
  webhookSecrets,
  writeStage,
  writeSuspension,
} from './provider-store.ts'
