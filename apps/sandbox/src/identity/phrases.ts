import type { Language, VendorOutcome } from '@avouch/contract'
import type { BadVisit } from './visit.ts'

type Outcome = { name: string; note: string }

export type Phrases = {
  skip: string
  language: string
  name: string
  tag: string
  title: string
  lede: string
  steps: string[]
  approve: string
  approveNote: string
  others: string
  othersLede: string
  leave: string
  leaveNote: string
  document: { title: string; note: string; word: string }
  got: string
  gotNote: string
  nothing: string
  meaning: { tc: string; lang: string; oi: string; userConsentDP: string }
  before: string
  outcomes: Record<VendorOutcome, Outcome>
  desk: string
  welcome: string
  welcomeLede: string
  badTitle: string
  badLede: string
  bad: Record<BadVisit, string>
  failTitle: string
  unreachable: string
  refused: string
  retry: string
  goBack: string
  problem: string
  problemText: string
  footer: string
}

const en: Phrases = {
  skip: 'Skip to content',
  language: 'Language',
  name: 'Identity check service',
  tag: 'Sandbox',
  title: 'Your identity check',
  lede: 'A real service would ask for your document and a look into the camera now. Here you choose what it finds.',
  steps: ['Document', 'Camera', 'Result'],
  approve: 'Of age, approved',
  approveNote: 'The document is genuine, the person is 18 or over.',
  others: 'Other outcomes',
  othersLede: 'Everything else that a check can come to.',
  leave: 'Leave without a result',
  leaveNote: 'Goes back and reports nothing, as if you had closed the camera.',
  document: {
    title: 'For testers: the same document again',
    note: 'Every check has a document of its own. Checks with the same word have the same document; of those only the newest proof counts.',
    word: 'Word for the document',
  },
  got: 'For developers: what this service received',
  gotNote:
    'This and nothing else. Back goes one signed message: code, outcome, time, and a hash of an approved document.',
  nothing: 'not sent',
  meaning: {
    tc: 'Transaction code, names the check',
    lang: 'Language of this page',
    oi: 'Where you go back to',
    userConsentDP: 'May data improve the algorithm?',
  },
  before: 'This check was reported before:',
  outcomes: {
    COMPLETED: { name: 'Of age, approved', note: 'The document is genuine, the person is 18 or over.' },
    COMPLETED_FRAUD: { name: 'Approved, marked for fraud', note: 'Of age and approved, with a hint for the operator.' },
    PENDING_MANUAL_REVIEW: { name: 'Manual review', note: 'A person has to look at it. Decide at the review desk.' },
    MANUAL_REVIEW_REJECTED: { name: 'Review rejected', note: 'A person looked at it and said no.' },
    USER_PROCESS_EXPIRED: { name: 'Expired', note: 'It took too long; the check was closed.' },
    DELETED: { name: 'Deleted', note: 'The record of this check was deleted.' },
    UNDERAGED: {
      name: 'Under 18',
      note: 'The document is genuine, the person is too young. The account will be deleted.',
    },
  },
  desk: 'Review desk',
  welcome: 'No check is open here',
  welcomeLede:
    'The product sends visitors here to prove their age. Checks that need a person are decided at the review desk.',
  badTitle: 'This check cannot begin',
  badLede: 'You come here from the product, with an address that it made for you. Please start again there.',
  bad: {
    tc_missing: 'The transaction code (tc) is missing.',
    tc_malformed: 'The transaction code (tc) is not one.',
    oi_missing: 'The return address (oi) is missing.',
    oi_foreign: 'The return address (oi) does not belong to the product. Nobody is sent there.',
  },
  failTitle: 'The result did not arrive',
  unreachable: 'The product does not answer at the moment. Your result is kept; send it again in a while.',
  refused: 'The product did not accept the result. The check may have been replaced by a newer one.',
  retry: 'Send again',
  goBack: 'Back without a result',
  problem: 'Something went wrong',
  problemText: 'Please go back and try again.',
  footer: 'An invented service for trying things out. No document, no camera, no data about you.',
}

