import { AppError, type Language } from '@avouch/contract'
import type { Alarm } from '../limits/index.ts'
import type { AuditEvent, Report } from '../audit/index.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Client } from '../../platform/client.ts'
import type { Device } from '../../platform/device.ts'
import { newId } from '../../platform/identifier.ts'
import {
  CHALLENGE_LIFE_MS,
  CODE_LIFE_MS,
  deriveCode,
  guessDigest,
  MAX_TRIES,
  MAX_TRIES_STRAINED,
  RESEND_WAITS_MS,
} from './code.ts'
import type { CodePurpose, DescribeSms, SmsDelivery } from '../sms/index.ts'
import type {
  Challenge,
  ChallengeKey,
  ChallengeStore,
  CodeOwner,
  Delivery,
  NotSent,
  TakenTry,
  WithSms,
} from './ports.ts'

type Deps = {
  store: ChallengeStore
  delivery: Pick<SmsDelivery, 'deliverSoon' | 'isDown'>
  describe: DescribeSms
  clock: Clock
  mac: (...parts: string[]) => Buffer
  sameBytes: (a: Buffer, b: Buffer) => boolean
  alarm: Pick<Alarm, 'codes' | 'codeWasWrong'>
  report: Report
}
export type Codes = ReturnType<typeof createCodes>

/** pinId is the challenge's id; resend_after the seconds until a new SMS may be asked for. */
export type CodeSent = { pinId: string; resend_after: number }

type Start = {
  purpose: CodePurpose
  owner: CodeOwner
  /** Who asks; the code is for their browser. */
  client: Client
  phoneIdx: Buffer
  phoneEnc: string
  language: Language
  delivery: Delivery
}

/** Whom a resend is for, and who asks. */
type Recipient = { client: Client; purpose: CodePurpose; phoneIdx: Buffer; phoneEnc: string; language: Language }

/** What a caller learns when the budget says no: that it is busy, or that the number gets no SMS. */
export type BudgetAnswer = 'too_many_requests' | 'cannot_send_sms'

function refusal(not: NotSent, answer: BudgetAnswer): AppError {
  if (not.refused === 'gateway_down' || answer === 'cannot_send_sms') return new AppError('cannot_send_sms')
  return new AppError('too_many_requests', { retry_after: not.retryAfterSeconds })
}

