import { AppError } from '@avouch/contract'
import type { Keys } from '../../platform/keyring.ts'
import type { Creation } from '../intents/index.ts'
import { type AnswerClaims, answerOf, isYes, readRequest, type Refusal, refusalOf } from './claims.ts'
import type { SubjectKind, WorkingClient } from './client-store.ts'
import type { Records, Refusals } from './records.ts'

export const OIDC_PATH = '/oidc'

type Deps = {
  records: Records
  creation: Creation
  /** Name requests in their addresses, and make the subjects of single answers. */
  keys: { requests: Keys; subjects: Keys }
  publicUrl: string
}

export const clientIdIn = (params: Record<string, unknown>) => String(params['client_id'])

/** Requests of websites: which are refused, the intent that each becomes, and what its answer says. */
export class AuthorizationRequests {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Checks a request that the library would take. @returns why it is refused */
  async refusalOf(params: Record<string, unknown>): Promise<Refusal | undefined> {
    const refusal = refusalOf(params)
    if (refusal !== undefined) return refusal
    const client = await this.#deps.records.client(clientIdIn(params))
    if (client === undefined || this.#newIntent(client, '', params)) return undefined
    return {
      error: 'unmet_authentication_requirements',
      description: 'no method that the provider accepts proves this age',
    }
  }

  /** Stores a request together with its intent. @returns its own address */
  async accept(uid: string, params: Record<string, unknown>, refuse: Refusals): Promise<string> {
    const { records, publicUrl } = this.#deps
    const client = await records.client(clientIdIn(params))
    await records.store(refuse, client && this.#newIntent(client, uid, params))
    return new URL(this.#pathOf(uid), publicUrl).href
  }

  /** Reads the answer of a request. Its intent was read together with whatever names it. */
  answerOf(intentId: string, subject: SubjectKind): AnswerClaims | undefined {
    const intent = this.#deps.records.intent(intentId)
    return intent && isYes(intent) ? answerOf(intent, subject, this.#deps.keys.subjects.mac) : undefined
  }

  /** Names a request in its addresses. The name is no secret: only the browser with the request's cookie continues by it. */
  refOf(uid: string): string {
    return this.#deps.keys.requests.mac('ref', uid).toString('base64url')
  }

  #pathOf(uid: string): string {
    return `${OIDC_PATH}/interaction/${this.refOf(uid)}`
  }

  /** Makes the request's intent, unless no method that the provider accepts proves the age as it is asked for. */
  #newIntent(owner: WorkingClient, uid: string, params: Record<string, unknown>) {
    const { minimumAge, maxProofAgeDays, required, preferred } = readRequest(params)
    const asked = {
      owner: { providerId: owner.providerId, live: owner.live },
      providerAccepts: owner.accept,
      minimumAge,
      maxProofAgeDays,
      returnUri: new URL(`${this.#pathOf(uid)}/done`, this.#deps.publicUrl).href,
      websiteUri: String(params['redirect_uri']),
      key: `oidc ${this.refOf(uid)}`,
    }
    const best = preferred?.filter((method) => required?.includes(method) !== false) ?? []
    // A preference that can't be met is no reason to refuse.
    const wishes = best.length === 0 ? [required] : [best, required]
    for (const only of wishes) {
      try {
        return this.#deps.creation.newForClient({ ...asked, only })
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'method_not_possible')) throw error
      }
    }
    return undefined
  }
}