const de: Phrases = {
  skip: 'Zum Inhalt',
  language: 'Sprache',
  name: 'Identitätsprüfung',
  tag: 'Sandbox',
  title: 'Deine Identitätsprüfung',
  lede: 'Ein echter Dienst würde jetzt deinen Ausweis und einen Blick in die Kamera verlangen. Hier wählst du, was er findet.',
  steps: ['Ausweis', 'Kamera', 'Ergebnis'],
  approve: 'Volljährig, bestätigt',
  approveNote: 'Der Ausweis ist echt, die Person ist mindestens 18.',
  others: 'Andere Ergebnisse',
  othersLede: 'Alles andere, was bei einer Prüfung herauskommen kann.',
  leave: 'Ohne Ergebnis zurück',
  leaveNote: 'Geht zurück und meldet nichts, als hättest du die Kamera geschlossen.',
  document: {
    title: 'Für Tester: derselbe Ausweis noch einmal',
    note: 'Sonst hat jede Prüfung ihren eigenen Ausweis. Prüfungen mit demselben Wort haben denselben Ausweis; von ihnen zählt nur der neueste Nachweis.',
    word: 'Wort für den Ausweis',
  },
  got: 'Für Entwickler: was dieser Dienst bekommen hat',
  gotNote:
    'Das und sonst nichts. Zurück geht eine signierte Nachricht: Code, Ergebnis, Zeit und ein Hash des bestätigten Ausweises.',
  nothing: 'nicht gesendet',
  meaning: {
    tc: 'Transaktionscode, benennt die Prüfung',
    lang: 'Sprache dieser Seite',
    oi: 'Wohin du zurückgehst',
    userConsentDP: 'Dürfen Daten den Algorithmus verbessern?',
  },
  before: 'Diese Prüfung wurde schon gemeldet:',
  outcomes: {
    COMPLETED: { name: 'Volljährig, bestätigt', note: 'Der Ausweis ist echt, die Person ist mindestens 18.' },
    COMPLETED_FRAUD: {
      name: 'Bestätigt, mit Betrugshinweis',
      note: 'Volljährig und bestätigt, mit einem Hinweis für den Betreiber.',
    },
    PENDING_MANUAL_REVIEW: { name: 'Prüfung von Hand', note: 'Ein Mensch muss es ansehen. Entscheide am Prüfplatz.' },
    MANUAL_REVIEW_REJECTED: { name: 'Von Hand abgelehnt', note: 'Ein Mensch hat es angesehen und nein gesagt.' },
    USER_PROCESS_EXPIRED: { name: 'Abgelaufen', note: 'Es hat zu lange gedauert; die Prüfung wurde geschlossen.' },
    DELETED: { name: 'Gelöscht', note: 'Der Eintrag dieser Prüfung wurde gelöscht.' },
    UNDERAGED: { name: 'Unter 18', note: 'Der Ausweis ist echt, die Person zu jung. Das Konto wird gelöscht.' },
  },
  desk: 'Prüfplatz',
  welcome: 'Hier ist keine Prüfung offen',
  welcomeLede:
    'Das Produkt schickt Besucher hierher, um ihr Alter nachzuweisen. Prüfungen, die einen Menschen brauchen, werden am Prüfplatz entschieden.',
  badTitle: 'Diese Prüfung kann nicht beginnen',
  badLede:
    'Hierher kommst du vom Produkt, mit einer Adresse, die es für dich gemacht hat. Bitte fang dort noch einmal an.',
  bad: {
    tc_missing: 'Der Transaktionscode (tc) fehlt.',
    tc_malformed: 'Der Transaktionscode (tc) ist keiner.',
    oi_missing: 'Die Rückkehradresse (oi) fehlt.',
    oi_foreign: 'Die Rückkehradresse (oi) gehört nicht zum Produkt. Dorthin wird niemand geschickt.',
  },
  failTitle: 'Das Ergebnis kam nicht an',
  unreachable: 'Das Produkt antwortet gerade nicht. Dein Ergebnis ist aufgehoben; schick es gleich noch einmal.',
  refused: 'Das Produkt hat das Ergebnis nicht angenommen. Vielleicht gilt inzwischen eine neuere Prüfung.',
  retry: 'Noch einmal senden',
  goBack: 'Ohne Ergebnis zurück',
  problem: 'Etwas ist schiefgegangen',
  problemText: 'Bitte geh zurück und versuch es noch einmal.',
  footer: 'Ein erfundener Dienst zum Ausprobieren. Kein Ausweis, keine Kamera, keine Daten über dich.',
}

export const phrases: Readonly<Record<Language, Phrases>> = { en, de }
