import type { Language } from '@avouch/contract'
import type { AppendEvents, AuditEvent, Report } from '../audit/index.ts'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import { knowsDevice } from '../devices/index.ts'
import type { Counters, OtpAnomaly, Wanted } from '../limits/index.ts'
import type { RightPin } from '../pins/index.ts'
import { type CodeForm, type CodePurpose, type Places, type Sms, type SmsVerdict } from '../sms/index.ts'
import type { Device } from '../../platform/device.ts'
import { type Challenge, type ChallengeKey, type CodeOwner, type NewChallenge, ownerColumns } from './challenge.ts'
import { deriveLink, LAST_TRY, LINK_LIFE_MS, linkHash, MAX_TRIES } from './code.ts'
import { goOnWith, holdRecent, holdSendable, insertSend, insertStart, type Recent } from './sending-store.ts'
import { digitsLeft, type Guesser, labelsOf } from './wrong-codes.ts'

export type Deps = {
  db: Database
  clock: Clock
  keys: Pick<Keys, 'mac'>
  sms: Pick<Sms, 'admitCode' | 'deliverSoon' | 'deliveryOf' | 'isDown' | 'enqueue'>
  anomaly: OtpAnomaly
  counters: Pick<Counters, 'take' | 'giveBack' | 'usage' | 'isFullAt'>
  append: AppendEvents
  report: Report
}

/** Where a resend goes, and which client asked for it. `known`: the account knows its browser; read where it is missing. */
export type Recipient = {
  client: Client
  known?: boolean
  purpose: CodePurpose
  phoneIdx: Buffer
  phoneEnc: string
  language: Language
}

/** A challenge as it is asked for: its form follows from what strangers did. */
type FreshChallenge = Omit<NewChallenge, 'places' | 'form' | 'linkHash'>
type Asked = { fresh: FreshChallenge; client: Client; known: boolean; right: RightPin | undefined }
/** Nothing is sent: the gateway is down, or the budget is exhausted. */
export type NotSent = { refused: 'gateway_down' } | { refused: 'limit'; reason: string; retryAfterSeconds: number }
type Opened = Challenge | { waiting: Challenge } | NotSent | 'gone'

/** Of starts at the same moment one takes its place. */
const PACE = 'code.pace'
/** Another start was faster: the next attempt finds what it sent. */
class Overtaken extends Error {
  override readonly name = 'Overtaken'
}
const MAX_ATTEMPTS = 3

/** Whether the owner is an account that knows the client's browser. */
export const isKnown = async ({ db }: Deps, owner: CodeOwner, { device }: Client): Promise<boolean> =>
  'accountId' in owner && device !== null && (await knowsDevice(db, owner.accountId, device))

/**
 * Puts the challenge in place of the owner's earlier one, unless that may not be replaced yet: then that one, which from
 * now on is good in both browsers if this is another one. No owner gets a new one while none can be sent.
 * gone: the owner does not exist any more.
 */
export async function open(deps: Deps, asked: Asked, now: Date): Promise<Opened> {
  const gatewayDown = deps.sms.isDown()
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt === MAX_ATTEMPTS
    const opened = await deps.db
      .transaction(async (tx) => {
        const found = await openOnce(deps, tx, asked, gatewayDown, now)
        if (found !== 'gone' && 'reason' in found && found.reason === PACE && !isLast) throw new Overtaken()
        if (found !== 'gone' && !('id' in found)) await deps.append(tx, ...(asked.right?.events ?? []))
        return found
      })
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return 'overtaken' as const
        throw error
      })
    if (opened === 'overtaken') continue
    if (opened !== 'gone') asked.right?.settled()
    return opened
  }
}

/** What an audit event says of a challenge. */
export const about = (owner: CodeOwner, device: Device, phoneIdx?: Buffer): Omit<AuditEvent, 'type'> => ({
  accountId: 'accountId' in owner && owner.accountId !== '' ? owner.accountId : undefined,
  phoneIdx,
  device,
})

async function openOnce(
  deps: Deps,
  tx: Transaction,
  { fresh, client, known, right }: Asked,
  gatewayDown: boolean,
  now: Date,
): Promise<Opened> {
  const { purpose, phoneIdx, device } = fresh
  const { back = [] } = right ?? {}
  const recent = await holdRecent(tx, fresh, known)
  if (recent === undefined) return 'gone'
  const guesser = { purpose, phoneIdx, known: known ? device : null }
  const waiting = await insideWait(deps, tx, recent, guesser, now)
  if (waiting !== undefined) {
    // No second SMS: the one that was sent is good again, and for both browsers if this is another one.
    const { state, own, here } = waiting
    if (state === 'cancelled' || !own || !here) await goOnWith(tx, waiting.id, fresh)
    await deps.counters.giveBack(tx, back)
    return { waiting }
  }
  if (gatewayDown) {
    await deps.counters.giveBack(tx, back)
    return { refused: 'gateway_down' }
  }
  const ofDigits = purpose === 'register' ? [] : labelsOf(guesser).map((label) => ({ ...label, take: 'ask' }) as const)
  const also: Wanted[] = [{ rule: PACE, subject: paceOf(fresh, known, recent[0]) }, ...ofDigits]
  const concealed = fresh.delivery === 'none'
  const verdict = await deps.sms.admitCode(tx, { ...fresh, client, known, concealed, also, back })
  if (!('places' in verdict)) return overLimit(verdict)
  const isUsedUp = verdict.full.some((rule) => ofDigits.some((label) => label.rule === rule))
  const isLast = verdict.fewLeft && purpose !== 'register'
  const form = isLast ? 'link' : formFor(deps, guesser, isUsedUp)
  const ended = endedBy(recent, form)
  const sent = { ...about(fresh.owner, device, phoneIdx), type: 'otp.sent', reason: purpose } as const
  await deps.append(tx, ...(right?.events ?? []), sent)
  const stored = { ...inForm(deps, fresh, form, now), places: [verdict.places] }
  return insertStart(tx, stored, ended, now)
}

