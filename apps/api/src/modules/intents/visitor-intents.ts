import {
  AppError,
  disprovesUnderAge,
  type IntentEnd,
  type IntentOutcome,
  type IntentStatus,
  type KycStatus,
  MINUTE_MS,
} from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { Audit } from '../audit/index.ts'
import { addEvents } from '../webhooks/index.ts'
import { logoPath, type Providers } from '../providers/index.ts'
import { type Answers, isYoungEnough, oldestProofDay } from './answers.ts'
import { type BoundIntent, findBoundIntent, markOpened, takeIntent, writeLeaving } from './intent-change-store.ts'
import { aboutVisitor, eventOf } from './endings.ts'
import { findIntentByCode, type Intent, readBoundIntents, readProof } from './intent-store.ts'
import type { MerchantCodes } from './merchant-codes.ts'
import { isOpen } from './steps.ts'

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

/** Binds the intent in one transaction: the first visitor gets it, and keeps it. @returns undefined when it is over or another visitor's */
export const bindIntent = (
  { db, audit }: { db: Database; audit: Audit },
  mintidHash: Buffer,
  accountId: string,
  now: Date,
): Promise<BoundIntent | undefined> =>
  db.transaction(async (tx) => {
    const taken = await takeIntent(tx, mintidHash, accountId, now)
    if (taken === undefined) return findBoundIntent(tx, mintidHash, accountId, now)
    await audit.append(tx, { type: 'intent.bound', accountId })
    return taken
  })

/** `chosen`: of a test that no check answers; '' for nothing yet, null for every other request. */
type Bound = Pick<BoundIntent, 'id' | 'minimumAge' | 'maxProofAgeDays'> & { chosen: KycStatus | null }

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  providers: Providers
  answers: Answers
  codes: MerchantCodes
}

