import type { VendorOutcome } from '@avouch/contract'
import type { Words } from '../http/language.ts'

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

/** Explanations of the outcomes. */
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
