import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, HOUR_MS, LANGUAGES, MINUTE_MS } from '@avouch/contract'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Audit } from '../audit/index.ts'
import type { Creation, MerchantCodes, ProviderIntents } from '../intents/index.ts'
import { answerOf, contextOf } from './answers.ts'
import { unusableClients } from './client-check.ts'
import { findWorkingClient, type WorkingClient } from './client-store.ts'
import { type ListedClient, registerClients } from './clients.ts'
import type { OidcKeys } from './keys.ts'
import { createProvider } from './provider.ts'
import { createRecordAdapter, recordKey, type Refusals, storeRecords } from './record-adapter.ts'
import { type Params, readRequest, type Refusal, refusalOf, type Wish } from './requests.ts'
import type { RecordIntent } from './record-store.ts'
import { readOnce, requestRecords, storeChanges, withRequestRecords } from './request-records.ts'

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
  creation: Creation
  intents: ProviderIntents
  codes: MerchantCodes
  publicUrl: string
  audit: Audit
  warn: (event: string, details: object) => void
}
export type Oidc = ReturnType<typeof createOidc>
/** Why a browser's request cannot be continued. */
type RequestProblem = 'over' | 'client' | 'address' | 'malformed' | 'browser'

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
    answer: async (req: IncomingMessage, res: ServerResponse) => {
      const provider = await load()
      await withRequestRecords(async () => {
        await readAhead(deps, req.url ?? '')
        await provider.callback()(req, res)
      })
    },
    /** The address at which the visitor of a request reads who asks. */
    begin: async (req: IncomingMessage, res: ServerResponse, ref: string) =>
      within(begin, deps, await load(), { req, res, ref }),
    /** The address at which the library goes on: with a code for the website, or with its refusal. */
    finish: async (req: IncomingMessage, res: ServerResponse, ref: string) =>
      within(finish, deps, await load(), { req, res, ref }),
    register: (clients: readonly ListedClient[]) => registerClients(deps, clients),
    /** Tells the log of clients that do not work. No visitor waits for it: the library is loaded where there are clients. */
    start: async () => {
      const telling = tellOfUnusable(deps)
      return { stop: () => telling }
    },
  }
}

async function tellOfUnusable({ db, warn }: Deps): Promise<void> {
  try {
    for (const { id, refusal } of await unusableClients(db))
      warn('oidc client refused', { client: id, reason: refusal })
  } catch (error) {
    // A database that is away.
    warn('oidc clients not checked', { reason: (error as Error).message })
  }
}

const PUSHED =
  /^\/auth\?(?:.*&)?request_uri=urn(?::|%3A)ietf(?::|%3A)params(?::|%3A)oauth(?::|%3A)request_uri(?::|%3A)([\w-]+)(?:&|$)/i

/** A pushed request is read with its client; the library would ask for the client first. Where it fails, the library reads, and answers. */
async function readAhead({ db, clock, keys }: Deps, url: string): Promise<void> {
  const [, id] = PUSHED.exec(url) ?? []
  if (id === undefined) return
  // A database that is away.
  await readOnce(db, clock, recordKey(keys.records, 'PushedAuthorizationRequest', id)).catch(() => undefined)
}

const problemUrl = ({ publicUrl }: Deps, problem: RequestProblem) =>
  new URL(`/request-problem?problem=${problem}`, publicUrl).href

/** The name of a request in its addresses. It is no secret: only the browser with the request's cookie goes on by it. */
const refOf = ({ keys }: Deps, uid: string) => keys.requests.mac('ref', uid).toString('base64url')
const pathOf = (deps: Deps, uid: string) => `${OIDC_PATH}/interaction/${refOf(deps, uid)}`

function loadProvider(deps: Deps): Promise<Provider> {
  const { db, clock, keys, signing, publicUrl, audit, warn } = deps
  const records = { db, clock, keys: keys.records, interactionMs: INTERACTION_MS }
  return createProvider({
    issuer: publicUrl + OIDC_PATH,
    keys: signing,
    interactionSeconds: INTERACTION_MS / 1_000,
    languages: LANGUAGES,
    findClient: (id) => clientOf(deps, id),
    recordsOf: (kind, refuse) => createRecordAdapter(records, kind, refuse),
    // Whatever names an intent was read together with it.
    async findAnswer(intentId, subject) {
      const intent = requestRecords().intents.get(intentId)
      return intent && isYes(intent) ? answerOf(keys.subjects, intent, subject) : undefined
    },
    refusalOf: async (params) => refusalOf(params) ?? (await impossible(deps, params)),
    takeUp: (uid, params, refuse) => takeUp(deps, { uid, params }, refuse),
    storeRest: async () => void (await storeChanges(db, clock)),
    problemUrl: (error) => problemUrl(deps, PROBLEMS[error] ?? 'malformed'),
    now: clock,
    onRefused: (clientId) => void audit.report({ type: 'oidc.client_refused', reason: clientId }),
    onFailure: (error) => warn('oidc', { reason: error.name, message: error.message }),
  })
}

/** Both are requests of their own: what they read is read once. */
const within = (run: typeof begin, deps: Deps, provider: Provider, step: Step): Promise<string> =>
  withRequestRecords(() => run(deps, provider, step))

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
    if (isOver(error)) return undefined
    throw error
  }
}

