import { MINIMUM_AGE } from '@avouch/contract'
import { ageOn, createDayOf } from '#platform/birth-date.ts'
import type { Clock } from '#platform/clock.ts'
import type { Failure, Streaks } from '#platform/database/streaks.ts'
import { isLoopback } from '#platform/external-address.ts'
import type { Keys } from '#platform/keyring.ts'
import type { Warn } from '#platform/log.ts'
import type { Meter } from '#platform/meter.ts'
import { evidenceOf } from '#platform/outgoing.ts'
import { CallFailed, isGone, Unreadable } from './calls.ts'
import { documentName } from './document-name.ts'
import { createGeneric, type GenericSettings } from './generic.ts'
import type { Adapter, Asked, IdentityCheck, Known, VendorAccess, VendorDeps } from './identity-check.ts'
import { createIdura, IDURA_UNCONFIRMED } from './idura.ts'
import { createOnfido, ONFIDO_UNCONFIRMED } from './onfido.ts'
import { createVeriff, VERIFF_UNCONFIRMED } from './veriff.ts'

/** The adapters, by what IDENTITY_PROVIDER names. */
const VENDORS = { veriff: createVeriff, onfido: createOnfido, idura: createIdura } satisfies Record<
  string,
  (deps: VendorDeps) => Adapter
>
export type VendorName = keyof typeof VENDORS

/** Lists what is not confirmed about each vendor: a person with a real account has to try it before anything relies on it. */
export const UNCONFIRMED: Readonly<Record<VendorName, readonly string[]>> = {
  veriff: VERIFF_UNCONFIRMED,
  onfido: ONFIDO_UNCONFIRMED,
  idura: IDURA_UNCONFIRMED,
}

export type VendorSettings = {
  provider: VendorName
  access: VendorAccess
  /** Decides which day it is, for an age. */
  timeZone: string
  /** false: what proves one account's age may prove another's too. */
  useDocumentNumbers: boolean
}
type Deps = {
  clock: Clock
  warn: Warn
  meter: Meter
  keys: { documents: Keys }
  settings: { publicUrl: string }
  /** Without them a try of the operator's stays out of what is watched. */
  streaks?: Streaks
}

/** Creates the adapters that the settings name. */
export function createVendors(all: readonly VendorSettings[], { clock, warn, meter, keys, settings, streaks }: Deps) {
  const countUnreadable = meter.counter({
    name: 'identity_unreadable_total',
    help: 'Answers of the identity-check vendor in an unknown word or form; they decide nothing.',
    labels: ['provider'],
    from: all.map(({ provider }) => ({ provider })),
  })
  return all.map(({ provider, access, timeZone, useDocumentNumbers }) => {
    const dayOf = createDayOf(timeZone)
    const adapter = VENDORS[provider]({
      access,
      clock,
      approved(birthDate, occurredAt, by) {
        const age = ageOn(dayOf(clock()), birthDate, MINIMUM_AGE)
        if (age === 'unclear') return { status: 'MANUAL_REVIEW_REJECTED', occurredAt, reason: 'document_kind' }
        if (age === 'under_age') return { status: 'UNDERAGED', occurredAt }
        const name = 'pseudonym' in by ? by.pseudonym : useDocumentNumbers ? documentName(by) : undefined
        const kind = 'pseudonym' in by ? ['eid'] : []
        const hash = name && keys.documents.mac('vendor-document', ...kind, name).toString('base64url')
        return { status: 'COMPLETED', occurredAt, documentHash: hash }
      },
      returnUrl: new URL(`/identity/return/${provider}`, settings.publicUrl).href,
    })
    const count = () => countUnreadable({ provider })
    const report = createReport(warn, provider, count)
    const begin: IdentityCheck['begin'] = async (order, signal) => {
      try {
        const begun = await adapter.begin(order, signal)
        return { ...begun, url: pageOf(begun.url, adapter.pages) }
      } catch (error) {
        const status = report(error, 'identity session not begun')
        return { evidence: evidenceOf(status), why: failureOf(error, status).why }
      }
    }
    return { provider, check: { ...adapter, ...guarded(adapter, report, { provider, streaks, count }), begin } }
  })
}

