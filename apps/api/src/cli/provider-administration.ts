import { createProviderRegistry } from '../adapters/stores/provider-registry.ts'
import type { Env } from '../config/env.ts'
import { createProviderAdministration, type ProviderAdministration } from '../modules/providers/index.ts'
import { withDatabase } from './with-database.ts'

/** What the operator does with providers, on the database that the settings name. */
export const withProviders = <T>(env: Env, run: (providers: ProviderAdministration) => Promise<T>): Promise<T> =>
  withDatabase(env, ({ config, database, keyring, append }) => {
    const registry = createProviderRegistry(database, {
      sealSecret: (id, secret) => keyring.seal('webhook-secret', id, secret),
      append,
    })
    return run(createProviderAdministration({ registry, clock: config.clock }))
  })