export function createCodes({ store, delivery, describe, clock, mac, sameBytes, alarm, report }: Deps) {
  /** Fewer while everybody together gets many wrong. */
  const tries = async () => ((await alarm.codes()).strained ? MAX_TRIES_STRAINED : MAX_TRIES)

  const answer = ({ id, resendAt }: Challenge): CodeSent => ({
    pinId: id,
    resend_after: secondsUntil(resendAt, clock()),
  })

  const about = (owner: CodeOwner, device: Device, phoneIdx?: Buffer) => ({
    accountId: 'accountId' in owner && owner.accountId !== '' ? owner.accountId : undefined,
    phoneIdx,
    device,
  })

  async function send({ challenge, smsId }: WithSms, what: Omit<AuditEvent, 'type'>): Promise<CodeSent> {
    const delivered = delivery.deliverSoon(smsId)
    const refused = challenge.delivery === 'awaited' && (await delivered) === 'refused'
    await report({ ...what, type: refused ? 'otp.send_failed' : 'otp.sent', reason: challenge.purpose })
    if (refused) throw new AppError('cannot_send_sms')
    return answer(challenge)
  }

  /**
   * Sends the first code of a sign-in. Asked again inside the wait, it gives the live challenge and sends nothing.
   * @returns undefined when the owner is gone meanwhile
   * @throws AppError too_many_requests after too many wrong codes, cannot_send_sms, and whichever stands for the budget
   */
  async function start(given: Start, overBudget: BudgetAnswer = 'too_many_requests'): Promise<CodeSent | undefined> {
    const now = clock()
    const fresh = {
      ...given,
      device: given.client.device,
      id: newId('sms'),
      codeExpiresAt: later(now, CODE_LIFE_MS),
      expiresAt: later(now, CHALLENGE_LIFE_MS),
      resendAt: later(now, RESEND_WAITS_MS[0] ?? 0),
    }
    const found = await store.open(
      fresh,
      { gatewayDown: delivery.isDown(), counted: describe(given) },
      await tries(),
      now,
    )
    if (found === 'gone') return undefined
    if ('waiting' in found) return answer(found.waiting)
    const what = about(given.owner, given.client.device, given.phoneIdx)
    if ('closedUntil' in found) {
      await report({ ...what, type: 'otp.closed', reason: given.purpose })
      throw new AppError('too_many_requests', { retry_after: secondsUntil(found.closedUntil, now) })
    }
    if ('refused' in found) {
      await report({ ...what, type: 'otp.send_failed', reason: found.refused })
      throw refusal(found, overBudget)
    }
    return send(found, what)
  }

  /** @returns undefined when the challenge is dead, or its wait is not over */
  async function sendMore(key: ChallengeKey, { language, ...recipient }: Recipient): Promise<CodeSent | undefined> {
    const counted = describe(recipient)
    const taken = await store.takeSend(key, { gatewayDown: delivery.isDown(), counted, language }, clock())
    const what = about(key.owner, key.device, recipient.phoneIdx)
    if (taken !== undefined && 'refused' in taken) {
      await report({ ...what, type: 'otp.send_failed', reason: taken.refused })
      throw refusal(taken, 'too_many_requests')
    }
    return taken && send(taken, what)
  }

  /** Sends the code once more. Tries that were spent stay spent, and the code that was sent before stays good. */
  async function resend(key: ChallengeKey, recipient: Recipient): Promise<CodeSent> {
    const sent = await sendMore(key, recipient)
    if (sent !== undefined) return sent
    const waiting = await store.find(key)
    const seconds = waiting === undefined ? 0 : secondsUntil(waiting.resendAt, clock())
    const alive = waiting?.state === 'live' && waiting.expiresAt > clock()
    if (alive && seconds > 0) throw new AppError('resend_too_soon', { resend_after: seconds, retry_after: seconds })
    throw new AppError('wrong_sms_code', { restart: true })
  }

  /** Where nothing names the sign-in: the one that goes on in this browser gets its code once more, else one begins. */
  async function startOrResend(given: Start): Promise<CodeSent | undefined> {
    const { purpose, owner } = given
    const { device } = given.client
    const id = await store.ongoing({ owner, purpose, device }, await tries(), clock())
    const sent = id && (await sendMore({ id, owner, device, purposes: [purpose] }, given))
    return sent || start(given)
  }

  async function tellClosed({ challenge, closedUntil, closesPin }: TakenTry, what: Omit<AuditEvent, 'type'>) {
    if (what.accountId !== undefined) await store.tellClosed(what.accountId, { closedUntil, closesPin }, clock())
    if (closedUntil !== null) await report({ ...what, type: 'otp.closed', reason: challenge.purpose })
    if (closesPin) await report({ ...what, type: 'auth.pin.disabled', reason: 'codes' })
  }

  /**
   * Whether the code is right; using it up is the caller's transaction. One answer for unknown, expired, used up and
   * wrong: a guess teaches nothing.
   * @throws AppError wrong_sms_code, with restart when no further try can succeed
   */
  async function check(key: ChallengeKey, code: string): Promise<void> {
    const taken = await store.takeTry(key, guessDigest(mac, key.id, code), await tries(), clock())
    const what = about(key.owner, key.device, taken?.challenge.phoneIdx)
    if (taken === undefined) {
      await report({ ...what, type: 'otp.dead' })
      throw new AppError('wrong_sms_code', { restart: true })
    }
    const { challenge, again, most, closedUntil, closesPin } = taken
    const isCode = sameBytes(Buffer.from(deriveCode(mac, challenge)), Buffer.from(code))
    const right = isCode && challenge.delivery !== 'none'
    if (right && challenge.codeExpiresAt > clock()) return
    if (!isCode && !again) await alarm.codeWasWrong()
    await report({ ...what, type: 'otp.wrong', reason: right ? 'expired' : challenge.purpose })
    const isClosed = closedUntil !== null || closesPin
    if (isClosed) await tellClosed(taken, what)
    const restart = isClosed || challenge.tries >= most || challenge.state !== 'live'
    throw new AppError('wrong_sms_code', { restart, resend_after: secondsUntil(challenge.resendAt, clock()) })
  }

  /** Ends the code: its number was wrong. Of one that is gone, used or ended already nothing is told. */
  async function cancel(key: ChallengeKey): Promise<void> {
    if (await store.end(key)) await report({ ...about(key.owner, key.device), type: 'otp.cancelled' })
  }

  return { start, startOrResend, resend, check, cancel }
}
