import { AppError, type Scope } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { isDamaged, isLiveKey } from '../../platform/api-key.ts'
import type { ProviderAccess, ProviderSettings, ProviderStore } from './ports.ts'

export type Providers = ReturnType<typeof createProviders>

export function createProviders({ store, clock }: { store: ProviderStore; clock: Clock }) {
  /** @throws AppError invalid_api_key, insufficient_scope */
  async function authenticate(apiKey: string, scope: Scope | undefined): Promise<ProviderAccess> {
    const now = clock()
    const key = isDamaged(apiKey) ? undefined : await store.findByKey(tokenHash(apiKey), now)
    if (key === undefined) throw new AppError('invalid_api_key')
    const today = now.toISOString().slice(0, 10)
    if (key.lastUsedOn !== today) await store.markUsed(key.keyId, today)
    if (scope !== undefined && !key.scopes.includes(scope)) throw new AppError('insufficient_scope')
    return { providerId: key.providerId, live: isLiveKey(apiKey), scopes: key.scopes }
  }

  /** Registers the providers that the operator's settings name, and withdraws those that they named before. */
  const register = (settings: readonly ProviderSettings[]): Promise<void> => store.replaceListed(settings)

  return { authenticate, register }
}
