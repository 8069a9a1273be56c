import {
  createProviderAdministration,
  createProviderRegistry,
  type ProviderAdministration,
} from '../modules/providers/index.ts'
import { type Site, withDatabase } from './with-database.ts'

/** What the operator does with providers, on the database that the settings name. */
export const withProviders = <T>(site: Site, run: (providers: ProviderAdministration) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, keyring, append }) => {
    const registry = createProviderRegistry(database, {
      sealSecret: (id, secret) => keyring.seal('webhook-secret', id, secret),
      append,
    })
    return run(createProviderAdministration({ registry, clock: config.clock, protectedOnly: config.production }))
  })
