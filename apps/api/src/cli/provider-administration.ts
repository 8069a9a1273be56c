import { createProviderAdministration, type ProviderAdministration } from '../modules/providers/index.ts'
import { type Opened, type Site, withDatabase } from './with-database.ts'

export const MAX_OVERLAP_HOURS = 30 * 24
export const USUAL_OVERLAP_HOURS = 24

export const administrationOf = ({ config, database, keyring, append }: Opened): ProviderAdministration =>
  createProviderAdministration({
    db: database,
    clock: config.clock,
    keys: keyring.for('webhook-secret'),
    append,
    protectedOnly: config.production,
  })

/** What the operator does with providers, on the database that the settings name. */
export const withProviders = <T>(site: Site, run: (providers: ProviderAdministration) => Promise<T>): Promise<T> =>
  withDatabase(site, (opened) => run(administrationOf(opened)))
