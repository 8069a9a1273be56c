import type { en } from './en.ts'

export const de: Record<keyof typeof en, string> = {
  'testOutcome.title': 'Das ist ein Test: Wähle ein Ergebnis',
  'testOutcome.text':
    'Kein Ausweis wird geprüft, und dein Konto bleibt, wie es ist. {{provider}} erfährt das Ergebnis, als Test gekennzeichnet.',
  'testOutcome.app': 'Keine App wird gefragt. {{provider}} erfährt das Ergebnis, als Test gekennzeichnet.',
  'testOutcome.website': 'Die Website',
  'testOutcome.COMPLETED': '{{age}} oder älter',
  'testOutcome.COMPLETED_FRAUD': '{{age}} oder älter, mit Betrugsverdacht',
  'testOutcome.PENDING_MANUAL_REVIEW': 'Eine Person sieht noch einmal hin',
  'testOutcome.MANUAL_REVIEW_REJECTED': 'Nach einer Nachprüfung abgelehnt',
  'testOutcome.USER_PROCESS_EXPIRED': 'Abgebrochen',
  'testOutcome.DELETED': 'Bei der Ausweisprüfung gelöscht',
  'testOutcome.UNDERAGED': 'Unter {{age}}',
}