/** Intents for the visitor who came with the code. */
export class VisitorIntents {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Shows every holder of the code the request, and the way back of one that has ended. @throws AppError mintid_not_exist */
  async summary(mintid: string, { isRead }: { isRead: boolean }) {
    const { db, clock, providers } = this.#deps
    const intent = await findIntentByCode(db, tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    const isLate = isOpen(intent.state) && intent.expiresAt <= clock()
    const ended = isLate ? 'expired' : ENDS[intent.state]
    if (isRead && intent.openedAt === null && ended === null) await markOpened(db, intent.id, clock())
    const { providerId, providerName: name, providerLogo, redirectUri, websiteUri, payment } = intent
    const domain = await providers.domainFor(providerId, websiteUri ?? redirectUri)
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

  /** Finds the id of an intent that can still be answered. @throws AppError mintid_not_exist, mintid_used */
  async openIntent(mintid: string): Promise<string> {
    const intent = await findIntentByCode(this.#deps.db, tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (!isOpen(intent.state) || this.#isPast(intent)) throw new AppError('mintid_used')
    return intent.id
  }

  /** Finds the code of the intent, or of the newest one that the account can still answer; null when it has no such. */
  async codeOf(accountId: string, intentId?: string): Promise<string | null> {
    const { db, clock, codes } = this.#deps
    if (intentId !== undefined) return codes.codeOf(intentId)
    const bound = await readBoundIntents(db, accountId, clock())
    const newest = bound.filter(({ kind }) => kind === 'age').sort((a, b) => +b.createdAt - +a.createdAt)[0]
    return newest === undefined ? null : codes.codeOf(newest.id)
  }

  /** Reads the summary and the code, for the app that took the intent over from a browser. @throws AppError mintid_used */
  async describe(intentId: string) {
    const mintid = this.#deps.codes.codeOf(intentId)
    const { provider, kind, minimum_age, ended } = await this.summary(mintid, { isRead: true })
    if (ended !== null) throw new AppError('mintid_used')
    return { provider: { name: provider.name }, kind, minimum_age, mintid }
  }

  /** @throws AppError mintid_used when it is unknown, over, or another visitor's */
  async bind(mintid: string, accountId: string): Promise<Bound> {
    const { db, clock, audit, answers } = this.#deps
    const chosenFor = (intent: Pick<Intent, 'live' | 'testStatus'>) =>
      answers.provesNothing(intent) ? (intent.testStatus ?? '') : null
    const bound = await bindIntent({ db, audit }, tokenHash(mintid), accountId, clock())
    if (bound !== undefined) return { ...bound, chosen: chosenFor(bound) }
    const intent = await this.#own(mintid, accountId)
    if (isOpen(intent.state)) throw new AppError('mintid_used')
    // An answered intent requires no newer proof.
    return { id: intent.id, minimumAge: null, maxProofAgeDays: null, chosen: chosenFor(intent) }
  }

  /** Previews the answer that the intent would get now. @throws AppError mintid_used */
  async check(mintid: string, accountId: string): Promise<IntentOutcome> {
    const intent = await this.#own(mintid, accountId)
    const proof = await this.#deps.answers.proofFor(intent, accountId)
    const oldest = oldestProofDay(intent.maxProofAgeDays, this.#deps.clock())
    const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldest)
    const result = intent.result === null ? proven : intent.result === 'yes'
    return { status: intent.state, data: { redirect_uri: intent.redirectUri, result } }
  }

  /**
   * Gives the provider its answer, once; `repeated` when this visitor had given it before.
   * @throws AppError mintid_used, wrong_verification while nothing is proven
   */
  async confirm(mintid: string, accountId: string, callback: string | undefined) {
    const intent = await this.#own(mintid, accountId)
    const redirect_uri = await this.#returnAddress(intent, callback)
    const answered = isOpen(intent.state) && (await this.#deps.answers.answer(intent, accountId))
    const { state, result } = isOpen(intent.state) ? await this.#own(mintid, accountId) : intent
    if (result === null) throw new AppError('wrong_verification')
    if (!answered) await this.#deps.audit.report({ type: 'intent.confirm_repeated', accountId })
    const outcome: IntentOutcome = { status: state, data: { redirect_uri, result: result === 'yes' } }
    return { repeated: !answered, outcome }
  }

  /**
   * Sends the website one event, the first time that the visitor goes back without an answer. Before an account has the
   * intent, every holder of the code can do so, as they could answer it by an age app. @param accountId null: without a session
   * @throws AppError mintid_not_exist, mintid_used, invalid_token
   */
  async leave(mintid: string, accountId: string | null): Promise<void> {
    const { db, clock, audit } = this.#deps
    const now = clock()
    const intent = await findIntentByCode(db, tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (!isOpen(intent.state) || intent.expiresAt <= now) throw new AppError('mintid_used')
    if (intent.accountId !== null && accountId === null) throw new AppError('invalid_token')
    if (intent.accountId !== null && intent.accountId !== accountId) throw new AppError('mintid_used')
    // The way back of an OpenID Connect client is our own address, which ends the request, as being too young does.
    if (intent.websiteUri !== null) return
    const type = `${intent.kind === 'payment' ? 'payment' : 'intent'}.left` as const
    await db.transaction(async (tx) => {
      if (!(await writeLeaving(tx, { intentId: intent.id, accountId, now }))) return
      await audit.append(tx, { type, ...aboutVisitor(intent.accountId, intent.id) })
      await addEvents(tx, [{ providerId: intent.providerId, event: eventOf(intent, type, now) }], now)
    })
  }

  /** Ends the bound intents of an account that can prove nothing any more. Repeating it changes nothing. */
  async withdrawAll(accountId: string): Promise<void> {
    const { db, clock, answers } = this.#deps
    if ((await readProof(db, accountId))?.final !== true) return
    for (const intent of await readBoundIntents(db, accountId, clock())) {
      const isNo = disprovesUnderAge(intent.kind, intent.minimumAge) && !answers.provesNothing(intent)
      if (isNo) await answers.answer(intent, accountId)
      else await answers.withdraw(intent)
    }
  }

  /** True if it is over, or was answered so long ago that the confirmation can't be repeated. */
  #isPast({ state, expiresAt, answeredAt }: Intent): boolean {
    const now = this.#deps.clock()
    if (isOpen(state)) return expiresAt <= now
    return answeredAt === null || answeredAt <= later(now, -REPEAT_MS)
  }

  /** Finds a proof of age that is bound to this visitor. A payment is confirmed elsewhere, and proves nothing. */
  async #own(mintid: string, accountId: string): Promise<Intent> {
    const intent = await findIntentByCode(this.#deps.db, tokenHash(mintid))
    if (intent === undefined || intent.accountId !== accountId || this.#isPast(intent))
      throw new AppError('mintid_used')
    if (intent.kind !== 'age') throw new AppError('mintid_used')
    return intent
  }

  /** A callback that the provider has not registered is reported, and not used. The trail names no provider in a visitor's request. */
  async #returnAddress(intent: Intent, callback: string | undefined): Promise<string> {
    if (callback === undefined || callback === intent.redirectUri) return intent.redirectUri
    // The website waits behind our own address, which alone finishes its request.
    if (intent.websiteUri !== null) return intent.redirectUri
    if (await this.#deps.providers.isRegisteredRedirect(intent, callback)) return callback
    await this.#deps.audit.report({ type: 'redirect.rejected', reason: 'callback' })
    return intent.redirectUri
  }
}
