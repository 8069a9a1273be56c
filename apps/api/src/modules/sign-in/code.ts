import { AppError, HOUR_MS, type Language, MINUTE_MS, readCode, SECOND_MS, type SmsDelivery } from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { raised, type Rate, roomFor, waitFor } from '../../platform/gcra.ts'
import { newId } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { findHolder, type Holder, keepActive } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { type Bucket, type Full, type Hits, isFull, type RateLimiter, type RefusedCalls } from '../rate-limits/index.ts'
import {
  type ClaimedSms,
  type CodeRecipient,
  endTypedIn,
  type Sms,
  type SmsBudget,
  type UndeliveredCode,
} from '../sms/index.ts'
import type { NamedCode, SmsCode } from './code-store.ts'
import * as store from './code-store.ts'
import { isCode } from './code-text.ts'

const DAY_MS = 24 * HOUR_MS
/** Guesses at the same moment, at several processes, are counted in any order: the last one may be of an earlier moment. */
const SKEW_MS = 500
/** Wrong digits of a number for a purpose: a burst of 5, and 10 in any day. */
export const GUESSES: Rate = { step: DAY_MS / 5, room: DAY_MS + SKEW_MS }
/** SMS of a number for a purpose: a burst of 6, then one an hour. */
export const SENDS: Rate = { step: HOUR_MS, room: 6 * HOUR_MS }
/** In browsers that are not recognised the last of them have a long code, which outlives the wait for more. */
const LAST_SENDS = 2
const DIGITS_LIFE_MS = 5 * MINUTE_MS
/** From each of its SMS. */
const LONG_LIFE_MS = 6 * HOUR_MS
/** By the SMS since the last right code; the last one for all further ones. */
const COOL_DOWNS_MS = [MINUTE_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS]
/** The same code is sent again while it has this long to live. */
const SAME_CODE_MS = MINUTE_MS
/** As long as a gateway is not asked after an error of the operator's account. */
const ACCOUNT_RETRY_SECONDS = 30
/** The browser that lost our answer may ask once more. */
const REPEAT_MS = MINUTE_MS
const BLOCKED_MS = DAY_MS
/** One of several concurrent requests sends; the others join its code in their next turn. */
const MOST_TURNS = 5

const NEVER = new Date(0)
const isUsable = (code: SmsCode, now: Date): boolean =>
  code.usedAt === null &&
  code.expiresAt > now &&
  (code.form === 'long' || roomFor(code.guessLevel, GUESSES, now.getTime()) >= 1)

type Next = { action: 'join' } | { action: 'wait'; waitMs: number } | { action: 'send'; code: SmsCode }

/**
 * Decides on a request for a code: the live one is joined, sent once more, or replaced by a new one. Digits that can't be
 * compared any more are neither joined nor sent again. While a long code lives no digits replace it, and another long code only
 * in its last minute.
 */
export function nextSend(code: SmsCode, now: Date, { longOnly = false, id }: { longOnly?: boolean; id: string }): Next {
  const usable = isUsable(code, now)
  if (usable && now < code.resendAt) return { action: 'join' }
  const sendsLeft = roomFor(code.sendLevel, SENDS, now.getTime())
  if (sendsLeft < 1)
    return usable ? { action: 'join' } : { action: 'wait', waitMs: waitFor(code.sendLevel, SENDS, now.getTime()) }
  const isLive = code.usedAt === null && code.expiresAt > now
  const isLong =
    longOnly ||
    (isLive && code.form === 'long') ||
    roomFor(code.guessLevel, GUESSES, now.getTime()) < 1 ||
    (!code.recognised && sendsLeft <= LAST_SENDS)
  const form = isLong ? 'long' : 'digits'
  const isSame = isLive && code.form === form && code.expiresAt.getTime() - now.getTime() >= SAME_CODE_MS
  const digitsExpireAt = isSame ? code.expiresAt : later(now, DIGITS_LIFE_MS)
  return {
    action: 'send',
    code: {
      ...code,
      id: isSame ? code.id : id,
      form,
      sends: code.sends + 1,
      expiresAt: isLong ? later(now, LONG_LIFE_MS) : digitsExpireAt,
      resendAt: later(now, COOL_DOWNS_MS[code.sends] ?? COOL_DOWNS_MS.at(-1) ?? 0),
      sendLevel: raised(code.sendLevel, SENDS, now.getTime()),
      usedAt: null,
    },
  }
}

