import { app } from './de/app.ts'
import { errors } from './de/errors.ts'
import { first } from './de/first.ts'
import type { PhraseKey } from './translate.ts'

export const de = {
  ...first,

  'action.confirm': 'Bestätigen',
  'action.continue': 'Weiter',
  'action.login': 'Einloggen',

  'legalPage.contents': 'Auf dieser Seite',
  'legalPage.changed': 'Zuletzt geändert am {{date}}',

  ...app,

  'notice.captchaSilent':
    'Die Roboterprüfung antwortet nicht. Erlaube diese Seite in deinem Werbeblocker, oder nimm einen anderen Browser. Drücke dann noch einmal.',
  'notice.captchaClosed': 'Die Roboterprüfung wurde geschlossen. Drücke noch einmal, um sie zu wiederholen.',

  'requestProblem.title': 'Diese Anfrage lässt sich nicht fort\u00ADsetzen',
  'requestProblem.text': 'Geh zurück zur Website und beginne neu.',
  'requestProblem.support': 'Passiert das wieder? Schreib dem Support',
  'requestProblem.phone': 'Öffne das auf deinem Handy',
  'requestProblem.phoneText':
    'Der Code ist für eine Alters\u2011App. Scanne ihn mit dem Handy, auf dem die App ist. Ist sie auf diesem Tablet, öffne sie hier.',
  'requestProblem.here': 'App auf diesem Gerät öffnen',

  'prompt.title': 'Dein Konto',
  'prompt.heading': 'Bist du zum ersten Mal hier?',
  'prompt.lede': 'Du bestätigst dein Alter einmal. Danach musst du dich nur noch einloggen.',
  'prompt.first': 'Ich bin neu hier',
  'prompt.firstText': 'Lege mit deiner Handy\u00ADnummer ein Konto an und bestätige dein Alter.',
  'prompt.again': 'Ich habe ein Konto',
  'prompt.againText': 'Logge dich mit Handy\u00ADnummer und PIN ein.',
  'prompt.readyPhone': 'Dein Handy',
  'prompt.readyDocument': 'Reise\u00ADpass, Personal\u00ADausweis oder Auf\u00ADent\u00ADhalts\u00ADtitel',
  'prompt.readyTime': '2 Minuten und etwas Licht',
  'prompt.ready': 'Das brauchst du',

  'register.title': 'Kon\u00ADto an\u00ADlegen',
  'register.lede': 'Gib deine Handy\u00ADnummer ein und wähle eine PIN.',
  'register.submit': 'Konto anlegen',
  'register.terms':
    'Ich stimme den <terms>Ge\u00ADschäfts\u00ADbe\u00ADdin\u00ADgun\u00ADgen</terms> zu und habe die <privacy>Daten\u00ADschutz\u00ADer\u00ADklä\u00ADrung</privacy> gelesen.',
  'register.consent':
    'Freiwillig: Der Iden\u00ADtifi\u00ADzie\u00ADrungs\u00ADdienst darf meine Daten nutzen, um sein Verfahren zu ver\u00ADbessern.',
  'register.exists': 'Schon registriert. <login>Bitte logge dich ein</login>.',
  'register.haveAccount': 'Schon registriert?',
  'register.aboutTitle': 'Warum eine Handy\u00ADnummer?',
  'register.aboutText': 'Sie ist dein Kontoname. Mit Nummer, PIN und SMS-Code kannst nur du deine Bestätigung nutzen.',
  'register.aboutAds': 'Keine Werbung, keine Anrufe',
  'register.aboutPrivate': 'Keine Website erfährt deine Nummer',
  'register.numberHint': 'An diese Nummer geht der SMS-Code.',
  'registration.success': 'Konto angelegt',
  'registration.successText': 'Bestätige jetzt deine Nummer mit dem Code aus der SMS.',

  'login.title': 'Ein\u00ADlog\u00ADgen',
  'login.lede': 'Gib deine Handy\u00ADnummer und deine PIN ein. Dann schicken wir dir einen Code per SMS.',
  'login.forgotPin': 'PIN vergessen?',
  'login.noAccount': 'Noch kein Konto?',
  'login.register': 'Jetzt anlegen',
  'login.expired': 'Du wurdest automatisch ausgeloggt',
  'login.expiredText': 'Deine Sitzung ist beendet. Bitte logge dich wieder ein.',
  'login.nothingKept': 'Dein Browser speichert keine Daten dieser Seite',
  'login.nothingKeptText':
    'Erlaube bitte Websitedaten (Cookies) oder schaffe Speicherplatz. Sonst musst du dich nach der Identitätsprüfung noch einmal mit einer SMS einloggen.',
  'login.aboutTitle': 'Will\u00ADkommen zurück',
  'login.aboutText': 'Dein Alter ist schon bestätigt? Dann musst du dich nur einloggen.',
  'login.userNotFound': 'Konto nicht gefunden',
  'login.userNotFoundText': 'Diese Nummer wurde nie bestätigt. Bitte registriere dich neu.',
  'login.numberHint': 'Die Nummer, mit der du registriert bist.',
  'login.onlyNewPin': 'Jetzt hilft nur noch eine neue PIN',
  'login.pinHint': 'Die letzte Ziffer loggt dich ein.',

  'forgotPin.title': 'PIN ver\u00ADges\u00ADsen?',
  'forgotPin.lede': 'Gib deine Handy\u00ADnummer ein. Danach wählst du eine neue PIN.',
  'resetPin.title': 'Neue PIN wählen',
  'resetPin.lede': 'Danach schicken wir dir einen Code per SMS an {{phone}}.',
  'pinChanged.title': 'PIN ge\u00ADän\u00ADdert',
  'pinChanged.text': 'Du bist hier eingeloggt. Alle anderen Geräte wurden ausgeloggt.',
  'pinChanged.login': 'Zurück zum Login',

  'phone.country': 'Land',
  'phone.countryHint': 'Nach Name oder Vorwahl suchen',
  'phone.number': 'Handy\u00ADnummer',
  'phone.nothingFound': 'Nichts gefunden.',
  'phone.found': '{{number}} Länder gefunden',
  'phone.countries': 'Länder',
  'phone.openCountries': 'Länder anzeigen',
  'phone.northAmerica': 'Handy\u00ADnummer: 10 Ziffern mit Ortsvorwahl.',
  'phone.argentina': 'Handy\u00ADnummer: 9 vor der Ortsvorwahl.',

  'pin.label': 'PIN',
  'pin.hint': '4 Ziffern. Keine Folge wie 1234, keine Ziffer mehr als zweimal.',
  'pin.hintStrict':
    '4 Ziffern. Keine Folge, keine Paare, kein Jahr und kein Datum, kein Teil deiner Nummer, keine Ziffer mehr als zweimal.',
  'pin.repeat': 'PIN wie\u00ADder\u00ADholen',
  'pin.show': '{{field}} anzeigen',
  'pin.hide': '{{field}} verbergen',
  'pin.agree': 'Beide PINs sind gleich.',

  'confirmCode.title': 'Code ein\u00ADge\u00ADben',
  'confirmCode.sentTo': 'Wir haben 6 Ziffern an {{phone}} geschickt.',
  'confirmCode.sentBefore': 'Nimm den Code aus der SMS, die du schon hast. Sie ging an {{phone}}.',
  'confirmCode.onItsWay': 'Die SMS mit deinem Code ist unterwegs an {{phone}}.',
  'confirmCode.longSentTo': 'Wir haben einen Code an {{phone}} geschickt.',
  'confirmCode.longWhy': 'Dieser Code ist länger als sonst, weil es zuletzt viele Versuche oder SMS gab.',
  'confirmCode.longHint': '12 Buchstaben und Ziffern. Du kannst die ganze SMS einfügen.',
  'confirmCode.wrongNumber': 'Falsche Nummer?',
  'confirmCode.label': 'Code aus der SMS',
  'confirmCode.resendIn': 'Neuer Code in {{time}}',
  'confirmCode.resend': 'Neuen Code anfordern',
  'confirmCode.resent': 'Neuer Code verschickt',
  'confirmCode.resentText': 'Schau in deinen Nachrichten nach der neuesten SMS.',
  'confirmCode.notResent': 'Keine neue SMS',
  'confirmCode.givenUp':
    'Die SMS an {{phone}} konnte nicht verschickt werden. Fordere eine neue an oder korrigiere die Nummer.',
  'confirmCode.sandboxPhone': 'Sandbox: das Handy, das die SMS bekommt',
  'confirmCode.restart': 'Der Code gilt nicht mehr',
  'confirmCode.restartText': 'Drücke auf „{{button}}“, dann kommt ein neuer.',
  'confirmCode.hint': 'Mit der letzten Ziffer prüfen wir ihn.',
  'confirmCode.help': 'Noch keine SMS?',
  'confirmCode.helpWait': 'Das kann bis zu einer Minute dauern.',
  'confirmCode.helpNumber': 'Hast du Empfang? Stimmt die Nummer?',
  'confirmCode.helpAgain': 'Ist die Zeit um, fordere einen neuen Code an.',
  'confirmCode.secret': 'Gib deinen Code nur hier ein. Verrate ihn niemandem.',

  'kyc.title': 'Iden\u00ADtitäts\u00ADprü\u00ADfung',
  'kyc.starting': 'Wir bringen dich zur Identitätsprüfung …',
  'kyc.startingText': 'Halte dein Ausweis\u00ADdoku\u00ADment bereit. Die Prüfung dauert etwa 2 Minuten.',
  'kyc.unavailable': 'Die Identitätsprüfung kann nicht starten',
  'kyc.checking': 'Wir rufen dein Ergebnis ab …',
  'kyc.process': 'Deine Prüfung wird bearbeitet …',
  'kyc.processText': 'Das dauert meist nur ein paar Sekunden. Bitte lass dieses Fenster offen.',
  'kyc.processRestart': 'Hast du die Prüfung vorzeitig verlassen?',
  'kyc.statusNotFound': 'Deine Prüfung hat noch kein Ergebnis. Bitte versuche es noch einmal.',
  'kyc.restart': 'Identitätsprüfung neu starten',

  'approved.title': 'Alter bestätigt',
  'approved.heading': 'Ja, du bist min\u00ADdes\u00ADtens {{age}}',
  'approved.text': 'Noch ein Tipp, dann schicken wir die Antwort.',
  'approved.textNoIntent': 'Ab jetzt musst du dich nur noch einloggen. Dieses Fenster kannst du schließen.',
  'approved.button': 'Antwort an {{provider}} schicken',
  'approved.buttonNoProvider': 'Bestätigung abschließen',

  'reviewing.title': 'Ein Mensch prüft deinen Aus\u00ADweis',
  'reviewing.text': 'Du bekommst eine SMS, sobald das Ergebnis da ist. Drücke dann auf „Aktuali\u00ADsieren“.',
  'reviewing.mayClose':
    'Meist dauert es ein paar Stunden. Du kannst diese Seite schließen und dich nach der SMS wieder einloggen.',
  'reviewing.notYet': 'Noch kein Ergebnis.',
  'reviewing.received': 'Ausweis erhalten',
  'reviewing.looking': 'Wird geprüft',
  'reviewing.sms': 'SMS an deine Nummer',

  'signedOut.result': 'Das Ergebnis deiner Prüfung siehst nur du.',
  'signedOut.login': 'Logge dich ein, um hier weiter\u00ADzu\u00ADmachen.',

  'inProgress.title': 'Weiter auf deinem Handy',
  'inProgress.text': 'Dort läuft die Identitätsprüfung. Bist du fertig, geht es hier von selbst weiter.',
  'inProgress.waiting': 'Warten auf dein Handy',

  'denied.title': 'Die Prüfung wurde nicht ab\u00ADge\u00ADschlos\u00ADsen',
  'denied.text': 'Sie wurde abgelehnt oder abgebrochen. Du kannst es noch einmal versuchen.',
  'denied.tipLight': 'Sorge für gutes Licht und halte das Doku\u00ADment ruhig',
  'denied.tipValid': 'Nimm ein Doku\u00ADment, das noch gültig ist',
  'denied.tipData': 'Lass das Fenster bis zum Ende offen',
  'denied.tips': 'Das hilft',

  'underage.title': 'Du bist noch nicht {{age}}',
  'underage.text':
    'Diese Bestätigung gibt es erst ab {{age}} Jahren. Dein Konto ist deaktiviert, deine Daten werden gelöscht.',
  'underage.login': 'Zum Login',
  'underage.mistake': 'Ist das ein Irrtum? Schreib dem Support',
  'underage.later': 'Komm wieder, wenn du {{age}} bist.',
  'underage.laterText': 'Dann beginnst du einfach neu. Es dauert etwa 2 Minuten.',

  'complete.title': 'Fast fertig',
  'complete.heading': 'Mach weiter, wo du an\u00ADge\u00ADfan\u00ADgen hast',
  'complete.done': 'Fertig. {{provider}} hat deine Antwort',
  'complete.passedOn': 'Deine Bestätigung ist weiter\u00ADgege\u00ADben.',
  'complete.refused': 'Die Antwort „nein“ ist weiter\u00ADgege\u00ADben, sonst nichts.',
  'complete.paid': 'Deine Zahlung ist ausgeführt.',
  'complete.nothing': 'Es wurde nichts weiter\u00ADgege\u00ADben.',
  'complete.open': 'Es wurde noch nichts weiter\u00ADgege\u00ADben.',
  'complete.openTitle': 'Es gibt noch keine Antwort',
  'complete.openText':
    'Es wurde noch nichts weiter\u00ADgege\u00ADben. Du kannst hier weitermachen oder zur Website zurückkehren.',
  'complete.openLogin':
    'Es wurde noch nichts weiter\u00ADgege\u00ADben. Logge dich ein, um hier weiter\u00ADzu\u00ADmachen, oder geh zurück zur Website.',
  'complete.goOn': 'Weitermachen',
  'complete.mayClose': 'Geh zurück zum ur\u00ADsprüng\u00ADlichen Browsertab. Dieses Fenster kannst du schließen.',
  'complete.goesOn': 'Diese Seite bringt dich gleich dorthin.',
  'complete.back': 'Zurück zu {{provider}}',
  'complete.backNoProvider': 'Zurück zur Website',

  ...errors,
} as const satisfies Record<PhraseKey, string>
