import type { KycStatus, VendorOutcome } from '@avouch/contract'
import type { Words } from '../http/language.ts'

/** The empty one: something has to be shown once more, in the same check. */
export const OUTCOMES: Readonly<Record<KycStatus, Words>> = {
  COMPLETED: 'Adult: approved|Volljährig: bestätigt',
  COMPLETED_FRAUD: 'Approved, marked for fraud|Bestätigt, mit Betrugshinweis',
  '': 'Once more: picture blurred|Noch einmal: Bild unscharf',
  PENDING_MANUAL_REVIEW: 'Manual review|Prüfung von Hand',
  MANUAL_REVIEW_REJECTED: 'Review rejected|Von Hand abgelehnt',
  USER_PROCESS_EXPIRED: 'Expired|Abgelaufen',
  DELETED: 'Deleted|Gelöscht',
  UNDERAGED: 'Under 18|Unter 18',
}

export const MEANINGS: Readonly<Record<KycStatus, Words>> = {
  COMPLETED: 'The document is genuine, the person is 18 or over.|Der Ausweis ist echt, die Person ist 18 oder älter.',
  COMPLETED_FRAUD:
    'Of age and approved, with a hint for the operator.|Volljährig und bestätigt, mit einem Hinweis für den Betreiber.',
  '': 'The check stays open. The visitor reads what helps and comes back here.|Die Prüfung bleibt offen. Wer geprüft wird, liest, was hilft, und kommt hierher zurück.',
  PENDING_MANUAL_REVIEW:
    'A person has to look at it. Decide at the review desk.|Ein Mensch muss es ansehen. Entscheide in der Nachprüfung.',
  MANUAL_REVIEW_REJECTED: 'A person looked at it and said no.|Ein Mensch hat es angesehen und nein gesagt.',
  USER_PROCESS_EXPIRED:
    'It took too long; the check was closed.|Es hat zu lange gedauert; die Prüfung wurde geschlossen.',
  DELETED: 'The record of this check was deleted.|Der Eintrag dieser Prüfung wurde gelöscht.',
  UNDERAGED:
    'The document is genuine, the person is too young. The account will be deleted.|Der Ausweis ist echt, die Person zu jung. Das Konto wird gelöscht.',
}

/** Sample people by the name of their drawings, each with the outcome that is reported. */
export const PEOPLE = {
  mara: { name: 'Mara, 34', note: 'Old enough.|Alt genug.', status: 'COMPLETED' },
  jo: { name: 'Jo, 16', note: 'Too young.|Zu jung.', status: 'UNDERAGED' },
  sam: {
    name: 'Sam, blurred|Sam, unscharf',
    note: 'A person has to look.|Ein Mensch muss hinsehen.',
    status: 'PENDING_MANUAL_REVIEW',
  },
} as const satisfies Readonly<Record<string, { name: Words; note: Words; status: VendorOutcome }>>
export type PersonId = keyof typeof PEOPLE
export const isPersonId = (value = ''): value is PersonId => Object.hasOwn(PEOPLE, value)