const isOver = (error: unknown) => (error as Error).name === 'SessionNotFound'
const clientIdOf = ({ params }: Pick<Interaction, 'params'>) => String(params['client_id'])

/** Read with a record, or by itself where it is the first that a request names. */
async function clientOf({ db }: Deps, id: string): Promise<WorkingClient | undefined> {
  const { clients } = requestRecords()
  if (!clients.has(id)) clients.set(id, await findWorkingClient(db, id))
  return clients.get(id)
}

/** The one that was read with the request. */
function intentOfRequest(): RecordIntent | undefined {
  const [intent] = requestRecords().intents.values()
  return intent
}
const isYes = ({ state, result }: Pick<RecordIntent, 'state' | 'result'>) => state === 'confirmed' && result === 'yes'

/** The request's intent, unless no method that the provider accepts proves the age as it is asked for. */
function newIntent(deps: Deps, owner: WorkingClient, wish: Wish, { uid, params }: Pick<Interaction, 'uid' | 'params'>) {
  const { minimumAge, maxProofAgeDays, required, preferred } = wish
  const asked = {
    owner: { providerId: owner.providerId, live: owner.live },
    providerAccepts: owner.accept,
    minimumAge,
    maxProofAgeDays,
    returnUri: new URL(`${pathOf(deps, uid)}/done`, deps.publicUrl).href,
    websiteUri: String(params['redirect_uri']),
    key: `oidc ${refOf(deps, uid)}`,
  }
  const best = preferred?.filter((method) => required?.includes(method) !== false) ?? []
  // A preference that can't be met is no reason to refuse.
  const wishes = best.length === 0 ? [required] : [best, required]
  for (const only of wishes) {
    try {
      return deps.creation.newForClient({ ...asked, only })
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'method_not_possible')) throw error
    }
  }
  return undefined
}

async function impossible(deps: Deps, params: Params): Promise<Refusal | undefined> {
  const client = await clientOf(deps, clientIdOf({ params }))
  if (client === undefined || newIntent(deps, client, readRequest(params), { uid: '', params })) return undefined
  return {
    error: 'unmet_authentication_requirements',
    description: 'no method that the provider accepts proves this age',
  }
}

/** Stores a request together with its intent. */
async function takeUp(deps: Deps, request: { uid: string; params: Params }, refuse: Refusals): Promise<string> {
  const records = requestRecords()
  const client = await clientOf(deps, clientIdOf(request))
  const intent = client && newIntent(deps, client, readRequest(request.params), request)
  if (intent !== undefined) {
    records.changes.added = records.changes.added.map((record) => ({ ...record, intentId: intent.id }))
    records.newIntent = intent
  }
  await storeRecords(deps, refuse)
  return new URL(pathOf(deps, request.uid), deps.publicUrl).href
}

async function begin(deps: Deps, provider: Provider, step: Step): Promise<string> {
  const interaction = await interactionOf(deps, provider, step)
  if (interaction === undefined) return problemUrl(deps, 'browser')
  const client = await clientOf(deps, clientIdOf(interaction))
  if (client === undefined) return problemUrl(deps, 'client')
  const intent = intentOfRequest()
  // One that no visitor read in its time is forgotten.
  if (intent === undefined) return problemUrl(deps, 'over')
  const address = new URL('/', deps.publicUrl)
  address.searchParams.set('mintid', deps.codes.codeOf(intent.id))
  const { language } = readRequest(interaction.params)
  if (language !== undefined) address.searchParams.set('lng', language)
  return address.href
}

/** Ends a request that the visitor comes back from. Only what became of its intent counts, and nothing in the address. */
async function finish(deps: Deps, provider: Provider, step: Step): Promise<string> {
  const interaction = await interactionOf(deps, provider, step)
  if (interaction === undefined) return problemUrl(deps, 'browser')
  const client = await clientOf(deps, clientIdOf(interaction))
  if (client === undefined) return problemUrl(deps, 'client')
  const request = readRequest(interaction.params)
  const found = intentOfRequest()
  const intent = found === undefined || isYes(found) ? found : await deps.intents.endForClient(found.id)
  if (intent === undefined || !isYes(intent)) return conclude(deps, interaction, { ...NOT_PROVEN })
  const grant = new provider.Grant({ accountId: intent.id, clientId: client.id })
  grant.addOIDCScope(request.scopes.join(' '))
  if (request.claims.length > 0) grant.addOIDCClaims(request.claims)
  const answeredAt = Math.floor((intent.answeredAt?.getTime() ?? 0) / 1_000)
  const { acr, amr } = contextOf(intent)
  return conclude(deps, interaction, {
    login: { accountId: intent.id, ts: answeredAt, acr, amr: [...amr], remember: false },
    consent: { grantId: await grant.save() },
    // The screens say who is logged in, and log out.
    select_account: {},
  })
}

type Result = NonNullable<Interaction['result']>

/** @returns where the library goes on with the result, unless another tab went on before */
async function conclude(deps: Deps, interaction: Interaction, result: Result): Promise<string> {
  interaction.result = result
  try {
    await interaction.persist()
  } catch (error) {
    if (isOver(error)) return problemUrl(deps, 'browser')
    throw error
  }
  return interaction.returnTo
}
