import type { Background } from '../../platform/background.ts'
import { webhookSecrets } from './provider-store.ts'

export { Projects } from './projects.ts'
export { ProviderAdministration } from './administration.ts'
export { logoPath } from './logo.ts'
export type { KeyEntry } from './key-store.ts'
export { type ProviderAccess, Providers } from './providers.ts'
export {
  findProvider,
  type ProviderEntry,
  readAllProviders,
  writeStage,
  writeSuspension,
} from './provider-store.ts'

export const PROVIDERS: Background = { sealed: webhookSecrets }
