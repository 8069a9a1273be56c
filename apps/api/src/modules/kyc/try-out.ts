import { setTimeout as pause } from 'node:timers/promises'
import { isApproved, type Language, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { NO_METER } from '../../platform/meter.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Finding, IdentityCheck, VendorResult } from './providers/identity-check.ts'
import { createVendors, type VendorSettings } from './providers/index.ts'
import { SessionSecrets } from './session-secrets.ts'
import { addTrial, deleteSession, eraseTrialNow, findTrial } from './session-store.ts'

/** A person with a document takes no longer. */
const WAIT_MS = 20 * MINUTE_MS
const LOOK_EVERY_MS = SECOND_MS
/** Asked so often without a message too. */
const ASK_EVERY_MS = 15 * SECOND_MS
/** Where the command was ended, the servers erase what it began. */
const ERASED_AFTER_MS = 30 * MINUTE_MS

type Deps = { db: Database; clock: Clock; keys: { documents: Keys; sessions: Keys } }
type Settings = { publicUrl: string; vendors: readonly VendorSettings[] }
export type Trial = { provider: string | undefined; language: Language; waitMs?: number }
export type Tried = {
  provider: string
  outcome: string
  message: boolean
  erased: string
  isWell: boolean
  line: string
}

const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function wordsOf({ status, documentHash, reason }: VendorResult): string {
  if (isApproved(status)) return `approved, of age, document ${documentHash === undefined ? 'not named' : 'named'}`
  if (status === 'UNDERAGED') return 'approved, under age'
  if (status === 'MANUAL_REVIEW_REJECTED') return `refused (${reason ?? 'other'})`
  return status === 'PENDING_MANUAL_REVIEW' ? 'under review' : 'given up or expired'
}

/**
 * Begins a session without a check, which a person takes, and tells how it went: no date, no name. It is erased again.
 * @throws OperatorError where the settings name no such vendor
 */
export async function tryVendor(
  { db, clock, keys }: Deps,
  settings: Settings,
  trial: Trial,
  say: (line: string) => void,
): Promise<Tried> {
  const { provider: wanted, language, waitMs = WAIT_MS } = trial
  const reasons: string[] = []
  const warn = (_event: string, details: object = {}) => {
    if ('reason' in details) reasons.push(String(details.reason))
    if ('fields' in details) reasons.push(`an answer of an unknown form: ${String(details.fields)}`)
  }
  const all = createVendors(settings.vendors, { clock, warn, meter: NO_METER, keys, settings })
  const vendor = all.find(({ provider }) => wanted === undefined || provider === wanted)
  if (vendor === undefined) throw new OperatorError('The settings name no such vendor with sessions.', 'not_found')
  const { provider, check } = vendor
  const secrets = new SessionSecrets(keys.sessions)
  const id = newId('ids')
  const ref = secrets.refOf(id)
  const returnTo = new URL('/kyc-check-result', settings.publicUrl).href
  const start = performance.now()
  const order = { ref, language, returnTo, dataCollectionConsent: true }
  const begun = await check.begin(order, AbortSignal.timeout(30 * SECOND_MS))
  const failed = (outcome: string): Tried => ({
    provider,
    outcome,
    message: false,
    erased: 'erased',
    isWell: false,
    line: `${provider}: ${outcome}${reasons.length > 0 ? ` (${reasons.at(-1)})` : ''}`,
  })
  if (begun === 'refused') return failed('it refuses the keys or the settings')
  if (begun === 'no_answer') return failed('no session was begun')
  const begunIn = performance.now() - start
  const now = clock()
  const sealed = secrets.seal(id, provider, begun, returnTo)
  await addTrial(db, { id, provider, refHash: tokenHash(ref), ...sealed, now, eraseAt: later(now, ERASED_AFTER_MS) })
  say(`${provider}: open ${begun.url}`)
  const { found, messageAfter, askedAfter } = await decided({ db, check, secrets, id, waitMs })
  const erased = await forget({ db, check, secrets, id })
  const outcome =
    found === undefined ? `no outcome in ${waitMs / MINUTE_MS} min` : found === 'gone' ? 'gone' : wordsOf(found)
  const expectsMessage = check.back === undefined
  const report = new URL(`/identity/report/${provider}`, settings.publicUrl).href
  const heard =
    messageAfter !== undefined
      ? `message ${inSeconds(messageAfter)}`
      : expectsMessage
        ? `no message: is ${report} set there?`
        : 'no messages from this vendor'
  const why = reasons.length > 0 && found === undefined ? ` (${reasons.at(-1)})` : ''
  const asked = askedAfter === undefined ? '' : `, asked ${inSeconds(askedAfter)}`
  const line = `${provider}: ${outcome}${why}; begun ${inSeconds(begunIn)}, ${heard}${asked}; ${ERASED[erased]}`
  const isWell = found !== undefined && found !== 'gone' && (messageAfter !== undefined || !expectsMessage)
  return { provider, outcome, message: messageAfter !== undefined, erased, isWell, line }
}

const ERASED = {
  erased: 'erased',
  later: 'the servers go on erasing it',
  by_hand: 'to be erased there by hand',
} as const

type At = { db: Database; check: IdentityCheck; secrets: SessionSecrets; id: string }
const isEnd = (found: Finding): found is VendorResult | 'gone' =>
  found === 'gone' || (typeof found === 'object' && 'status' in found)

/** Asks when a message came, when the person is back, and now and then. Times are in milliseconds since it began. */
async function decided({ db, check, secrets, id, waitMs }: At & { waitMs: number }) {
  const start = performance.now()
  let askedAt = start
  let messageAfter: number | undefined
  let rungAt = 0
  while (performance.now() - start < waitMs) {
    await pause(LOOK_EVERY_MS)
    const session = await findTrial(db, id)
    if (session === undefined) break
    const isRung = session.rungAt !== null && session.rungAt.getTime() !== rungAt
    if (isRung) {
      rungAt = session.rungAt?.getTime() ?? 0
      messageAfter ??= check.back === undefined ? performance.now() - start : undefined
    }
    if (!isRung && performance.now() - askedAt < ASK_EVERY_MS) continue
    askedAt = performance.now()
    const found = await check.ask(secrets.open(session), AbortSignal.timeout(ASK_EVERY_MS))
    if (isEnd(found)) return { found, messageAfter, askedAfter: performance.now() - askedAt }
  }
  return { found: undefined, messageAfter, askedAfter: undefined }
}

async function forget({ db, check, secrets, id }: At): Promise<'erased' | 'later' | 'by_hand'> {
  const session = await findTrial(db, id)
  if (session === undefined) return 'erased'
  const done = await check.forget(secrets.open(session), AbortSignal.timeout(ASK_EVERY_MS))
  await (done === 'erased' ? deleteSession(db, id) : eraseTrialNow(db, id))
  return done
}
