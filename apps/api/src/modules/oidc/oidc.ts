import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, HOUR_MS, LANGUAGES, MINUTE_MS } from '@avouch/contract'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Report } from '../audit/index.ts'
import type { Intents } from '../intents/index.ts'
import { answerOf, contextOf } from './answers.ts'
import { type Client, findWorkingClient } from './client-store.ts'
import { type ListedClient, registerClients } from './clients.ts'
import type { OidcKeys } from './keys.ts'
import { createProvider } from './provider.ts'
import { createRecordAdapter } from './record-adapter.ts'
import { readRequest, type Refusal, type Wish } from './requests.ts'

/** Longer than an intent lives whose visitor waits for a review. */
const INTERACTION_MS = 2 * HOUR_MS + 10 * MINUTE_MS

export const OIDC_PATH = '/oidc'
/** The same to who turns back and who is too young. */
const NOT_PROVEN = { error: 'access_denied', error_description: 'not_proven' } as const

type Deps = {
  db: Database
  clock: Clock
  keys: { records: Pick<Keys, 'mac' | 'seal' | 'open'>; requests: Pick<Keys, 'mac'>; subjects: Pick<Keys, 'mac'> }
  signing: OidcKeys
  intents: Pick<Intents, 'createForClient' | 'endForClient' | 'readConfirmed'>
  publicUrl: string
  report: Report
  warn: (event: string, details: object) => void
}
export type Oidc = ReturnType<typeof createOidc>
/** Why a browser's request cannot be continued. */
export type RequestProblem = 'over' | 'client' | 'address' | 'malformed' | 'browser'

const PROBLEMS: Readonly<Record<string, RequestProblem>> = {
  invalid_client: 'client',
  invalid_redirect_uri: 'address',
}

/** The OpenID Connect provider: any website asks with the client library that it has. */
export function createOidc(deps: Deps) {
  let loading: Promise<Provider> | undefined
  /** Loaded with the first request: it takes memory that a product without it does not need. */
  const load = () => (loading ??= loadProvider(deps))
  return {
    /** Answers a request to an endpoint of the library's. */
    answer: async (req: IncomingMessage, res: ServerResponse) => (await load()).callback()(req, res),
    /** The address at which the visitor of a request reads who asks. */
    begin: async (req: IncomingMessage, res: ServerResponse, ref: string) =>
      begin(deps, await load(), { req, res, ref }),
    /** The address at which the library goes on: with a code for the website, or with its refusal. */
    finish: async (req: IncomingMessage, res: ServerResponse, ref: string) =>
      finish(deps, await load(), { req, res, ref }),
    problemUrl: (problem: RequestProblem) => problemUrl(deps, problem),
    register: (clients: readonly ListedClient[]) => registerClients(deps, clients),
  }
}

const problemUrl = ({ publicUrl }: Deps, problem: RequestProblem) =>
  new URL(`/request-problem?problem=${problem}`, publicUrl).href

/** The name of a request in its addresses. It is no secret: only the browser with the request's cookie goes on by it. */
const refOf = ({ keys }: Deps, uid: string) => keys.requests.mac('ref', uid).toString('base64url')
const pathOf = (deps: Deps, uid: string) => `${OIDC_PATH}/interaction/${refOf(deps, uid)}`

function loadProvider(deps: Deps): Promise<Provider> {
  const { db, clock, keys, signing, intents, publicUrl, report, warn } = deps
  const records = { db, clock, keys: keys.records, interactionMs: INTERACTION_MS }
  return createProvider({
    issuer: publicUrl + OIDC_PATH,
    keys: signing,
    interactionSeconds: INTERACTION_MS / 1_000,
    languages: LANGUAGES,
    findClient: (id) => findWorkingClient(db, id),
    recordsOf: (kind, refuse) => createRecordAdapter(records, kind, refuse),
    async findAnswer(intentId, subject) {
      const intent = await intents.readConfirmed(intentId)
      return intent && answerOf(keys.subjects, intent, subject)
    },
    requestUrl: (uid) => new URL(pathOf(deps, uid), publicUrl).href,
    problemUrl: (error) => problemUrl(deps, PROBLEMS[error] ?? 'malformed'),
    now: clock,
    onRefused: (clientId) => void report({ type: 'oidc.client_refused', reason: clientId }),
    onFailure: (error) => warn('oidc', { reason: error.name, message: error.message }),
  })
}

