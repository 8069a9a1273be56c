import { CONTRACT_VERSION } from '@avouch/contract'
import manifest from '../../package.json' with { type: 'json' }
import type { Config } from './config.ts'

/** The commit, which a build with BUILD_COMMIT inserts. */
declare const __BUILD_COMMIT__: string | undefined
const COMMIT = typeof __BUILD_COMMIT__ === 'undefined' ? undefined : __BUILD_COMMIT__

export type Version = { name: string; version: string; commit?: string; contract: number; schema: string }

/** Describes the running version. `migrations`: those that the program has, the newest last. */
export const versionOf = (migrations: readonly string[]): Version => ({
  name: 'avouch',
  version: manifest.version,
  ...(COMMIT !== undefined && { commit: COMMIT }),
  contract: CONTRACT_VERSION,
  schema: migrations.at(-1) ?? '',
})

/** Names where the data are, without user and password. */
const databaseNames = (urls: readonly string[]): string[] =>
  urls.map((url) => {
    const { host, pathname } = new URL(url)
    return `${host}${pathname}`
  })

/** Writes the operator's first line: what started, where, and on which data. */
export const startLine = ({ host, port, database, production }: Config, version: Version) => ({
  event: 'started',
  ...version,
  host,
  port,
  database: database.urls === undefined ? 'embedded' : databaseNames(database.urls).join(),
  mode: production ? 'production' : 'development',
})
