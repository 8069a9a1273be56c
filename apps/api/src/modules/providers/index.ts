export { ProviderAdministration } from './administration.ts'
export { logoPath } from './logo.ts'
export type { KeyEntry } from './key-store.ts'
export { type ProviderAccess, Providers } from './providers.ts'
export {
  addProvider,
  findProvider,
  hasSecret,
  type ProviderEntry,
  readAllProviders,
  writeStage,
  writeSuspension,
  writeTestName,
} from './provider-store.ts'
export { webhookSecrets } from './sealed-columns.ts'
