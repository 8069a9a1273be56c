import { AppError, type IntentOutcome, MINUTE_MS } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { createAsked } from './asked.ts'
import { transactionLabel } from '../../platform/label.ts'
import { createMerchantCodes } from './codes.ts'
import type { BoundIntent, Intent, IntentStore, RedirectList, VerdictSigner } from './ports.ts'
import { isYoungEnough, oldestProofDay } from './proof-age.ts'
import { isOpen } from './steps.ts'
import { createReceipts } from './receipts.ts'
import { createVerdicts } from './verdicts.ts'

/** The same visitor may ask for the answer again, for a double click or a second tab. */
const REPEAT_MS = 10 * MINUTE_MS

type Deps = {
  store: IntentStore
  redirects: RedirectList
  signer: VerdictSigner
  clock: Clock
  /** Keyed hashes, one for merchant intent codes and one for pairwise subjects. */
  mintidMac: (...parts: string[]) => Buffer
  subjectMac: (...parts: string[]) => Buffer
  publicUrl: string
  report: Report
}
export type Intents = ReturnType<typeof createIntents>

function termsShown({ payment }: Intent) {
  if (payment === null) return null
  const { amount, currency, description } = payment
  return { amount, currency, description }
}

export function createIntents(deps: Deps) {
  const { store, redirects, signer, clock, mintidMac, subjectMac, publicUrl, report } = deps
  const verdicts = createVerdicts({ store, signer, clock, subjectMac, publicUrl })
  const codeOf = createMerchantCodes(mintidMac)
  const receiptFor = createReceipts({ signer, publicUrl })
  const asked = createAsked({ store, redirects, verdicts, receiptFor, clock, mintidMac, publicUrl, report })

  /** Over, or taken back, or answered so long ago that nobody repeats the answer. */
  function isPast({ state, expiresAt, answeredAt }: Intent): boolean {
    if (isOpen(state)) return expiresAt <= clock()
    return answeredAt === null || answeredAt <= later(clock(), -REPEAT_MS)
  }

  /** Who asks, for everybody who holds the code. @throws AppError mintid_not_exist, mintid_used */
  async function summary(mintid: string) {
    const intent = await store.findByCode(tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (isPast(intent)) throw new AppError('mintid_used')
    return {
      provider: { name: intent.providerName },
      kind: intent.kind,
      minimum_age: intent.minimumAge,
      payment: termsShown(intent),
      transaction: transactionLabel(intent.id),
      expires_at: intent.expiresAt.toISOString(),
    }
  }

  /** The id of an intent that can still be answered. @throws AppError mintid_not_exist, mintid_used */
  async function openIntent(mintid: string): Promise<string> {
    const intent = await store.findByCode(tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (!isOpen(intent.state) || isPast(intent)) throw new AppError('mintid_used')
    return intent.id
  }

  /** Who asks for what, and the code of it, for the app that was handed the intent by another screen. */
  async function describe(intentId: string) {
    const mintid = codeOf(intentId)
    const { provider, kind, minimum_age } = await summary(mintid)
    return { provider, kind, minimum_age, mintid }
  }

  /** @throws AppError mintid_used when it is unknown, over, or another visitor's */
  async function bind(mintid: string, accountId: string): Promise<BoundIntent> {
    const bound = await store.bind(tokenHash(mintid), accountId, clock())
    if (bound !== undefined) return bound
    const { id, state } = await ownIntent(mintid, accountId)
    if (isOpen(state)) throw new AppError('mintid_used')
    // An answered one asks for nothing any more.
    return { id, maxProofAgeDays: null }
  }

  async function ownIntent(mintid: string, accountId: string): Promise<Intent> {
    const intent = await store.findByCode(tokenHash(mintid))
    if (intent === undefined || intent.accountId !== accountId || isPast(intent)) throw new AppError('mintid_used')
    // A payment is confirmed elsewhere, and proves nothing.
    if (intent.kind !== 'age') throw new AppError('mintid_used')
    return intent
  }

  /** What the intent would be answered now. @throws AppError mintid_used */
  async function check(mintid: string, accountId: string): Promise<IntentOutcome> {
    const intent = await ownIntent(mintid, accountId)
    const proof = await store.proof(accountId)
    const oldest = oldestProofDay(intent.maxProofAgeDays, clock())
    const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldest)
    const result = intent.result === null ? proven : intent.result === 'yes'
    return { status: intent.state, data: { redirect_uri: intent.redirectUri, result } }
  }

  async function returnAddress(intent: Intent, callback: string | undefined): Promise<string> {
    if (callback === undefined || callback === intent.redirectUri) return intent.redirectUri
    if (await redirects.isRegisteredRedirect(intent.providerId, callback)) return callback
    await report({ type: 'redirect.rejected', reason: intent.providerId })
    return intent.redirectUri
  }

  /**
   * Gives the provider its answer, once; `repeated` when it had been given to this visitor before.
   * @throws AppError mintid_used, wrong_verification while nothing is proven
   */
  async function confirm(mintid: string, accountId: string, callback: string | undefined) {
    const intent = await ownIntent(mintid, accountId)
    const redirect_uri = await returnAddress(intent, callback)
    const answered = isOpen(intent.state) && (await verdicts.answer(intent, accountId))
    const { state, result } = isOpen(intent.state) ? await ownIntent(mintid, accountId) : intent
    if (result === null) throw new AppError('wrong_verification')
    if (!answered) await report({ type: 'intent.confirm_repeated', accountId, reason: intent.id })
    const outcome: IntentOutcome = { status: state, data: { redirect_uri, result: result === 'yes' } }
    return { repeated: !answered, outcome }
  }

  /** Tells every provider that waits for an account that can prove nothing any more: no. Repeating it changes nothing. */
  async function withdrawAll(accountId: string): Promise<void> {
    if ((await store.proof(accountId))?.final !== true) return
    for (const intent of await store.boundTo(accountId, clock())) {
      if (intent.kind === 'age') await verdicts.answer(intent, accountId)
      else await asked.withdraw(intent)
    }
  }

  return { ...asked, receiptFor, summary, openIntent, describe, bind, check, confirm, withdrawAll }
}
