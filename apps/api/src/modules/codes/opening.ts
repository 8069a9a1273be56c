import type { Language } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import type { Device } from '../../platform/device.ts'
import type { Keys } from '../../platform/keyring.ts'
import { knowsDevice } from '../devices/index.ts'
import type { Counters, OtpAnomaly } from '../limits/index.ts'
import { type CodeForm, type CodePurpose, type Places, type Sms, type SmsVerdict, writeCodeSms } from '../sms/index.ts'
import { type Challenge, type ChallengeKey, type CodeOwner, type NewChallenge, ownerColumns } from './challenge.ts'
import { holdOwner, holdSendable, insertChallenge, reviveFor, takeSend } from './challenge-store.ts'
import { deriveLink, LAST_TRY, LINK_LIFE_MS, linkHash, MAX_TRIES } from './code.ts'
import { type ChallengeClass, endOthers, findInsideWait, takeAlong } from './try-store.ts'
import { digitsLeft } from './wrong-codes.ts'

export type Deps = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  sms: Pick<Sms, 'admitCode' | 'deliverSoon' | 'isDown' | 'enqueue' | 'enqueueRetry'>
  anomaly: OtpAnomaly
  counters: Pick<Counters, 'take' | 'settle' | 'usage' | 'isFullAt'>
  report: Report
}

/** Where a resend goes, and which client asked for it. */
export type Recipient = { client: Client; purpose: CodePurpose; phoneIdx: Buffer; phoneEnc: string; language: Language }

/** A challenge as it is asked for: its form follows from what strangers did. */
type FreshChallenge = Omit<NewChallenge, 'places' | 'form' | 'linkHash'>
/** What was stored to be sent, together with the challenge. */
export type Stored = { challenge: Challenge; smsId: string }
/** Nothing is sent: the gateway is down, or the budget is exhausted. */
export type NotSent = { refused: 'gateway_down' } | { refused: 'limit'; reason: string; retryAfterSeconds: number }
type Opened = Stored | { waiting: Challenge } | NotSent | 'gone'

/**
 * Puts the challenge in place of the owner's earlier one, unless that may not be replaced yet: then that one, which from
 * now on is good in both browsers if this is another one. No owner gets a new one while none can be sent.
 * gone: the owner does not exist any more.
 */
export async function open(deps: Deps, asked: FreshChallenge, client: Client, now: Date): Promise<Opened> {
  const gatewayDown = deps.sms.isDown()
  return deps.db.transaction(async (tx) => {
    // The number before its registrations: two of them in one browser send one SMS.
    if (asked.purpose === 'register') await lockNumber(tx, asked.phoneIdx)
    if (!(await holdOwner(tx, asked.owner))) return 'gone'
    const known = await knownBrowser(tx, asked.owner, asked.device)
    const of = [...ownerColumns(asked.owner), asked.purpose, asked.purpose === 'reset' ? known : null] as const
    const { isTried, isUsedUp } = await digitsLeft(deps.counters, tx, { ...asked, known })
    // Strangers can use up the digits of an account's number, never the number: its holder gets a link instead.
    const noDigits = isUsedUp || (known === null && deps.anomaly.isElevated())
    const form = noDigits && asked.purpose !== 'register' ? 'link' : 'digits'
    const most = isUsedUp && form === 'digits' ? LAST_TRY : MAX_TRIES
    const waiting = await insideWait(tx, asked, of, { most, form, now })
    if (waiting !== undefined) {
      // No second SMS: the one that was sent is good again, and for both browsers if this is another one.
      await reviveFor(tx, waiting.id, asked.device)
      return { waiting }
    }
    if (gatewayDown) return { refused: 'gateway_down' }
    const concealed = asked.delivery === 'none'
    const verdict = await deps.sms.admitCode(tx, { ...asked, client, known: known !== null, concealed })
    if (!('places' in verdict)) return overLimit(verdict)
    const isLast = verdict.fewLeft && asked.purpose !== 'register'
    const fresh = inForm(deps, asked, isLast ? 'link' : form, now)
    const challenge = await insertChallenge(tx, { ...fresh, places: [verdict.places] }, now)
    const stored = await storeSms(deps, tx, challenge, asked.language, now)
    // Two sign-ins of one person may run side by side, the new one included; after a wrong code only one.
    await endOthers(tx, of, challenge, isTried && challenge.form === 'digits' ? 1 : 2)
    return stored
  })
}

/**
 * Stores one more SMS; a refusal spends no send.
 * @returns undefined when the challenge is dead, or its wait is not over
 */
export const storeResend = (
  deps: Deps,
  key: ChallengeKey,
  { language, ...order }: Recipient,
): Promise<Stored | NotSent | undefined> => {
  const gatewayDown = deps.sms.isDown()
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const sendable = await holdSendable(tx, key, now)
    if (sendable === undefined) return undefined
    const known = await knownBrowser(tx, key.owner, key.device)
    if (await isLocked(deps, tx, sendable, known)) return undefined
    if (gatewayDown) return { refused: 'gateway_down' }
    const concealed = sendable.delivery === 'none'
    const verdict = await deps.sms.admitCode(tx, { ...order, known: known !== null, concealed })
    if (!('places' in verdict)) return overLimit(verdict)
    const sent = await takeSend(tx, key, verdict.places, now)
    return sent && storeSms(deps, tx, sent, language, now)
  })
}

/** Digits live for minutes. A link lives for hours, and works in the browser that opens it. */
function inForm({ keys }: Pick<Deps, 'keys'>, asked: FreshChallenge, form: CodeForm, now: Date) {
  if (form === 'digits') return { ...asked, form, linkHash: null }
  const expiresAt = later(now, LINK_LIFE_MS)
  const secret = deriveLink(keys.mac, { ...asked, form, generation: 1 })
  return { ...asked, form, linkHash: linkHash(secret), codeExpiresAt: expiresAt, expiresAt }
}

async function storeSms(
  { sms }: Deps,
  tx: Executor,
  challenge: Challenge,
  language: Language,
  now: Date,
): Promise<Stored> {
  const smsId = await writeCodeSms(tx, challenge, language, now)
  await sms.enqueueRetry(tx, smsId)
  return { challenge, smsId }
}

const overLimit = (refusal: Exclude<SmsVerdict, { places: Places }>): NotSent => ({ refused: 'limit', ...refusal })

/** The browser, if the owner is an account that knows it. */
async function knownBrowser(tx: Executor, owner: CodeOwner, device: Device): Promise<Buffer | null> {
  if (!('accountId' in owner) || device === null) return null
  return (await knowsDevice(tx, owner.accountId, device)) ? device : null
}

/** The challenge that may not be replaced yet; one of an earlier registration in the same browser goes along. */
async function insideWait(
  tx: Executor,
  fresh: FreshChallenge,
  of: ChallengeClass,
  when: Parameters<typeof findInsideWait>[2],
): Promise<Challenge | undefined> {
  const [, registrationId] = of
  const own = await findInsideWait(tx, of, when)
  if (own !== undefined || registrationId === null || fresh.purpose !== 'register' || fresh.device === null) return own
  await takeAlong(tx, registrationId, fresh, when.now)
  return findInsideWait(tx, of, when)
}

/** Whether no code of the challenge would be compared. */
const isLocked = async (
  { counters }: Deps,
  tx: Executor,
  { purpose, phoneIdx, form }: Challenge,
  known: Buffer | null,
): Promise<boolean> =>
  purpose !== 'register' && form === 'digits' && (await digitsLeft(counters, tx, { purpose, phoneIdx, known })).isUsedUp
