import { Option } from '@commander-js/extra-typings'
import {
  ClientAdministration,
  type ClientAuthMethod,
  type ClientEntry,
  SIGNING_ALGS,
  SUBJECT_KINDS,
} from '../modules/oidc/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { readGivenFile } from './given-file.ts'
import { administrationOf, overlapOption } from './provider-administration.ts'
import { type Site, withDatabase } from './with-database.ts'

const withClients = <T>(site: Site, run: (clients: ClientAdministration) => Promise<T>): Promise<T> =>
  withDatabase(site, (opened) => {
    const { config, database: db, audit } = opened
    const { clock, production: protectedOnly } = config
    const requireProvider = (id: string) => administrationOf(opened).keys(id)
    return run(new ClientAdministration({ db, clock, audit, requireProvider, protectedOnly }))
  })

const another = (text: string, before: readonly string[]): readonly string[] => [...before, text]

type Wanted = { public?: true; jwks?: string; secretPost?: true }

/** @throws OperatorError for more than one method */
function authMethodOf({ public: isPublic, jwks, secretPost }: Wanted): ClientAuthMethod {
  const ways = [isPublic, jwks, secretPost].filter((way) => way !== undefined)
  if (ways.length > 1) throw new OperatorError('A client is public, has keys, or has a secret: one of them.')
  if (isPublic === true) return 'none'
  if (jwks !== undefined) return 'private_key_jwt'
  return secretPost === true ? 'client_secret_post' : 'client_secret_basic'
}

const linesOf = (client: ClientEntry): string[] => [
  `${client.id}: of ${client.providerId}, ${client.live ? 'live' : 'test'}${client.fromFile ? ', with the settings' : ''}`,
  `authentication: ${client.authMethod}`,
  ...(client.previousSecretUntil === null
    ? []
    : [`  the secret before the last change works until ${timeText(client.previousSecretUntil)}`]),
  `subject: ${client.subject}`,
  `ID tokens: ${client.signingAlg}`,
  `pushed requests: ${client.requirePar ? 'required' : 'as it likes'}`,
  ...client.redirectUris.map((uri) => `returns to ${uri}`),
  ...client.origins.map((origin) => `scripts of ${origin}`),
  `created: ${timeText(client.createdAt)}`,
  ...(client.refusal === null ? [] : [`every request of it is refused: ${client.refusal}`]),
]

export const addClientCommands: AddCommands = (program, choose) => {
  const group = program.command('client').description("websites' clients of the OpenID Connect provider")
  group
    .command('create')
    .description('prints the id of a new client and its secret, this once')
    .argument('<provider>')
    .addOption(
      new Option('--redirect-uri <address>', 'where visitors go back to, once for each address')
        .argParser(another)
        .default<readonly string[]>([], 'none'),
    )
    .option('--test', 'makes test intents, and its tokens say so')
    .option(
      '--public',
      'no secret: a page without a server, or an app, at its own scheme or http://127.0.0.1 with any port',
    )
    .addOption(
      new Option('--origin <origin>', 'of a public client: a website whose scripts call, once for each')
        .argParser(another)
        .default<readonly string[]>([], 'none'),
    )
    .option('--jwks <file>', 'no secret: it signs, and these are its public keys')
    .option('--secret-post', 'sends its secret in the body')
    .addOption(
      new Option('--subject <kind>', 'who the visitor is to it').choices(SUBJECT_KINDS).default('ephemeral' as const),
    )
    .addOption(
      new Option('--id-token-alg <alg>', 'signs its ID tokens').choices(SIGNING_ALGS).default('RS256' as const),
    )
    .option('--require-par', 'refuses requests that were not pushed')
    .action((providerId, options) =>
      choose(async (site) => {
        const made = await withClients(site, (clients) =>
          clients.create({
            providerId,
            redirectUris: options.redirectUri,
            authMethod: authMethodOf(options),
            origins: options.origin,
            jwks: options.jwks === undefined ? null : readGivenFile(site, options.jwks).toString('utf8'),
            subject: options.subject,
            signingAlg: options.idTokenAlg,
            requirePar: options.requirePar === true,
            live: options.test !== true,
          }),
        )
        return { lines: made.secret === null ? [made.id] : [made.id, made.secret], data: made }
      }),
    )
  group
    .command('list')
    .description('lists the clients of a provider, or all')
    .argument('[provider]')
    .action((providerId) =>
      choose(async (site) => {
        const clients = await withClients(site, (clients) => clients.list(providerId))
        return listed(clients, (client) => [
          client.id,
          client.providerId,
          client.live ? 'live' : 'test',
          client.authMethod,
          client.redirectUris.join(' '),
        ])
      }),
    )
  group
    .command('show')
    .description('shows a client; its secret is stored nowhere')
    .argument('<client>')
    .action((id) =>
      choose(async (site) => {
        const client = await withClients(site, (clients) => clients.show(id))
        return { lines: linesOf(client), data: client }
      }),
    )
  group
    .command('rotate-secret')
    .description('prints a new secret, this once; the old one works for a while')
    .argument('<client>')
    .addOption(overlapOption('both work for so long'))
    .action((id, { overlapHours }) =>
      choose(async (site) => {
        const made = await withClients(site, (clients) => clients.rotateSecret(id, overlapHours))
        return { lines: [made.secret, `The old secret ends at ${timeText(made.oldEndsAt)}.`], data: made }
      }),
    )
  group
    .command('remove')
    .description('removes a client; its codes and tokens end at once')
    .argument('<client>')
    .action((id) =>
      choose(async (site) => {
        await withClients(site, (clients) => clients.remove(id))
        return DONE
      }),
    )
}
