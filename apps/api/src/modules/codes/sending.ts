import { AppError, type Language } from '@avouch/contract'
import type { AuditEvent } from '../audit/index.ts'
import type { Client } from '../../platform/client.ts'
import { later, secondsUntil } from '../../platform/clock.ts'
import { newId } from '../../platform/identifier.ts'
import type { RightPin } from '../pins/index.ts'
import type { CodeForm, CodePurpose } from '../sms/index.ts'
import type { Challenge, ChallengeKey, CodeOwner, Delivery } from './challenge.ts'
import { findChallenge, findOngoing } from './challenge-store.ts'
import { CHALLENGE_LIFE_MS, CODE_LIFE_MS, MAX_TRIES, RESEND_WAITS_MS } from './code.ts'
import { newestSms, smsIdOf } from './delivery.ts'
import { about, type Deps, isKnown, type NotSent, open, type Recipient, storeResend } from './opening.ts'

/** pinId is the challenge's id; resend_after the seconds until a new SMS may be asked for; pending: no gateway has it yet. */
export type CodeSent = { pinId: string; resend_after: number; form: CodeForm; pending?: true }

export type Start = {
  purpose: CodePurpose
  owner: CodeOwner
  /** The code is for this browser. */
  client: Client
  /** The account knows the browser; read where it is missing. */
  known?: boolean
  phoneIdx: Buffer
  phoneEnc: string
  language: Language
  delivery: Delivery
  /** The SMS without a code that this one makes needless. */
  overtakes?: string
  /** The PIN that was right before, which is settled in the same transaction. */
  right?: RightPin
}

/** The error of an exhausted budget: that the service is busy, or that the number gets no SMS. */
export type BudgetAnswer = 'too_many_requests' | 'cannot_send_sms'

/**
 * Sends the first code of a sign-in. Called again inside the wait, it returns the live challenge and sends nothing.
 * @returns undefined when the owner has gone in between
 * @throws AppError cannot_send_sms, and `overBudget` for the budget
 */
export async function start(
  deps: Deps,
  given: Start,
  overBudget: BudgetAnswer = 'too_many_requests',
): Promise<CodeSent | undefined> {
  const now = deps.clock()
  const fresh = {
    ...given,
    device: given.client.device,
    id: newId('sms'),
    codeExpiresAt: later(now, CODE_LIFE_MS),
    expiresAt: later(now, CHALLENGE_LIFE_MS),
    resendAt: later(now, RESEND_WAITS_MS[0] ?? 0),
  }
  const { client, owner, right } = given
  const known = given.known ?? (await isKnown(deps, owner, client))
  const opened = await open(deps, { fresh, client, known, right }, now)
  if (opened === 'gone') return undefined
  if ('waiting' in opened) return answerFor(deps, opened.waiting, (await newestSms(deps, opened.waiting)) !== 'sent')
  const what = about(given.owner, given.client.device, given.phoneIdx)
  if ('refused' in opened) return refuse(deps, opened, what, overBudget)
  return deliver(deps, opened, given.language, what)
}

/**
 * Where nothing names the sign-in: the one that goes on in this browser gets its code once more, or else one begins.
 * @throws like start
 */
export async function startOrResend(deps: Deps, given: Start): Promise<CodeSent | undefined> {
  const { purpose, owner } = given
  const { device } = given.client
  const id = await findOngoing(deps.db, { owner, purpose, device }, MAX_TRIES, deps.clock())
  const known = await isKnown(deps, owner, given.client)
  const sent = id && (await sendMore(deps, { id, owner, device, purposes: [purpose] }, { ...given, known }))
  return sent || start(deps, { ...given, known })
}

/**
 * Sends the code once more. Tries that were spent stay spent, and the code that was sent before stays good.
 * @throws AppError resend_too_soon, wrong_sms_code when the challenge is dead, too_many_requests, cannot_send_sms
 */
export async function resend(deps: Deps, key: ChallengeKey, recipient: Recipient): Promise<CodeSent> {
  const { db, clock } = deps
  const sent = await sendMore(deps, key, recipient)
  if (sent !== undefined) return sent
  const waiting = await findChallenge(db, key)
  const seconds = waiting === undefined ? 0 : secondsUntil(waiting.resendAt, clock())
  const alive = waiting?.state === 'live' && waiting.expiresAt > clock()
  if (alive && seconds > 0) throw new AppError('resend_too_soon', { resend_after: seconds, retry_after: seconds })
  throw new AppError('wrong_sms_code', { restart: true })
}

/** @returns undefined when the challenge is dead, or its wait is not over */
async function sendMore(deps: Deps, key: ChallengeKey, recipient: Recipient): Promise<CodeSent | undefined> {
  const stored = await storeResend(deps, key, recipient)
  const what = about(key.owner, key.device, recipient.phoneIdx)
  if (stored !== undefined && 'refused' in stored) return refuse(deps, stored, what, 'too_many_requests')
  return stored && deliver(deps, stored, recipient.language, what)
}

async function refuse(
  { report }: Deps,
  not: NotSent,
  what: Omit<AuditEvent, 'type'>,
  overBudget: BudgetAnswer,
): Promise<never> {
  await report({ ...what, type: 'otp.send_failed', reason: not.refused === 'limit' ? not.reason : not.refused })
  if (not.refused === 'gateway_down' || overBudget === 'cannot_send_sms') throw new AppError('cannot_send_sms')
  throw new AppError('too_many_requests', { retry_after: not.retryAfterSeconds })
}

async function deliver(
  deps: Deps,
  challenge: Challenge,
  language: Language,
  what: Omit<AuditEvent, 'type'>,
): Promise<CodeSent> {
  const { phoneIdx, phoneEnc, delivery } = challenge
  const sms = {
    id: smsIdOf(challenge),
    tries: 1,
    gateway: 1,
    language,
    phoneIdx,
    phoneEnc,
    about: { code: challenge },
  } as const
  const delivered = delivery === 'none' ? undefined : deps.sms.deliverSoon(sms)
  const outcome = delivery === 'awaited' ? await delivered : 'accepted'
  if (outcome === 'refused') {
    await deps.report({ ...what, type: 'otp.send_failed', reason: challenge.purpose })
    throw new AppError('cannot_send_sms')
  }
  return answerFor(deps, challenge, outcome !== 'accepted')
}

const answerFor = ({ clock }: Deps, { id, resendAt, form }: Challenge, isPending: boolean): CodeSent => ({
  pinId: id,
  form,
  resend_after: secondsUntil(resendAt, clock()),
  ...(isPending && { pending: true }),
})
