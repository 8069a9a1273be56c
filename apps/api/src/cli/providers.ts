import type { ProviderAdministration } from '../modules/providers/index.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, type CommandResult, DONE, type Work } from './command.ts'
import { readGivenFile } from './given-file.ts'
import { addKeyCommands, keyRows } from './keys.ts'
import { overlapOption, withProviders } from './provider-administration.ts'

const asking =
  (run: (providers: ProviderAdministration) => Promise<CommandResult>): Work =>
  (site) =>
    withProviders(site, run)

const changing = (change: (providers: ProviderAdministration) => Promise<void>): Work =>
  asking(async (providers) => {
    await change(providers)
    return DONE
  })

const list = asking(async (providers) =>
  listed(await providers.list(), ({ id, name, fromFile, webhookUrl, webhookDisabledAt }) => [
    id,
    name,
    fromFile ? 'file' : 'own',
    webhookDisabledAt === null ? (webhookUrl ?? 'no webhook') : 'webhook stopped',
  ]),
)

const show = (id: string): Work =>
  asking(async (providers) => {
    const shown = await providers.show(id)
    const { name, fromFile, webhookUrl, webhookDisabledAt, previousSecretUntil, logoFile, keys, redirects, accept } =
      shown
    const lines = [
      `${id}: ${name}${fromFile ? ' (from PROVIDERS_FILE)' : ''}`,
      `webhook: ${webhookUrl ?? 'none'}`,
      ...(webhookDisabledAt === null ? [] : [`  stopped at ${timeText(webhookDisabledAt)}: the receiver answered 410`]),
      ...(previousSecretUntil === null
        ? []
        : [`  the secret before the last change signs until ${timeText(previousSecretUntil)}`]),
      `logo: ${logoFile ?? 'none'}`,
      `accepts: ${accept?.join(', ') ?? 'every method'}`,
      'visitors go back to:',
      ...redirects.map(({ uri }) => `  ${uri}`),
      'keys:',
      ...keyRows(keys).map((line) => `  ${line}`),
    ]
    return { lines, data: shown }
  })

const addRedirectCommands: AddCommands = (provider, choose) => {
  const redirect = provider.command('redirect').description('where visitors may go back to')
  redirect
    .command('add')
    .description('registers an address that visitors may go back to, letter by letter')
    .argument('<provider>')
    .argument('<address>')
    .action((id, address) => choose(changing((providers) => providers.addRedirect(id, address))))
  redirect
    .command('remove')
    .description('takes it off the list; open requests that named it still lead there')
    .argument('<provider>')
    .argument('<address>')
    .action((id, address) => choose(changing((providers) => providers.removeRedirect(id, address))))
  redirect
    .command('list')
    .description('lists the registered addresses')
    .argument('<provider>')
    .action((id) =>
      choose(asking(async (providers) => listed((await providers.show(id)).redirects, ({ uri }) => [uri]))),
    )
}

const addLogoCommands: AddCommands = (provider, choose) => {
  const logo = provider.command('logo').description('what visitors see beside the name')
  logo
    .command('set')
    .description('takes the picture from a file: PNG, WebP or SVG, 32 KiB at most')
    .argument('<provider>')
    .argument('<file>')
    .action((id, file) =>
      choose((site, say) => changing((providers) => providers.setLogo(id, readGivenFile(site, file)))(site, say)),
    )
  logo
    .command('remove')
    .description('takes it away; the first letter of the name is in its place')
    .argument('<provider>')
    .action((id) => choose(changing((providers) => providers.removeLogo(id))))
}

const addWebhookAddressCommands: AddCommands = (provider, choose) => {
  const webhook = provider.command('webhook').description('where events are sent')
  webhook
    .command('set')
    .description('where events are sent; the first time the secret is printed, this once')
    .argument('<provider>')
    .argument('<address>')
    .action((id, address) =>
      choose(
        asking(async (providers) => {
          const secret = await providers.setWebhook(id, address)
          return { lines: secret === undefined ? [] : [secret], data: { secret } }
        }),
      ),
    )
  webhook
    .command('rotate-secret')
    .description('prints a new secret, this once; events are signed with both for a while')
    .argument('<provider>')
    .addOption(overlapOption('both sign for so long'))
    .action((id, { overlapHours }) =>
      choose(
        asking(async (providers) => {
          const secret = await providers.rotateSecret(id, overlapHours)
          return { lines: [secret], data: { secret } }
        }),
      ),
    )
  webhook
    .command('enable')
    .description('sends events again after a receiver answered 410; those that waited go first')
    .argument('<provider>')
    .action((id) => choose(changing((providers) => providers.enableWebhook(id))))
}

export const addProviderCommands: AddCommands = (program, choose) => {
  const provider = program.command('provider').description('websites that ask for proofs')
  provider
    .command('create')
    .description('adds a provider: a website that may ask')
    .argument('<id>')
    .argument('<name>')
    .action((id, name) => choose(changing((providers) => providers.create(id, name))))
  provider
    .command('rename')
    .description('gives it another name: what visitors read')
    .argument('<id>')
    .argument('<name>')
    .action((id, name) => choose(changing((providers) => providers.rename(id, name))))
  provider
    .command('list')
    .description('lists all providers')
    .action(() => choose(list))
  provider
    .command('show')
    .description('shows keys, addresses and webhook')
    .argument('<id>')
    .action((id) => choose(show(id)))
  provider
    .command('accept')
    .description('sets how its requests may be proven that do not say it themselves')
    .argument('<id>')
    .argument('<method...>')
    .action((id, methods) => choose(changing((providers) => providers.accept(id, methods))))
  addKeyCommands(provider, choose)
  addRedirectCommands(provider, choose)
  addLogoCommands(provider, choose)
  addWebhookAddressCommands(provider, choose)
}
