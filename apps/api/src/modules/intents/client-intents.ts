import type { ProofMethod } from '@avouch/contract'
import { tokenHash, newId } from '../../platform/identifier.ts'
import { later } from '../../platform/clock.ts'
import type { IntentDeps } from './deps.ts'
import { forgetUnopened, type NewIntent } from './intent-change-store.ts'
import { findIntent, type Intent } from './intent-store.ts'
import { merchantCode } from './merchant-code.ts'
import { acceptedMethods } from './methods.ts'
import { INTENT_LIFE_MS, withdrawIntent } from './provider-intents.ts'
import { isOpen } from './steps.ts'

/** A website's request by OpenID Connect. Who checks it is the OpenID Connect provider. */
export type ClientRequest = {
  owner: { providerId: string; live: boolean }
  /** null: everything that is switched on. */
  providerAccepts: readonly ProofMethod[] | null
  minimumAge: number
  /** How it may be proven; null: as the provider is registered. */
  only: readonly ProofMethod[] | null
  maxProofAgeDays: number | null
  /** Our own address, which takes the answer to the website. */
  returnUri: string
  /** Where the website gets it: the host that visitors read. */
  websiteUri: string
  /** Of this request alone. */
  key: string
}

/** An intent that is yet to be stored, with the request that it is for. @throws AppError method_not_possible */
export function newForClient(
  { keys, clock, switchedOn }: Pick<IntentDeps, 'keys' | 'clock' | 'switchedOn'>,
  request: ClientRequest,
): NewIntent {
  const { owner, providerAccepts, minimumAge, only, maxProofAgeDays, returnUri, websiteUri, key } = request
  const accept = acceptedMethods({ only: only ?? undefined, providerAccepts, minimumAge, switchedOn })
  const createdAt = clock()
  const id = newId('int')
  return {
    id,
    mintidHash: tokenHash(merchantCode(keys.codes, id)),
    owner,
    kind: 'age',
    payment: null,
    minimumAge,
    accept,
    maxProofAgeDays,
    reference: null,
    redirectUri: returnUri,
    websiteUri,
    returnTab: 'same_tab',
    idempotencyKey: key,
    requestHash: tokenHash(key),
    createdAt,
    expiresAt: later(createdAt, INTENT_LIFE_MS),
  }
}

/** The intent of a request that goes back to its website: one without an answer is cancelled, and forgotten if no visitor read it. */
export async function endForClient(deps: IntentDeps, id: string): Promise<Intent | undefined> {
  const intent = await findIntent(deps.db, id)
  if (intent === undefined || !isOpen(intent.state)) return intent
  if (await forgetUnopened(deps.db, id)) return undefined
  await withdrawIntent(deps, intent)
  return findIntent(deps.db, id)
}
