import {
  AppError,
  type IntentEnd,
  type IntentOutcome,
  type IntentStatus,
  type KycStatus,
  MINIMUM_AGE,
  MINUTE_MS,
} from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { AppendEvents } from '../audit/index.ts'
import { logoPath } from '../providers/index.ts'
import type { IntentDeps } from './deps.ts'
import { type BoundIntent, findBoundIntent, markOpened, takeIntent } from './intent-change-store.ts'
import { findIntentByCode, type Intent, readBoundIntents, readProof } from './intent-store.ts'
import { merchantCode } from './merchant-code.ts'
import { isYoungEnough, oldestProofDay } from './proof-age.ts'
import { withdrawIntent } from './provider-intents.ts'
import { isOpen } from './steps.ts'
import { answerAgeIntent, proofFor, provesNothing } from './verdicts.ts'

/** The visitor may repeat a confirmation, by a double click or in a second tab. */
const REPEAT_MS = 10 * MINUTE_MS

const ENDS: Readonly<Record<IntentStatus, IntentEnd | null>> = {
  created: null,
  bound: null,
  reserved: null,
  confirmed: 'answered',
  denied: 'answered',
  executed: 'paid',
  expired: 'expired',
  cancelled: 'cancelled',
}

/** Shows every holder of the code the request, and the way back of one that has ended. @throws AppError mintid_not_exist */
export async function summarise(deps: IntentDeps, mintid: string, { isRead }: { isRead: boolean }) {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined) throw new AppError('mintid_not_exist')
  const isLate = isOpen(intent.state) && intent.expiresAt <= deps.clock()
  const ended = isLate ? 'expired' : ENDS[intent.state]
  if (isRead && intent.openedAt === null && ended === null) await markOpened(deps.db, intent.id, deps.clock())
  const { providerId, providerName: name, providerLogo, redirectUri, websiteUri, payment } = intent
  const domain = await deps.providers.domainFor(providerId, websiteUri ?? redirectUri)
  return {
    provider: { name, domain, logo: providerLogo && logoPath(providerLogo) },
    live: intent.live,
    kind: intent.kind,
    minimum_age: intent.minimumAge,
    accept: intent.kind === 'age' ? intent.accept : [],
    transaction: transactionLabel(intent.id),
    redirect_uri: intent.redirectUri,
    return: intent.returnTab,
    expires_at: intent.expiresAt.toISOString(),
    ended,
    payment: payment && { amount: payment.amount, currency: payment.currency, description: payment.description },
  }
}

/** The id of an intent that can still be answered. @throws AppError mintid_not_exist, mintid_used */
export async function openIntent(deps: IntentDeps, mintid: string): Promise<string> {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined) throw new AppError('mintid_not_exist')
  if (!isOpen(intent.state) || isPast(deps, intent)) throw new AppError('mintid_used')
  return intent.id
}

/** @returns null when the account has no proof of age to give */
export async function openCodeOf(deps: IntentDeps, accountId: string): Promise<string | null> {
  const bound = await readBoundIntents(deps.db, accountId, deps.clock())
  const newest = bound.filter(({ kind }) => kind === 'age').sort((a, b) => +b.createdAt - +a.createdAt)[0]
  return newest === undefined ? null : merchantCode(deps.keys.codes, newest.id)
}

/** The summary and the code, for the app that took the intent over from a browser. @throws AppError mintid_used */
export async function describe(deps: IntentDeps, intentId: string) {
  const mintid = merchantCode(deps.keys.codes, intentId)
  const { provider, kind, minimum_age, ended } = await summarise(deps, mintid, { isRead: true })
  if (ended !== null) throw new AppError('mintid_used')
  return { provider: { name: provider.name }, kind, minimum_age, mintid }
}

/** One transaction: the first visitor gets the intent, and keeps it. @returns undefined when it is over or another visitor's */
export const bindIntent = (
  { db, append }: { db: Database; append: AppendEvents },
  mintidHash: Buffer,
  accountId: string,
  now: Date,
): Promise<BoundIntent | undefined> =>
  db.transaction(async (tx) => {
    const taken = await takeIntent(tx, mintidHash, accountId, now)
    if (taken === undefined) return findBoundIntent(tx, mintidHash, accountId, now)
    await append(tx, { type: 'intent.bound', accountId })
    return taken
  })

