import { VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import * as z from 'zod'
import type { Words } from '../http/language.ts'
import type { Fields } from '../http/server.ts'

const MAX_DELAY_SECONDS = 600
const MAX_WORD = 60

/**
 * How a report travels. late: held back until the next one about the check was sent; reversed: followed by one that is
 * older; lost: never sent.
 */
export const WAYS = ['once', 'twice', 'late', 'reversed', 'lost'] as const
export type Way = (typeof WAYS)[number]

/** What is not plainly a choice is none. Without a status the visitor chooses. */
const plan = z.object({
  status: z.enum(VENDOR_OUTCOMES).optional().catch(undefined),
  way: z.enum(WAYS).catch('once'),
  delaySeconds: z.coerce.number().int().min(0).max(MAX_DELAY_SECONDS).catch(0),
})
/** How the checks of one browser end. */
export type Plan = z.infer<typeof plan>
export type Travel = Pick<Plan, 'way' | 'delaySeconds'>

/** Reads a form. */
export const readPlan = ({ delay, ...fields }: Fields): Plan => plan.parse({ ...fields, delaySeconds: delay })

export const planOfCookie = (cookie = ''): Plan => readPlan(Object.fromEntries(new URLSearchParams(cookie)))

export const planAsCookie = ({ status, way, delaySeconds }: Plan): string =>
  new URLSearchParams({ status: status ?? '', way, delay: String(delaySeconds) }).toString()

/** A tester's name for the document that is shown. */
export const readDocument = ({ document = '' }: Fields): string | undefined =>
  document.trim().slice(0, MAX_WORD) || undefined

/** The outcomes of a check. */
export const OUTCOMES: Readonly<Record<VendorOutcome, Words>> = {
  COMPLETED: 'Adult: approve|Volljährig: bestätigen',
  COMPLETED_FRAUD: 'Approved, marked for fraud|Bestätigt, mit Betrugshinweis',
  PENDING_MANUAL_REVIEW: 'Manual review|Prüfung von Hand',
  MANUAL_REVIEW_REJECTED: 'Review rejected|Von Hand abgelehnt',
  USER_PROCESS_EXPIRED: 'Expired|Abgelaufen',
  DELETED: 'Deleted|Gelöscht',
  UNDERAGED: 'Under 18|Unter 18',
}

/** And what that means. */
export const MEANINGS: Readonly<Record<VendorOutcome, Words>> = {
  COMPLETED: 'The document is genuine, the person is 18 or over.|Der Ausweis ist echt, die Person ist mindestens 18.',
  COMPLETED_FRAUD:
    'Of age and approved, with a hint for the operator.|Volljährig und bestätigt, mit einem Hinweis für den Betreiber.',
  PENDING_MANUAL_REVIEW:
    'A person has to look at it. Decide at the review desk.|Ein Mensch muss es ansehen. Entscheide in der Nachprüfung.',
  MANUAL_REVIEW_REJECTED: 'A person looked at it and said no.|Ein Mensch hat es angesehen und nein gesagt.',
  USER_PROCESS_EXPIRED:
    'It took too long; the check was closed.|Es hat zu lange gedauert; die Prüfung wurde geschlossen.',
  DELETED: 'The record of this check was deleted.|Der Eintrag dieser Prüfung wurde gelöscht.',
  UNDERAGED:
    'The document is genuine, the person is too young. The account will be deleted.|Der Ausweis ist echt, die Person zu jung. Das Konto wird gelöscht.',
}

/** How a report travels, in words. */
export const TRAVELS: Readonly<Record<Way, Words>> = {
  once: 'it arrives once|sie kommt einmal an',
  twice: 'it arrives twice|sie kommt zweimal an',
  late: 'it arrives after the next report of this check|sie kommt nach der nächsten Meldung dieser Prüfung an',
  reversed: 'an older report arrives after it|nach ihr kommt eine ältere an',
  lost: 'it gets lost: the product has to ask|sie geht verloren: das Produkt muss fragen',
}
