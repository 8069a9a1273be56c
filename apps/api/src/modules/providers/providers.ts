import { AppError } from '@avouch/contract'
import { tokenHash } from '../identifier.ts'
import type { Provider, ProviderSettings, ProviderStore } from './ports.ts'

export type Providers = ReturnType<typeof createProviders>

export function createProviders({ store }: { store: ProviderStore }) {
  /** @throws AppError invalid_api_key */
  async function authenticate(apiKey: string): Promise<Provider> {
    const provider = await store.findByKey(tokenHash(apiKey))
    if (provider === undefined) throw new AppError('invalid_api_key')
    return provider
  }

  /** Registers the providers that the operator's settings name. */
  async function register(settings: readonly ProviderSettings[]): Promise<void> {
    for (const provider of settings) await store.put(provider)
  }

  return { authenticate, register }
}