/** `chosen`: of a test that no check answers; '' for nothing yet, null for every other request. */
type Bound = Pick<BoundIntent, 'id' | 'minimumAge' | 'maxProofAgeDays'> & { chosen: KycStatus | null }

/** @throws AppError mintid_used when it is unknown, over, or another visitor's */
export async function bind(deps: IntentDeps, mintid: string, accountId: string): Promise<Bound> {
  const chosenFor = (intent: Pick<Intent, 'live' | 'testStatus'>) =>
    provesNothing(deps, intent) ? (intent.testStatus ?? '') : null
  const bound = await bindIntent(deps, tokenHash(mintid), accountId, deps.clock())
  if (bound !== undefined) return { ...bound, chosen: chosenFor(bound) }
  const intent = await ownIntent(deps, mintid, accountId)
  if (isOpen(intent.state)) throw new AppError('mintid_used')
  // An answered intent requires no newer proof.
  return { id: intent.id, minimumAge: null, maxProofAgeDays: null, chosen: chosenFor(intent) }
}

/** The answer that the intent would get now. @throws AppError mintid_used */
export async function check(deps: IntentDeps, mintid: string, accountId: string): Promise<IntentOutcome> {
  const intent = await ownIntent(deps, mintid, accountId)
  const proof = await proofFor(deps, intent, accountId)
  const oldest = oldestProofDay(intent.maxProofAgeDays, deps.clock())
  const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldest)
  const result = intent.result === null ? proven : intent.result === 'yes'
  return { status: intent.state, data: { redirect_uri: intent.redirectUri, result } }
}

/**
 * Gives the provider its answer, once; `repeated` when this visitor had given it before.
 * @throws AppError mintid_used, wrong_verification while nothing is proven
 */
export async function confirm(deps: IntentDeps, mintid: string, accountId: string, callback: string | undefined) {
  const intent = await ownIntent(deps, mintid, accountId)
  const redirect_uri = await returnAddress(deps, intent, callback)
  const answered = isOpen(intent.state) && (await answerAgeIntent(deps, intent, accountId))
  const { state, result } = isOpen(intent.state) ? await ownIntent(deps, mintid, accountId) : intent
  if (result === null) throw new AppError('wrong_verification')
  if (!answered) await deps.report({ type: 'intent.confirm_repeated', accountId })
  const outcome: IntentOutcome = { status: state, data: { redirect_uri, result: result === 'yes' } }
  return { repeated: !answered, outcome }
}

/** Ends the bound intents of an account that can prove nothing any more. Repeating it changes nothing. */
export async function withdrawAll(deps: IntentDeps, accountId: string): Promise<void> {
  if ((await readProof(deps.db, accountId))?.final !== true) return
  for (const intent of await readBoundIntents(deps.db, accountId, deps.clock())) {
    // Who is under 18 may still be of a lower age, which no check of ours has looked at.
    const isLower = (intent.minimumAge ?? MINIMUM_AGE) < MINIMUM_AGE
    if (intent.kind === 'age' && !isLower && !provesNothing(deps, intent))
      await answerAgeIntent(deps, intent, accountId)
    else await withdrawIntent(deps, intent)
  }
}

/** Over, or answered so long ago that the confirmation can't be repeated. */
function isPast({ clock }: IntentDeps, { state, expiresAt, answeredAt }: Intent): boolean {
  if (isOpen(state)) return expiresAt <= clock()
  return answeredAt === null || answeredAt <= later(clock(), -REPEAT_MS)
}

/** A proof of age that is bound to this visitor. A payment is confirmed elsewhere, and proves nothing. */
async function ownIntent(deps: IntentDeps, mintid: string, accountId: string): Promise<Intent> {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined || intent.accountId !== accountId || isPast(deps, intent)) throw new AppError('mintid_used')
  if (intent.kind !== 'age') throw new AppError('mintid_used')
  return intent
}

/** A callback that the provider has not registered is reported, and not used. The trail names no provider in a visitor's request. */
async function returnAddress(deps: IntentDeps, intent: Intent, callback: string | undefined): Promise<string> {
  if (callback === undefined || callback === intent.redirectUri) return intent.redirectUri
  // The website waits behind our own address, which alone finishes its request.
  if (intent.websiteUri !== null) return intent.redirectUri
  if (await deps.providers.isRegisteredRedirect(intent, callback)) return callback
  await deps.report({ type: 'redirect.rejected', reason: 'callback' })
  return intent.redirectUri
}
