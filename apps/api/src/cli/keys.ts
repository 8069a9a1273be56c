import { SCOPES, type Scope, USUAL_SCOPES } from '@avouch/contract'
import { OperatorError } from '../platform/operator-error.ts'
import type { KeyEntry } from '../modules/providers/index.ts'
import { readArguments, table, timeText, wholeNumber } from './arguments.ts'
import type { Command } from './command.ts'
import { withProviders } from './provider-administration.ts'

const MAX_DAYS = 3_650
const MAX_OVERLAP_HOURS = 30 * 24

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

const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text)

function scopesOf(given: readonly string[] | undefined): readonly Scope[] {
  if (given === undefined) return USUAL_SCOPES
  const scopes = given.filter(isScope)
  if (scopes.length < given.length) throw new OperatorError(`A scope is one of ${SCOPES.join(', ')}.`)
  return scopes
}

const CREATE = 'provider key create <provider> [--test] [--scope <scope>]… [--days <number>]'
const LIST = 'provider key list <provider>'
const REVOKE = 'provider key revoke <key id>'
const ROTATE = 'provider key rotate <key id> [--overlap-hours 24]'

export const KEY_COMMANDS: Readonly<Record<string, Command>> = {
  'provider key create': {
    usage: CREATE,
    says: 'prints a new API key, this once, and its id before it',
    async run(site, args, print) {
      const { values, word } = readArguments(args, CREATE, {
        words: 1,
        options: {
          test: { type: 'boolean', default: false },
          scope: { type: 'string', multiple: true },
          days: { type: 'string' },
        },
      })
      const days = values.days === undefined ? undefined : wholeNumber(values.days, '--days', MAX_DAYS)
      const wish = { live: !values.test, scopes: scopesOf(values.scope), days }
      const { id, secret } = await withProviders(site, (providers) => providers.createKey(word(0), wish))
      print(id)
      print(secret)
      return true
    },
  },
  'provider key list': {
    usage: LIST,
    says: 'shows the keys of a provider; what they are is known to nobody',
    async run(site, args, print) {
      const { word } = readArguments(args, LIST, { words: 1, options: {} })
      for (const line of keyRows(await withProviders(site, (providers) => providers.keys(word(0))))) print(line)
      return true
    },
  },
  'provider key revoke': {
    usage: REVOKE,
    says: 'ends a key at once',
    async run(site, args) {
      const { word } = readArguments(args, REVOKE, { words: 1, options: {} })
      await withProviders(site, (providers) => providers.revokeKey(word(0)))
      return true
    },
  },
  'provider key rotate': {
    usage: ROTATE,
    says: 'prints a new key of the same kind, this once; the old one works for a while',
    async run(site, args, print) {
      const options = { 'overlap-hours': { type: 'string', default: '24' } } as const
      const { values, word } = readArguments(args, ROTATE, { words: 1, options })
      const hours = wholeNumber(values['overlap-hours'], '--overlap-hours', MAX_OVERLAP_HOURS)
      const { id, secret, oldEndsAt } = await withProviders(site, (providers) => providers.rotateKey(word(0), hours))
      print(id)
      print(secret)
      print(`The old key ends at ${timeText(oldEndsAt)}, or before when it was to end before.`)
      return true
    },
  },
}
