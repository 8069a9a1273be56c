import type { ProviderAdministration } from '../modules/providers/index.ts'
import { readArguments, table, timeText, wholeNumber } from './arguments.ts'
import type { Command, Print } from './command.ts'
import { keyRows } from './keys.ts'
import { withProviders } from './provider-administration.ts'

const OVERLAP_HOURS = '24'
const MAX_OVERLAP_HOURS = 30 * 24

type Work = (providers: ProviderAdministration, word: (index: number) => string, print: Print) => Promise<void>

/** A command of so many words, without options. */
const plain = (usage: string, says: string, words: number, work: Work): Command => ({
  usage,
  says,
  async run(site, args, print) {
    const { word } = readArguments(args, usage, { words, options: {} })
    await withProviders(site, (providers) => work(providers, word, print))
    return true
  },
})

async function show(providers: ProviderAdministration, id: string, print: Print): Promise<void> {
  const { name, fromFile, webhookUrl, webhookDisabledAt, previousSecretUntil, keys, redirects } =
    await providers.show(id)
  print(`${id}: ${name}${fromFile ? ' (from PROVIDERS_FILE)' : ''}`)
  print(`webhook: ${webhookUrl ?? 'none'}`)
  if (webhookDisabledAt !== null) print(`  stopped at ${timeText(webhookDisabledAt)}: the receiver answered 410`)
  if (previousSecretUntil !== null)
    print(`  the secret before the last change signs until ${timeText(previousSecretUntil)}`)
  print('visitors go back to:')
  for (const { uri } of redirects) print(`  ${uri}`)
  print('keys:')
  for (const line of keyRows(keys)) print(`  ${line}`)
}

const SET_SECRET = 'provider webhook rotate-secret <provider> [--overlap-hours 24]'

export const PROVIDER_COMMANDS: Readonly<Record<string, Command>> = {
  'provider create': plain('provider create <id> <name>', 'adds a website that may ask', 2, async (providers, word) =>
    providers.create(word(0), word(1)),
  ),
  'provider list': plain('provider list', 'shows all providers', 0, async (providers, _word, print) => {
    const rows = (await providers.list()).map(({ id, name, fromFile, webhookUrl, webhookDisabledAt }) => [
      id,
      name,
      fromFile ? 'file' : 'own',
      webhookDisabledAt === null ? (webhookUrl ?? 'no webhook') : 'webhook stopped',
    ])
    for (const line of table(rows)) print(line)
  }),
  'provider show': plain('provider show <id>', 'shows keys, addresses and webhook', 1, (providers, word, print) =>
    show(providers, word(0), print),
  ),
  'provider redirect add': plain(
    'provider redirect add <provider> <address>',
    'registers an address that visitors may go back to, letter by letter',
    2,
    (providers, word) => providers.addRedirect(word(0), word(1)),
  ),
  'provider redirect remove': plain(
    'provider redirect remove <provider> <address>',
    'takes it off the list; open requests that named it still lead there',
    2,
    (providers, word) => providers.removeRedirect(word(0), word(1)),
  ),
  'provider redirect list': plain(
    'provider redirect list <provider>',
    'shows the registered addresses',
    1,
    async (providers, word, print) => {
      for (const { uri } of (await providers.show(word(0))).redirects) print(uri)
    },
  ),
  'provider webhook set': plain(
    'provider webhook set <provider> <address>',
    'where events are sent; the first time the secret is printed, this once',
    2,
    async (providers, word, print) => {
      const secret = await providers.setWebhook(word(0), word(1))
      if (secret !== undefined) print(secret)
    },
  ),
  'provider webhook rotate-secret': {
    usage: SET_SECRET,
    says: 'prints a new secret, this once; events are signed with both for a while',
    async run(site, args, print) {
      const options = { 'overlap-hours': { type: 'string', default: OVERLAP_HOURS } } as const
      const { values, word } = readArguments(args, SET_SECRET, { words: 1, options })
      const hours = wholeNumber(values['overlap-hours'], '--overlap-hours', MAX_OVERLAP_HOURS)
      print(await withProviders(site, (providers) => providers.rotateSecret(word(0), hours)))
      return true
    },
  },
  'provider webhook enable': plain(
    'provider webhook enable <provider>',
    'sends events again after a receiver answered 410; those that waited go first',
    1,
    (providers, word) => providers.enableWebhook(word(0)),
  ),
}
