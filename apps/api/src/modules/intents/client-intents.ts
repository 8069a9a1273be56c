import type { ProofMethod } from '@avouch/contract'
import { tokenHash, newId } from '../../platform/identifier.ts'
import { later } from '../../platform/clock.ts'
import type { IntentDeps } from './deps.ts'
import { addIntent } from './intent-change-store.ts'
import { findCreated, findIntent, type Intent } from './intent-store.ts'
import { merchantCode } from './merchant-code.ts'
import { INTENT_LIFE_MS, methodsFor, withdrawIntent } from './provider-intents.ts'
import { isOpen } from './steps.ts'

/** A website's request by OpenID Connect. Who checks it is the OpenID Connect provider. */
export type ClientRequest = {
  owner: { providerId: string; live: boolean }
  minimumAge: number
  /** How it may be proven; null: as the provider is registered. */
  only: readonly ProofMethod[] | null
  maxProofAgeDays: number | null
  /** Our own address, which takes the answer to the website. */
  returnUri: string
  /** Where the website gets it: the host that visitors read. */
  websiteUri: string
  /** The same request again gives the same intent. */
  key: string
}

/** The intent of a request, and its merchant intent code. @throws AppError method_not_possible */
export async function createForClient(
  deps: IntentDeps,
  request: ClientRequest,
): Promise<{ id: string; mintid: string }> {
  const { owner, minimumAge, only, maxProofAgeDays, returnUri, websiteUri, key } = request
  const accept = await methodsFor(deps, owner.providerId, minimumAge, { only: only ?? undefined })
  const createdAt = deps.clock()
  const id = newId('int')
  await deps.db.transaction((tx) =>
    addIntent(tx, {
      id,
      mintidHash: tokenHash(merchantCode(deps.keys.codes, id)),
      owner,
      kind: 'age',
      minimumAge,
      accept,
      payment: null,
      maxProofAgeDays,
      reference: null,
      redirectUri: returnUri,
      websiteUri,
      returnTab: 'same_tab',
      idempotencyKey: key,
      requestHash: tokenHash(key),
      createdAt,
      expiresAt: later(createdAt, INTENT_LIFE_MS),
    }),
  )
  const created = await findCreated(deps.db, id, owner, key)
  if (created === undefined) throw new Error('an intent vanished while it was created')
  return { id: created.id, mintid: merchantCode(deps.keys.codes, created.id) }
}

/** The intent of a request that goes back to its website: one without an answer is cancelled. */
export async function endForClient(deps: IntentDeps, owner: ClientRequest['owner'], key: string) {
  const intent = await findCreated(deps.db, '', owner, key)
  if (intent === undefined || !isOpen(intent.state)) return intent
  await withdrawIntent(deps, intent)
  return findIntent(deps.db, intent.id)
}

/** An intent that was answered yes; undefined for every other. */
export async function readConfirmed({ db }: Pick<IntentDeps, 'db'>, id: string): Promise<Intent | undefined> {
  const intent = await findIntent(db, id)
  return intent?.state === 'confirmed' && intent.result === 'yes' ? intent : undefined
}
