import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { SCOPES, type Scope, USUAL_SCOPES } from '@avouch/contract'
import type { KeyEntry } from '../modules/providers/index.ts'
import { table, timeText, wholeNumber } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { overlapOption, withProviders } from './provider-administration.ts'

const MAX_DAYS = 3_650

const modeOf = ({ live, fromFile }: KeyEntry) => (live === null ? (fromFile ? 'file' : '-') : live ? 'live' : 'test')

export const keyRows = (keys: readonly KeyEntry[]): string[] =>
  table([
    ['id', 'mode', 'scopes', 'created', 'last used', 'ends', 'revoked'],
    ...keys.map((key) => [
      key.id,
      modeOf(key),
      key.scopes.join(','),
      timeText(key.createdAt),
      key.lastUsedOn ?? '-',
      timeText(key.expiresAt),
      timeText(key.revokedAt),
    ]),
  ])

/** Collects the scopes of a repeated option. */
function addScope(text: string, before: readonly Scope[]): readonly Scope[] {
  const scope = SCOPES.find((known) => known === text)
  if (scope === undefined) throw new InvalidArgumentError(`A scope is one of ${SCOPES.join(', ')}.`)
  return [...before, scope]
}

export const addKeyCommands: AddCommands = (provider, choose) => {
  const group = provider.command('key').description('API keys')
  group
    .command('create')
    .description('prints a new API key, this once, and its id before it')
    .argument('<provider>')
    .option('--test', 'a key for tests; otherwise it is in earnest')
    .addOption(
      new Option('--scope <scope>', 'what it may do, once for each scope')
        .argParser(addScope)
        .default<readonly Scope[]>([], USUAL_SCOPES.join(', ')),
    )
    .option('--days <number>', 'ends after so many days', wholeNumber('--days', MAX_DAYS))
    .action((id, { test, scope: named, days }) =>
      choose(async (site) => {
        const wish = { live: test !== true, scopes: named.length === 0 ? USUAL_SCOPES : named, days }
        const made = await withProviders(site, (providers) => providers.createKey(id, wish))
        return { lines: [made.id, made.secret], data: made }
      }),
    )
  group
    .command('list')
    .description('lists the keys of a provider; the keys themselves are stored nowhere')
    .argument('<provider>')
    .action((id) =>
      choose(async (site) => {
        const keys = await withProviders(site, (providers) => providers.keys(id))
        return { lines: keyRows(keys), data: keys }
      }),
    )
  group
    .command('revoke')
    .description('ends a key at once')
    .argument('<key id>')
    .action((id) =>
      choose((site) =>
        withProviders(site, async (providers) => {
          await providers.revokeKey(id)
          return DONE
        }),
      ),
    )
  group
    .command('rotate')
    .description('prints a new key of the same kind, this once; the old one works for a while')
    .argument('<key id>')
    .addOption(overlapOption('both work for so long'))
    .action((id, { overlapHours }) =>
      choose(async (site) => {
        const made = await withProviders(site, (providers) => providers.rotateKey(id, overlapHours))
        const end = `The old key ends at ${timeText(made.oldEndsAt)}, or before when it was to end before.`
        return { lines: [made.id, made.secret, end], data: made }
      }),
    )
}