type Step = { req: IncomingMessage; res: ServerResponse; ref: string }
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The request of this browser, by its cookie. @returns undefined when it is over, or was begun in another browser */
async function interactionOf(
  deps: Deps,
  provider: Provider,
  { req, res, ref }: Step,
): Promise<Interaction | undefined> {
  try {
    const interaction = await provider.interactionDetails(req, res)
    return refOf(deps, interaction.uid) === ref ? interaction : undefined
  } catch (error) {
    if ((error as Error).name === 'SessionNotFound') return undefined
    throw error
  }
}

const clientIdOf = ({ params }: Interaction) => String(params['client_id'])

const IMPOSSIBLE = {
  error: 'unmet_authentication_requirements',
  description: 'no method that the provider accepts proves this age',
}

/** @returns undefined when no method that the provider accepts proves the age as it is asked for */
async function createIntent(deps: Deps, owner: Client, wish: Wish, { uid, params }: Interaction, { ref }: Step) {
  const { minimumAge, maxProofAgeDays, required, preferred } = wish
  const asked = {
    owner: { providerId: owner.providerId, live: owner.live },
    minimumAge,
    maxProofAgeDays,
    returnUri: new URL(`${pathOf(deps, uid)}/done`, deps.publicUrl).href,
    websiteUri: String(params['redirect_uri']),
    key: `oidc ${ref}`,
  }
  const best = preferred?.filter((method) => required?.includes(method) !== false) ?? []
  // A preference that can't be met is no reason to refuse.
  const wishes = best.length === 0 ? [required] : [best, required]
  for (const only of wishes) {
    try {
      return await deps.intents.createForClient({ ...asked, only })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'method_not_possible')) throw error
    }
  }
  return undefined
}

async function begin(deps: Deps, provider: Provider, step: Step): Promise<string> {
  const interaction = await interactionOf(deps, provider, step)
  if (interaction === undefined) return problemUrl(deps, 'browser')
  const client = await findWorkingClient(deps.db, clientIdOf(interaction))
  if (client === undefined) return problemUrl(deps, 'client')
  const request = readRequest(interaction.params)
  if ('refused' in request) return refused(interaction, request.refused)
  const created = await createIntent(deps, client, request, interaction, step)
  if (created === undefined) return refused(interaction, IMPOSSIBLE)
  const address = new URL('/', deps.publicUrl)
  address.searchParams.set('mintid', created.mintid)
  if (request.language !== undefined) address.searchParams.set('lng', request.language)
  return address.href
}

/** Ends a request that the visitor comes back from. Only what became of its intent counts, and nothing in the address. */
async function finish(deps: Deps, provider: Provider, step: Step): Promise<string> {
  const interaction = await interactionOf(deps, provider, step)
  if (interaction === undefined) return problemUrl(deps, 'browser')
  const client = await findWorkingClient(deps.db, clientIdOf(interaction))
  if (client === undefined) return problemUrl(deps, 'client')
  const request = readRequest(interaction.params)
  const intent = await deps.intents.endForClient(client, `oidc ${step.ref}`)
  if ('refused' in request || intent?.state !== 'confirmed' || intent.result !== 'yes')
    return conclude(interaction, { ...NOT_PROVEN })
  const grant = new provider.Grant({ accountId: intent.id, clientId: client.id })
  grant.addOIDCScope(request.scopes.join(' '))
  if (request.claims.length > 0) grant.addOIDCClaims(request.claims)
  const answeredAt = Math.floor((intent.answeredAt?.getTime() ?? 0) / 1_000)
  const { acr, amr } = contextOf(intent)
  return conclude(interaction, {
    login: { accountId: intent.id, ts: answeredAt, acr, amr: [...amr], remember: false },
    consent: { grantId: await grant.save() },
  })
}

const refused = (interaction: Interaction, { error, description }: Refusal) =>
  conclude(interaction, { error, error_description: description })

/** @returns where the library goes on with the result */
async function conclude(interaction: Interaction, result: NonNullable<Interaction['result']>): Promise<string> {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}