/** Names to a person what the vendor has to erase: everything that Onfido knows of a visitor hangs on the applicant. */
export function nameAtVendor({ kept, vendorRef }: Pick<Known, 'kept' | 'vendorRef'>): string {
  const { applicant } = kept
  if (applicant !== undefined) return `applicant ${applicant}`
  return vendorRef === null ? '-' : `session ${vendorRef}`
}

/** The address as a header may have it. A vendor's answer sends no visitor elsewhere than to the vendor. @throws CallFailed */
function pageOf(url: string, hosts: readonly string[]): string {
  const page = URL.parse(url)
  const isTheirs = (host: string) =>
    host.startsWith('.') ? `.${page?.hostname}`.endsWith(host) : page?.hostname === host
  if (page === null || (page.protocol !== 'https:' && !isLoopback(url)) || !hosts.some(isTheirs))
    throw new CallFailed('a page of another host')
  return page.href
}

/** Creates the adapter of a service with our own protocol. */
export const createService = (
  settings: GenericSettings,
  { clock, warn, streaks }: Pick<Deps, 'clock' | 'warn' | 'streaks'>,
): Asked =>
  guarded(
    createGeneric(settings, clock),
    createReport(warn, 'answer', () => {}),
    { provider: 'generic', streaks },
  )

/** Logs a call that failed. @returns the status of its answer, if there was one */
const createReport =
  (warn: Warn, type: string, countUnreadable: () => void) =>
  (error: unknown, event: string, isStopping = false): number | undefined => {
    if (!(error instanceof CallFailed)) throw error
    if (error instanceof Unreadable) {
      countUnreadable()
      warn('identity check report not understood', { type, fields: error.fields })
    } else if (!isStopping) warn(event, { type, reason: error.message })
    return error.status
  }

/** An event with an alert. */
export const REFUSED = 'identity vendor refuses our keys or settings'
const saysRefused = (error: unknown) => error instanceof CallFailed && (error.status === 401 || error.status === 403)
const saysNotFound = (error: unknown) => error instanceof CallFailed && isGone(error.status)

function failureOf(error: unknown, status: number | undefined): Failure {
  const detail = (error as Error).message
  if (saysRefused(error)) return { why: 'refused', detail }
  return { why: status === undefined && !(error instanceof Unreadable) ? 'no_answer' : 'error', detail }
}

/** Says what a failed call means: an outage decides nothing, nor does an answer of an unknown form. */
const guarded = (
  adapter: Asked,
  report: ReturnType<typeof createReport>,
  { provider, streaks, count }: { provider: string; streaks: Streaks | undefined; count?: () => void },
): Asked => ({
  async ask(known, signal) {
    try {
      const found = await adapter.ask(known, signal)
      await streaks?.good('identity asked', provider)
      if (found === 'unknown_word') count?.()
      return found
    } catch (error) {
      const isNotFound = saysNotFound(error)
      // A service with our own protocol answers so until the visitor has come; a vendor has what it gave a name to.
      if (isNotFound && known.vendorRef === null) return 'not_found'
      const status = report(error, saysRefused(error) ? REFUSED : 'identity check not asked', signal.aborted)
      // An answer about one check is no evidence about the vendor.
      if (isNotFound) return 'not_found'
      if (!signal.aborted) await streaks?.bad('identity asked', provider, failureOf(error, status))
      return 'no_answer'
    }
  },
  forget: (known, signal) =>
    adapter.forget(known, signal).catch((error: unknown) => {
      const status = report(error, 'identity check not erased', signal.aborted)
      if (saysNotFound(error)) return 'not_found'
      // 400: the session is not finished; 401: our keys; 429: so many a day.
      return status === undefined || status >= 500 || [400, 401, 429].includes(status) ? 'later' : 'by_hand'
    }),
})