export type CodeOrder = CodeRecipient & {
  language: Language
  accountId?: string
  /** A resend: the code that the caller has. */
  pinId?: string | undefined
}
export type CodeSent = { pinId: string; resend_after: number; form: SmsCode['form']; sent: boolean; pending?: true }
/** A guess, and the session or browser that makes it. */
export type Guess = NamedCode & { typed: string; by: string; device: Device; accountId?: string | undefined }

/** Comes back when the code is typed in; the rest counts SMS, typed in or not. */
const UNTIL_TYPED_IN: ReadonlySet<string> = new Set(['sms.address', 'sms.network', 'sms.range'])
const EVERYONE: Bucket = { rule: 'code-wrong.everyone', subject: 'everyone' }

/** Thrown in a transaction to undo it. */
class Undone extends Error {
  readonly why: 'overtaken' | Full
  constructor(why: 'overtaken' | Full) {
    super('undone')
    this.why = why
  }
}

type Deps = {
  db: Database
  clock: Clock
  keys: Keys
  limiter: RateLimiter
  budget: SmsBudget
  sms: Sms
  audit: Audit
  refusals: RefusedCalls
  warn: Warn
}

/**
 * The one code of a number for a purpose: sent by SMS, guessed at most a few times, used up once; and the notice to a holder
 * who gets no code.
 */
export class Codes {
  readonly #deps: Deps
  #wasGuessed = false

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Sends the code, or answers the one that is on the phone already.
   * @throws AppError resend_too_soon, too_many_requests, cannot_send_sms
   */
  async request(order: CodeOrder): Promise<CodeSent> {
    const { db, clock, sms, budget } = this.#deps
    const longOnly = !order.recognised && (await this.areGuessed())
    for (let turn = 1; turn <= MOST_TURNS; turn++) {
      const now = clock()
      const code = (await store.findCode(db, order)) ?? newCodeOf(order)
      const next = nextSend(code, now, { longOnly, id: newId('sms') })
      if (next.action === 'join') return this.#join(code, order, now)
      if (next.action === 'wait') throw await this.#refusal(order, 'code.sms', next.waitMs)
      if (sms.isDownByAccount()) throw await this.#refusal(order, 'sms.account')
      if (sms.isDown()) throw await this.#refusal(order, 'gateway_down')
      if (budget.isBlocked(order)) throw await this.#refusal(order, 'sms.blocked', BLOCKED_MS)
      const refusedForMs = order.recognised ? 0 : await sms.refusedForMs(order.phoneIdx)
      if (refusedForMs > 0 && isUsable(code, now)) return this.#join(code, order, now, refusedForMs)
      if (refusedForMs > 0) throw await this.#refusal(order, order.purpose)
      const stored = await this.#storeSend(order, code, next.code)
      if (stored === 'overtaken') continue
      if (!('full' in stored)) return this.#deliver(order, next.code, stored)
      // The phone may have the code that is live.
      if (isUsable(code, now)) return this.#join(code, order, now, stored.waitMs)
      throw await this.#refusal(order, stored.full, stored.waitMs)
    }
    throw new AppError('service_unavailable')
  }

  /**
   * Counts a guess, then compares it. A wrong one is answered like an unknown, expired or used-up code.
   * @returns undefined for a dead code, or one without guesses left
   * @throws AppError wrong_sms_code
   */
  async claim(guess: Guess): Promise<SmsCode | undefined> {
    const { db, clock, keys } = this.#deps
    const now = clock()
    const code = await store.claimCode(db, guess, GUESSES, now)
    if (code === undefined) return undefined
    const typed = readCode(guess.typed)
    if (isCode(keys.mac, code, typed)) return code
    const isUsedUp = code.form === 'digits' && roomFor(code.guessLevel, GUESSES, now.getTime()) < 1
    await this.#reportWrong(code, guess, isUsedUp)
    const isOtherForm = (code.form === 'digits') !== /^[0-9]{6}$/.test(typed)
    const resend_after = secondsUntil(code.resendAt, now)
    throw new AppError('wrong_sms_code', { restart: isUsedUp || isOtherForm, resend_after })
  }

  /** Uses a right code up, in the transaction of what it proves. @returns what comes back; undefined when another call used it */
  async use(tx: Executor, code: SmsCode, by: string): Promise<Hits | undefined> {
    const now = this.#deps.clock()
    if (!(await store.markUsed(tx, code.id, by, GUESSES, now))) return undefined
    return (await endTypedIn(tx, code.id, now)).filter(({ rule }) => UNTIL_TYPED_IN.has(rule))
  }

