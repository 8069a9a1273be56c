import { Option } from '@commander-js/extra-typings'
import { ProviderAdministration } from '../modules/providers/index.ts'
import { wholeNumber } from './arguments.ts'
import { type Opened, type Site, withDatabase } from './with-database.ts'

const OVERLAP_HOURS = '--overlap-hours'
const MAX_OVERLAP_HOURS = 30 * 24
const USUAL_OVERLAP_HOURS = 24

/** Sets how long the old secret stays valid after the new one exists. @param effect what both secrets do until then, for the help */
export const overlapOption = (effect: string) =>
  new Option(`${OVERLAP_HOURS} <number>`, effect)
    .argParser(wholeNumber(OVERLAP_HOURS, MAX_OVERLAP_HOURS))
    .default(USUAL_OVERLAP_HOURS)

export const administrationOf = ({ config, database, keyring, audit }: Opened): ProviderAdministration =>
  new ProviderAdministration({
    db: database,
    clock: config.clock,
    keys: keyring.for('webhook-secret'),
    audit,
    protectedOnly: config.production,
    privateReceivers: config.webhooks.privateAddresses,
  })

/** Runs an operator's change of providers, on the database that the settings name. */
export const withProviders = <T>(site: Site, run: (providers: ProviderAdministration) => Promise<T>): Promise<T> =>
  withDatabase(site, (opened) => run(administrationOf(opened)))
