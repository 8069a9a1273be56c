import { app } from './app.ts'
import { check } from './check.ts'
import type { phrases as english } from '../en/rest.ts'

/** Texts after the code, and of pages to read. */
export const phrases = {
  'legalPage.contents': 'Auf dieser Seite',
  'legalPage.changed': 'Zuletzt geändert am {{date}}',

  ...app,

  'requestProblem.title': 'Diese Anfrage lässt sich nicht fort\u00ADsetzen',
  'requestProblem.text': 'Geh zurück zur Website und beginne neu.',
  'requestProblem.browser': 'Hier geht diese Anfrage nicht weiter',
  'requestProblem.browserText':
    'Sie hat in einem anderen Browser begonnen, ihre Cookies fehlen, oder sie ist schon vorbei. Geh zurück in den Browser, in dem du die Website geöffnet hast, oder fang dort neu an.',
  'requestProblem.support': 'Passiert das wieder? Schreib dem Support',
  'requestProblem.phone': 'Öffne das auf deinem Handy',
  'requestProblem.phoneText':
    'Der Code ist für eine Alters\u2011App. Scanne ihn mit dem Handy, auf dem die App ist. Ist sie auf diesem Tablet, öffne sie hier.',
  'requestProblem.here': 'App auf diesem Gerät öffnen',

  ...check,

  'kyc.title': 'Iden\u00ADtitäts\u00ADprü\u00ADfung',
  'kyc.starting': 'Wir bringen dich zur Identitätsprüfung …',
  'kyc.startingText': 'Halte deinen Ausweis bereit. Die Prüfung dauert etwa 2 Minuten.',
  'kyc.unavailable': 'Die Identitätsprüfung kann nicht starten',
  'kyc.limit': 'Zu viele Prüfungen in kurzer Zeit',
  'kyc.limitText': 'In einer Stunde lassen sich nur wenige starten. Die nächste geht in {{minutes}} Min.',
  'kyc.checking': 'Wir rufen dein Ergebnis ab …',
  'kyc.process': 'Deine Prüfung wird bearbeitet …',
  'kyc.processText': 'Das dauert meist nur ein paar Sekunden. Bitte lass dieses Fenster offen.',
  'kyc.trouble': 'Klappt es nicht?',
  'kyc.restart': 'Identi\u00ADtäts\u00ADprüfung neu starten',

  'approved.title': 'Alter bestätigt',
  'approved.heading': 'Ja, du bist min\u00ADdes\u00ADtens {{age}}',
  'approved.text': 'Noch ein Tipp, dann schicken wir die Antwort.',
  'approved.next': 'Beim nächsten Mal musst du dich nur einloggen.',
  'approved.textNoIntent': 'Ab jetzt musst du dich nur noch einloggen. Dieses Fenster kannst du schließen.',
  'approved.button': 'Antwort an {{provider}} schicken',
  'approved.buttonNoProvider': 'Bestätigung abschließen',
  'passkey.offer': 'Nächstes Mal mit Fin\u00ADger\u00ADab\u00ADdruck oder Gesicht?',
  'passkey.offerText': 'Dann loggst du dich ohne PIN und SMS ein. Finger und Gesicht bleiben in deinem Gerät.',
  'passkey.make': 'Einrichten',
  'passkey.decline': 'Nicht mehr fragen',
  'passkey.made': 'Fertig. Nächstes Mal reicht Fingerabdruck oder Gesicht.',
  'passkey.known': 'Dieses Gerät kann dich schon einloggen.',
  'passkey.late': 'Dein Login ist dafür zu lange her. Du kannst es in deinem Konto unter „Sicherheit“ einrichten.',

  'reviewing.title': 'Ein Mensch prüft deinen Aus\u00ADweis',
  'reviewing.text': 'Du bekommst eine SMS, sobald das Ergebnis da ist. Drücke dann auf „Aktuali\u00ADsieren“.',
  'reviewing.mayClose':
    'Meist dauert es ein paar Stunden. Du kannst diese Seite schließen und dich nach der SMS wieder einloggen.',
  'reviewing.times':
    'Erhalten am {{begun}}. Die Hälfte dauert höchstens {{half}}, neun von zehn höchstens {{most}}. Du kannst diese Seite schließen und dich nach der SMS wieder einloggen.',
  'reviewing.notYet': 'Noch kein Ergebnis.',
  'reviewing.received': 'Ausweis erhalten',
  'reviewing.looking': 'Wird geprüft',
  'reviewing.sms': 'SMS an deine Nummer',

  'signedOut.result': 'Das Ergebnis deiner Prüfung siehst nur du.',
  'signedOut.reviewing': 'Wenn ein Mensch prüft',
  'signedOut.reviewingText': 'Manche Ausweise prüft ein Mensch. Eine SMS sagt dann, dass das Ergebnis da ist.',
  'signedOut.inProgress': 'Prüfung auf einem anderen Gerät',
  'signedOut.inProgressText':
    'Eine Identitätsprüfung kann auf dem Handy laufen. Wo sie begonnen wurde, geht es von selbst weiter.',
  'signedOut.denied': 'Wenn eine Prüfung nicht ab\u00ADge\u00ADschlos\u00ADsen wird',
  'signedOut.deniedText': 'Eine Prüfung kann abgelehnt oder abgebrochen werden. Man kann sie noch einmal versuchen.',
  'signedOut.login': 'Logge dich ein, um hier weiter\u00ADzu\u00ADmachen.',

  'inProgress.title': 'Weiter auf deinem Handy',
  'inProgress.text': 'Dort läuft die Identitätsprüfung. Bist du fertig, geht es hier von selbst weiter.',
  'inProgress.waiting': 'Warten auf dein Handy',

  'denied.title': 'Die Prüfung wurde nicht ab\u00ADge\u00ADschlos\u00ADsen',
  'denied.text': 'Sie wurde abgelehnt oder abgebrochen. Du kannst es noch einmal versuchen.',
  'denied.rejected': 'Dein Aus\u00ADweis wurde nicht an\u00ADge\u00ADnom\u00ADmen',
  'denied.rejectedText':
    'Dein Alter ist damit nicht nachgewiesen. Du kannst es noch einmal versuchen, auch mit einem anderen Ausweis.',
  'denied.expired': 'Die Zeit für die Prüfung ist abgelaufen',
  'denied.expiredText':
    'Sie wurde nicht beendet, also ist nichts entschieden. Starte sie neu und lass das Fenster bis zum Ende offen.',
  'denied.deleted': 'Diese Prüfung gibt es nicht mehr',
  'denied.deletedText':
    'Unser Prüfdienst hat sie gelöscht, darum gibt es keine Antwort. Dein Konto bleibt. Starte bitte eine neue Prüfung.',
  'denied.tipLight': 'Sorge für gutes Licht und halte den Aus\u00ADweis ruhig',
  'denied.tipValid': 'Nimm einen Aus\u00ADweis, der noch gültig ist',
  'denied.tipData': 'Lass das Fenster bis zum Ende offen',
  'denied.tips': 'Das hilft',

  'underage.title': 'Noch nicht {{age}}',
  'underage.case':
    'Diese Bestätigung gibt es erst ab {{age}} Jahren. Ein Konto von Jüngeren wird deaktiviert, seine Daten werden gelöscht.',
  'underage.text':
    'Diese Bestätigung gibt es erst ab {{age}} Jahren. Dein Konto ist deaktiviert, deine Daten werden gelöscht.',
  'underage.login': 'Zum Login',
  'underage.wrong': 'Stimmt das nicht?',
  'underage.appeal':
    'Registriere dich innerhalb von {{days}} Tagen noch einmal und zeig deinen Aus\u00ADweis erneut. Steht darin, dass du {{age}} oder älter bist, bestätigt das ein Mensch.',
  'underage.appealDay':
    'Registriere dich innerhalb eines Tages noch einmal und zeig deinen Aus\u00ADweis erneut. Steht darin, dass du {{age}} oder älter bist, bestätigt das ein Mensch.',
  'underage.register': 'Noch einmal registrieren',
  'underage.appealNow':
    'Zeig deinen Aus\u00ADweis noch einmal. Steht darin, dass du {{age}} oder älter bist, bestätigt das ein Mensch. Das geht einmal.',
  'underage.begin': 'Ausweis noch einmal zeigen',
  'underage.over': 'Das hat zu lange gedauert. Bitte registriere dich noch einmal.',
  'underage.restore':
    'Dein Alter war schon nachgewiesen. Dein Konto bleibt {{days}} Tage gesperrt und wird dann gelöscht. Bis dahin kann ein Mensch es wiederherstellen: Schreib dem Support.',
  'underage.mistake': 'Ist das ein Irrtum? Schreib dem Support',
  'underage.later': 'Ab {{age}} geht es.',
  'underage.laterText': 'Dann beginnst du einfach neu. Es dauert etwa 2 Minuten.',

  'complete.title': 'Fast fertig',
  'complete.heading': 'Mach weiter, wo du an\u00ADge\u00ADfan\u00ADgen hast',
  'complete.done': 'Fertig. {{provider}} hat deine Antwort',
  'complete.passedOn': 'Deine Bestätigung ist weiter\u00ADgege\u00ADben.',
  'complete.refused': 'Die Antwort „nein“ ist weiter\u00ADgege\u00ADben, sonst nichts.',
  'complete.paid': 'Deine Zahlung ist ausgeführt.',
  'complete.nothing':
    'Es wurde keine Antwort weiter\u00ADgege\u00ADben. Die Website erfährt nur, dass du gegangen bist.',
  'complete.open': 'Es wurde noch nichts weiter\u00ADgege\u00ADben.',
  'complete.openTitle': 'Es gibt noch keine Antwort',
  'complete.openText':
    'Es wurde noch nichts weiter\u00ADgege\u00ADben. Du kannst hier weitermachen oder zur Website zurückkehren.',
  'complete.openLogin':
    'Es wurde noch nichts weiter\u00ADgege\u00ADben. Logge dich ein, um hier weiter\u00ADzu\u00ADmachen, oder geh zurück zur Website.',
  'complete.elsewhere': 'Wo du angefangen hast, geht es von selbst weiter.',
  'complete.toApp': 'Zurück zur App',
  'complete.toComputer': 'Hier fertig. Sieh auf deinen Com\u00ADpu\u00ADter',
  'complete.toAppText': 'Dort geht es von selbst weiter. Du kannst dieses Fenster schließen.',
  'complete.logIn': 'Keine andere Seite offen? Logge dich ein, um hier weiter\u00ADzu\u00ADmachen.',
  'complete.press': 'Drücke auf den Knopf, um zurückzugehen.',
  'complete.mayClose': 'Geh zurück zum ur\u00ADsprüng\u00ADlichen Browsertab. Dieses Fenster kannst du schließen.',
  'complete.goesOn': 'Diese Seite bringt dich gleich dorthin.',
  'complete.backNoProvider': 'Zurück zur Website',
} as const satisfies Record<keyof typeof english, string>