  /** The code that the same session or browser used a moment ago: its answer got lost. @throws AppError wrong_sms_code */
  async findRepeated(guess: Guess): Promise<SmsCode> {
    const { db, clock, keys, audit } = this.#deps
    const used = await store.findUsedCode(db, guess, guess.by, later(clock(), -REPEAT_MS))
    if (used !== undefined && isCode(keys.mac, used, readCode(guess.typed))) return used
    await audit.report({ accountId: guess.accountId, device: guess.device, type: 'otp.dead' })
    const code = await store.findNamedCode(db, guess)
    // No restart for a code that has only expired: the visitor may request another SMS.
    if (code === undefined || code.usedAt !== null || code.expiresAt > clock())
      throw new AppError('wrong_sms_code', { restart: true })
    throw new AppError('wrong_sms_code', { restart: false, resend_after: secondsUntil(code.resendAt, clock()) })
  }

  /** The outcome of a code's newest SMS. @throws AppError wrong_sms_code for an unknown code */
  async deliveryOf(named: NamedCode): Promise<SmsDelivery> {
    const { db, clock, sms } = this.#deps
    const code = await store.findNamedCode(db, named)
    if (code === undefined) throw new AppError('wrong_sms_code', { restart: true })
    const now = clock()
    return {
      ...(await sms.deliveryOf(code.id)),
      resend_after: secondsUntil(code.resendAt, now),
      restart: !isUsable(code, now),
    }
  }

  /** A code that can still be right; a stranger may have used its digits up. */
  async findLive(named: NamedCode): Promise<Omit<CodeSent, 'sent'> | undefined> {
    const { db, clock, sms } = this.#deps
    const code = await store.findNamedCode(db, named)
    const now = clock()
    if (code === undefined || code.usedAt !== null || code.expiresAt <= now) return undefined
    const isPending = (await sms.deliveryOf(code.id)).sms === 'pending'
    const resend_after = secondsUntil(code.resendAt, now)
    return { pinId: code.id, form: code.form, resend_after, ...(isPending && { pending: true }) }
  }

  /** All visitors together typed in more wrong codes than usual. */
  async areGuessed(): Promise<boolean> {
    const [state] = await this.#deps.limiter.peek(this.#deps.db, [EVERYONE])
    return state?.used === 1
  }

  /** True while the number has a live log-in code of an unrecognised browser. */
  isLogInUnderWay(phoneIdx: Buffer): Promise<boolean> {
    return store.hasLogInCode(this.#deps.db, phoneIdx, this.#deps.clock())
  }

  /** A right PIN in a browser that is not recognised never stays unseen by its holder: without a code it sends a notice, once a day. */
  notifyInsteadOfCode(holder: Holder): Promise<void> {
    const { db, limiter, sms } = this.#deps
    const bucket: Bucket = { rule: 'notice-right-pin.number', subject: holder.phoneIdx.toString('hex') }
    return db.transaction(async (tx) => {
      const counted = await limiter.take(tx, [bucket])
      if (!isFull(counted)) await sms.notify(tx, newId('sms'), 'pin_right', holder)
    })
  }

  /** Answers the code that is on the phone already. `waitMs`: until a limit has room for another SMS. */
  async #join(code: SmsCode, { pinId }: CodeOrder, now: Date, waitMs = 0): Promise<CodeSent> {
    const roomAt = later(now, Math.max(waitMs, waitFor(code.sendLevel, SENDS, now.getTime())))
    const resend_after = secondsUntil(code.resendAt > roomAt ? code.resendAt : roomAt, now)
    if (pinId === code.id && now < code.resendAt) {
      await this.#deps.refusals.note(code.phoneIdx, 'too_soon', resend_after * SECOND_MS)
      throw new AppError('resend_too_soon', { resend_after, retry_after: resend_after })
    }
    const isPending = (await this.#deps.sms.deliveryOf(code.id)).sms === 'pending'
    return { pinId: code.id, form: code.form, resend_after, sent: false, ...(isPending && { pending: true }) }
  }

  /** One transaction: the code, everything that limits and pays its SMS, the SMS. */
  async #storeSend(order: CodeOrder, read: SmsCode, code: SmsCode): Promise<'overtaken' | Full | ClaimedSms> {
    const { db, budget, sms, audit, warn } = this.#deps
    const { phoneIdx, client, accountId } = order
    const { id, form, sends, expiresAt: goodUntil } = code
    const lists = await budget.listsFor(order)
    try {
      const stored = await db.transaction(async (tx) => {
        // Nothing is sent to the number of an account that has ended in between.
        if (accountId !== undefined && !(await keepActive(tx, accountId))) throw new AppError('cannot_send_sms')
        if (!(await store.writeCode(tx, code, read))) throw new Undone('overtaken')
        const gateway = await sms.gatewayFor(tx, phoneIdx)
        const paid = await budget.pay(tx, lists, order)
        if (isFull(paid)) throw new Undone(paid)
        await audit.append(tx, { accountId, phoneIdx, device: client.device, type: 'otp.sent', reason: code.purpose })
        const message = { code: { id, form }, sends, goodUntil, refunds: paid, gateway }
        return { paid, claimed: await sms.store(tx, order, message) }
      })
      // The SMS is stored, and sent in any case.
      await budget.watch(db, stored.paid).catch((error: Error) => warn('sms pool not read', { reason: error.name }))
      return stored.claimed
    } catch (error) {
      if (error instanceof Undone) return error.why
      throw error
    }
  }

