import { LANGUAGE_PARAMETER } from '@avouch/contract'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Audit } from '../audit/index.ts'
import type { Creation, MerchantCodes, ProviderIntents } from '../intents/index.ts'
import { AuthorizationRequests, clientIdIn } from './authorization-requests.ts'
import { authenticationOf, isYes, readRequest } from './claims.ts'
import { createProvider, type OidcKeys, problemUrl, type RequestProblem } from './provider.ts'
import { Records } from './records.ts'

type Settings = {
  db: Database
  clock: Clock
  keys: { records: Keys; requests: Keys; subjects: Keys }
  signing: OidcKeys
  creation: Creation
  intents: ProviderIntents
  codes: MerchantCodes
  publicUrl: string
  audit: Audit
  warn: Warn
}

/** The OpenID Connect provider: any website asks with the client library that it has. */
export function createOidc({ db, clock, keys, signing, creation, intents, codes, publicUrl, audit, warn }: Settings) {
  const records = new Records({ db, clock, keys: keys.records })
  const requests = new AuthorizationRequests({ records, creation, keys, publicUrl })
  const load = () => createProvider({ publicUrl, signing, records, requests, audit, warn })
  return new Oidc({ load, records, requests, intents, codes, publicUrl })
}

type Deps = {
  load: () => Promise<Provider>
  records: Records
  requests: AuthorizationRequests
  intents: ProviderIntents
  codes: MerchantCodes
  publicUrl: string
}
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>
type Result = NonNullable<Interaction['result']>

/** The same to who turns back and who is too young. */
const NOT_PROVEN = { error: 'access_denied', error_description: 'not_proven' } as const
const PUSHED =
  /^\/auth\?(?:.*&)?request_uri=urn(?::|%3A)ietf(?::|%3A)params(?::|%3A)oauth(?::|%3A)request_uri(?::|%3A)([\w-]+)(?:&|$)/i
const isNotFound = (error: unknown) => (error as Error).name === 'SessionNotFound'

/** Answers HTTP requests below /oidc: by the library, and by itself for a visitor on the way to our screens and back. */
export class Oidc {
  readonly #deps: Deps
  #loading: Promise<Provider> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Answers a request to an endpoint of the library's. */
  async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { records } = this.#deps
    const provider = await this.#provider()
    await records.within(async () => {
      const [, pushedId] = PUSHED.exec(req.url ?? '') ?? []
      if (pushedId !== undefined) await records.readPushed(pushedId)
      await provider.callback()(req, res)
    })
  }

  /** Begins a visitor's request. @returns the address at which they read who asks */
  async begin(req: IncomingMessage, res: ServerResponse, ref: string): Promise<string> {
    const { records, codes, publicUrl } = this.#deps
    const provider = await this.#provider()
    return records.within(async () => {
      const interaction = await this.#interaction(provider, { req, res, ref })
      if (typeof interaction === 'string') return problemUrl(publicUrl, interaction)
      const intent = records.intent()
      // One that no visitor read in its time is forgotten.
      if (intent === undefined) return problemUrl(publicUrl, 'over')
      const address = new URL(codes.addressOf({ id: intent.id, kind: 'age' }))
      const { language } = readRequest(interaction.params)
      if (language !== undefined) address.searchParams.set(LANGUAGE_PARAMETER, language)
      return address.href
    })
  }

  /**
   * Ends a request that the visitor comes back from. Only what became of its intent counts, and nothing in the address.
   * @returns the address at which the library continues: with a code for the website, or with its refusal
   */
  async finish(req: IncomingMessage, res: ServerResponse, ref: string): Promise<string> {
    const { records, intents, publicUrl } = this.#deps
    const provider = await this.#provider()
    return records.within(async () => {
      const interaction = await this.#interaction(provider, { req, res, ref })
      if (typeof interaction === 'string') return problemUrl(publicUrl, interaction)
      const found = records.intent()
      const intent = found === undefined || isYes(found) ? found : await intents.endForClient(found.id)
      if (intent === undefined || !isYes(intent)) return this.#conclude(interaction, { ...NOT_PROVEN })
      const request = readRequest(interaction.params)
      const grant = new provider.Grant({ accountId: intent.id, clientId: clientIdIn(interaction.params) })
      grant.addOIDCScope(request.scopes.join(' '))
      if (request.claims.length > 0) grant.addOIDCClaims(request.claims)
      const { acr, amr, auth_time } = authenticationOf(intent)
      return this.#conclude(interaction, {
        login: { accountId: intent.id, ts: auth_time, acr, amr: [...amr], remember: false },
        consent: { grantId: await grant.save() },
        // The screens say who is logged in, and log out.
        select_account: {},
      })
    })
  }

  /** Loads the library with the first request: it takes memory that a product without it does not need. */
  #provider(): Promise<Provider> {
    return (this.#loading ??= this.#deps.load())
  }

  /** Finds this browser's request by its cookie. @returns a problem when it is over, was begun in another browser, or has no client any more */
  async #interaction(
    provider: Provider,
    { req, res, ref }: { req: IncomingMessage; res: ServerResponse; ref: string },
  ): Promise<Interaction | RequestProblem> {
    const { records, requests } = this.#deps
    try {
      const interaction = await provider.interactionDetails(req, res)
      if (requests.refOf(interaction.uid) !== ref) return 'browser'
      return (await records.client(clientIdIn(interaction.params))) === undefined ? 'client' : interaction
    } catch (error) {
      if (isNotFound(error)) return 'browser'
      throw error
    }
  }

  /** @returns the address at which the library continues with the result, unless another tab was first */
  async #conclude(interaction: Interaction, result: Result): Promise<string> {
    interaction.result = result
    try {
      await interaction.persist()
    } catch (error) {
      if (isNotFound(error)) return problemUrl(this.#deps.publicUrl, 'browser')
      throw error
    }
    return interaction.returnTo
  }
}