/**
 * Stores one more SMS; a refusal spends no send.
 * @returns undefined when the challenge is dead, or its wait is not over
 */
export const storeResend = (
  deps: Deps,
  key: ChallengeKey,
  { language, known = false, ...order }: Recipient,
): Promise<Challenge | NotSent | undefined> => {
  const gatewayDown = deps.sms.isDown()
  const now = deps.clock()
  return deps.db.transaction(async (tx) => {
    const sendable = await holdSendable(tx, key, now)
    if (sendable === undefined) return undefined
    if (gatewayDown) return { refused: 'gateway_down' }
    const { purpose, phoneIdx, form, delivery } = sendable
    const hasNoDigits = purpose === 'register' || form === 'link'
    const ofDigits = hasNoDigits ? [] : labelsOf({ purpose, phoneIdx, known: known ? key.device : null })
    const also = ofDigits.map((label) => ({ ...label, take: 'look' }) as const)
    const verdict = await deps.sms.admitCode(tx, { ...order, known, concealed: delivery === 'none', also })
    // No digits of the challenge would be compared.
    if ('reason' in verdict && ofDigits.some(({ rule }) => rule === verdict.reason)) return undefined
    if (!('places' in verdict)) return overLimit(verdict)
    const sent = { ...about(key.owner, key.device, phoneIdx), type: 'otp.sent', reason: purpose } as const
    const { places } = verdict
    await deps.append(tx, sent)
    return insertSend(tx, key, { places, language }, now)
  })
}

/** Strangers can use up the digits of an account's number, never the number: its holder gets a link instead. */
function formFor({ anomaly }: Pick<Deps, 'anomaly'>, { purpose, known }: Guesser, isUsedUp: boolean): CodeForm {
  const noDigits = isUsedUp || (known === null && anomaly.isElevated())
  return noDigits && purpose !== 'register' ? 'link' : 'digits'
}

/** Digits live for minutes. A link lives for hours, and works in the browser that opens it. */
function inForm({ keys }: Pick<Deps, 'keys'>, fresh: FreshChallenge, form: CodeForm, now: Date) {
  if (form === 'digits') return { ...fresh, form, linkHash: null }
  const expiresAt = later(now, LINK_LIFE_MS)
  const secret = deriveLink(keys.mac, { ...fresh, generation: 1 })
  return { ...fresh, form, linkHash: linkHash(secret), codeExpiresAt: expiresAt, expiresAt }
}

/**
 * Starts that saw the same newest challenge want the same place, and the one that gets it makes a newer challenge. So of starts
 * at the same moment one sends an SMS, and no row of the owner is held.
 */
function paceOf(
  { purpose, owner, device, phoneIdx }: FreshChallenge,
  known: boolean,
  newest: Recent | undefined,
): string {
  const [accountId, registrationId] = ownerColumns(owner)
  const ofBrowser = device === null ? registrationId : `${phoneIdx.toString('hex')} ${device.toString('hex')}`
  const own = purpose === 'reset' && known ? (device?.toString('hex') ?? '') : ''
  const of = purpose === 'register' ? ofBrowser : `${accountId ?? registrationId} ${own}`
  return `${purpose} ${of} ${newest?.id ?? ''}`
}

const overLimit = (refusal: Exclude<SmsVerdict, { places: Places }>): NotSent => ({ refused: 'limit', ...refusal })

/** The challenge that still has a try and may not be replaced yet; also one that was cancelled. */
async function insideWait(deps: Deps, tx: Executor, recent: readonly Recent[], guesser: Guesser, now: Date) {
  const waiting = recent.filter(
    ({ state, resendAt, codeExpiresAt }) =>
      (state === 'live' || state === 'cancelled') && resendAt > now && codeExpiresAt > now,
  )
  if (waiting.length === 0) return undefined
  const { isUsedUp } = await digitsLeft(deps.counters, tx, guesser)
  const form = formFor(deps, guesser, isUsedUp)
  const most = isUsedUp && form === 'digits' ? LAST_TRY : MAX_TRIES
  const usable = waiting.filter((one) => one.form === form && one.tries < most)
  const rank = ({ own, state }: Recent) => (own ? 0 : 2) + (state === 'live' ? 0 : 1)
  return usable.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Two sign-ins of one person may run side by side, the new one included; after a wrong code only one. */
function endedBy(recent: readonly Recent[], form: CodeForm): string[] {
  const lastRight = recent.findIndex(({ state }) => state === 'used')
  const sinceThen = lastRight < 0 ? recent : recent.slice(0, lastRight)
  const isTried = form === 'digits' && sinceThen.some(({ tries }) => tries > 0)
  const live = recent.filter((one) => one.own && one.state === 'live' && one.form === form)
  return live.slice(isTried ? 0 : 1).map(({ id }) => id)
}