  async #deliver(order: CodeOrder, code: SmsCode, claimed: ClaimedSms): Promise<CodeSent> {
    const outcome = await this.#deps.sms.deliverSoon(claimed)
    if (outcome === 'refused') throw await this.#refusal(order, order.purpose)
    if (outcome === 'account') throw await this.#refusal(order, 'sms.account')
    const resend_after = secondsUntil(code.resendAt, this.#deps.clock())
    const isPending = outcome !== 'accepted'
    return { pinId: code.id, form: code.form, resend_after, sent: true, ...(isPending && { pending: true }) }
  }

  /** Without a wait the number gets no SMS now. An error of the operator's account says nothing about the number. */
  async #refusal(
    { accountId, phoneIdx, client, purpose }: CodeOrder,
    reason: string,
    waitMs?: number,
  ): Promise<AppError> {
    const { audit, refusals } = this.#deps
    await audit.report({ accountId, phoneIdx, device: client.device, type: 'otp.send_failed', reason })
    await refusals.note(phoneIdx, reason === purpose ? 'gateway_refused' : reason, waitMs)
    if (reason === 'sms.account') return new AppError('service_unavailable', { retry_after: ACCOUNT_RETRY_SECONDS })
    if (waitMs === undefined) return new AppError('cannot_send_sms')
    return new AppError('too_many_requests', { retry_after: Math.max(1, Math.ceil(waitMs / 1_000)) })
  }

  /** Wrong digits count for everybody. A long code can't be guessed, so guesses at it make no trouble for others. */
  async #reportWrong(code: SmsCode, { accountId, device }: Guess, isUsedUp: boolean): Promise<void> {
    const { db, clock, limiter, sms, audit, warn } = this.#deps
    const { phoneIdx, purpose } = code
    if (code.form === 'long') return audit.report({ accountId, phoneIdx, device, type: 'otp.dead' })
    const holder = await findHolder(db, phoneIdx, null)
    const what = { accountId: holder?.id, phoneIdx, device, reason: purpose }
    await audit.append(db, { ...what, type: 'otp.wrong' })
    await limiter.count(db, [EVERYONE])
    const isGuessed = await this.areGuessed()
    if (isGuessed !== this.#wasGuessed) warn('wrong codes of everybody', { elevated: isGuessed })
    this.#wasGuessed = isGuessed
    if (!isUsedUp) return
    await audit.report({ ...what, type: 'otp.closed' })
    // The holder of an account's number gets one SMS a day about it.
    const id = `codes:${holder?.id}:${Math.floor(clock().getTime() / DAY_MS)}`
    if (holder !== undefined) await db.transaction((tx) => sms.notify(tx, id, 'codes_wrong', holder))
  }
}

const newCodeOf = ({ phoneIdx, purpose, recognised }: CodeOrder): SmsCode => {
  const times = { expiresAt: NEVER, resendAt: NEVER, usedAt: null }
  return { phoneIdx, purpose, recognised, id: '', form: 'digits', sends: 0, guessLevel: 0, sendLevel: 0, ...times }
}

/** Follows an SMS of a code that is given up. `isSent`: a gateway may have it. */
export const onCodeGivenUp = (tx: Executor, smsId: string, codeId: string, now: Date, isSent: boolean): Promise<void> =>
  store.endSend(tx, smsId, codeId, now, isSent ? 0 : SENDS.step)

/** Follows an SMS of a code that the network did not deliver. */
export const createOnUndelivered =
  (audit: Audit) =>
  async (tx: Executor, { id, codeId, phoneIdx, why }: UndeliveredCode, now: Date): Promise<void> => {
    await store.endWait(tx, id, codeId, now)
    const holder = await findHolder(tx, phoneIdx, null)
    await audit.append(tx, { type: 'otp.undelivered', accountId: holder?.id, phoneIdx, reason: why ?? 'other' })
  }
