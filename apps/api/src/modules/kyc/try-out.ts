import { setTimeout as pause } from 'node:timers/promises'
import { isApproved, type Language, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { Streaks } from '../../platform/database/streaks.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { NO_METER } from '../../platform/meter.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { claimSession, deleteSession, findVendorSession, storeOpened } from './session-store.ts'
import { type AllVendorSettings, type SessionVendor, Vendors } from './vendors/index.ts'
import type { VendorResult } from './vendors/vendor.ts'

/** A person with a document takes no longer. */
const WAIT_MS = 20 * MINUTE_MS
const ASK_EVERY_MS = 3 * SECOND_MS
const CALL_MS = 15 * SECOND_MS
/** The servers erase a session then that could not be erased at its end. */
const ERASED_AFTER_MS = 30 * MINUTE_MS

type Deps = { db: Database; clock: Clock; keys: ConstructorParameters<typeof Vendors>[1]['keys'] }
const inSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

function wordsOf({ status, documentHash, reason }: VendorResult): string {
  if (isApproved(status)) return `approved, of age, document ${documentHash === undefined ? 'not named' : 'named'}`
  if (status === 'UNDERAGED') return 'approved, under age'
  if (status === 'MANUAL_REVIEW_REJECTED') return `refused (${reason ?? 'other'})`
  return status === 'PENDING_MANUAL_REVIEW' ? 'under review' : 'given up or expired'
}

/**
 * Begins a session without a check for a person, and prints its outcome without date and name. The session is erased again.
 * @throws OperatorError where the settings name no such vendor
 */
export async function tryVendor(
  { db, clock, keys }: Deps,
  settings: AllVendorSettings,
  { vendor: wanted, language }: { vendor: string | undefined; language: Language },
  say: (line: string) => void,
): Promise<{ line: string; isWell: boolean }> {
  let why = ''
  let isOpen = false
  const warn = (event: string, { reason, fields }: { reason?: string; fields?: readonly string[] } = {}) => {
    if (reason === undefined && fields === undefined) return
    const before = why
    why = ` (${fields === undefined ? reason : `an answer of an unknown form: ${fields.join(', ')}`})`
    if (isOpen && why !== before) say(`${name}: ${event}${why}`)
  }
  const tried = settings.vendors.filter(({ vendor }, i) => (wanted === undefined ? i === 0 : vendor === wanted))
  const vendors = new Vendors({ ...settings, vendors: tried }, { clock, warn, meter: NO_METER, keys })
  const [vendor] = vendors.withSessions
  if (vendor === undefined) throw new OperatorError('The settings name no such vendor with sessions.', 'not_found')
  const { name } = vendor
  const id = newId('ids')
  const ref = vendors.refOf(id)
  const returnTo = new URL('/kyc-check-result', settings.publicUrl).href
  const start = performance.now()
  const begun = await vendors.begin({ ref, language, returnTo, dataCollectionConsent: true }, 30 * SECOND_MS)
  if (typeof begun === 'string') {
    const failed = begun === 'outage' ? 'no session was begun' : 'it refuses the keys or the settings'
    return { line: `${name}: ${failed}${why}`, isWell: false }
  }
  // Ends the vendor's streak of failures: as the second one it may get no visitor's session for a long time.
  await new Streaks({ db, clock, warn }).good('identity', name)
  const begunIn = performance.now() - start
  const now = clock()
  await claimSession(db, { id, checkId: null, vendor: name, refHash: tokenHash(ref) }, now, later(now, ERASED_AFTER_MS))
  await storeOpened(db, id, vendors.seal(id, { ...begun, returnTo }), now)
  say(`${name}: open ${begun.url}`)
  isOpen = true

  const { found, reportedAfter, askedFor } = await outcomeOf(db, vendors, vendor, id)
  const erased = await vendor.erase({ ref, ...begun }, AbortSignal.timeout(CALL_MS))
  if (erased === 'erased') await deleteSession(db, id)
  const left = erased === 'by_hand' ? 'to be erased there by hand' : 'the servers go on erasing it'
  const outcome = found === undefined ? `no outcome in ${WAIT_MS / MINUTE_MS} min${why}` : wordsOf(found)
  const address = new URL(`/identity/report/${name}`, settings.publicUrl).href
  const silence = vendor.back === undefined ? `no message: is ${address} set there?` : 'no messages from this vendor'
  const reported = reportedAfter === undefined ? silence : `message ${inSeconds(reportedAfter)}`
  const times = `begun ${inSeconds(begunIn)}, ${reported}${found ? `, asked ${inSeconds(askedFor)}` : ''}`
  const isWell = found !== undefined && (reportedAfter !== undefined || vendor.back !== undefined)
  return { line: `${name}: ${outcome}; ${times}; ${erased === 'erased' ? erased : left}`, isWell }
}

/** Asks until the vendor has decided, and looks once more where its message may be on the way. Times are in milliseconds. */
async function outcomeOf(db: Database, vendors: Vendors, vendor: SessionVendor, id: string) {
  const start = performance.now()
  let [found, reportedAfter, askedFor]: [VendorResult | undefined, number | undefined, number] = [
    undefined,
    undefined,
    0,
  ]
  for (let isOver = false; !isOver && performance.now() - start < WAIT_MS; ) {
    await pause(ASK_EVERY_MS)
    const session = await findVendorSession(db, 'orphan', id)
    const known = session && vendors.open(session)
    if (session?.reportedAt) reportedAfter ??= performance.now() - start
    if (known === undefined || found !== undefined) break
    const askedAt = performance.now()
    const answer = await vendor.ask(known, AbortSignal.timeout(CALL_MS))
    askedFor = performance.now() - askedAt
    if (typeof answer === 'object' && 'status' in answer) found = answer
    isOver = found !== undefined && reportedAfter !== undefined
  }
  return { found, reportedAfter, askedFor }
}
