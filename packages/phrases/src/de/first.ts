import type { phrases as english } from '../en/first.ts'

/** What the first page and what is around every page say: all that a visitor loads who begins there. */
export const phrases = {
  'action.back': 'Zurück',
  'action.close': 'Schließen',
  'action.closeAll': 'Alle schließen',
  'action.retry': 'Noch einmal versuchen',
  'action.home': 'Zur Startseite',
  'action.logout': 'Ausloggen',
  'action.refresh': 'Aktualisieren',

  'state.label': 'Verbindung',
  'state.slow': 'Das dauert länger als sonst … Bitte lass diese Seite offen.',
  'state.offline': 'Keine Verbindung. Bitte prüfe dein Internet. Was du eingegeben hast, bleibt stehen.',
  'state.online': 'Die Verbindung ist wieder da.',
  'state.offlineTitle': 'Diese Seite wurde nicht geladen',

  'layout.home': '{{product}} – Startseite',
  'layout.skip': 'Zum Inhalt springen',
  'layout.language': 'Sprache',
  'layout.footer': 'Rechtliches und Hilfe',
  'layout.imprint': 'Impressum',
  'layout.privacy': 'Datenschutz',
  'layout.terms': 'AGB',
  'layout.faq': 'FAQ',
  'layout.accessibility': 'Barrierefreiheit',
  'layout.cookies': 'Cookies',
  'layout.transaction': 'Vorgangs-ID {{transaction}}',
  'layout.loading': 'Einen Moment …',
  'layout.notifications': 'Mitteilungen',

  'banner.label': 'Hinweise',
  'banner.maintenance':
    'Einzahlungen sind zurzeit nicht möglich. Beträge, die jetzt eingehen, werden zurückgezahlt. Fragen?',
  'banner.support': 'Support kontaktieren',
  'banner.appLimited':
    'Die iOS-App ist wegen Wartungsarbeiten nur eingeschränkt verfügbar. Bitte nutze solange die Web-Variante.',
  'banner.test': 'Das ist nur ein Test. Deine Antwort beweist nichts.',

  'step.label': 'Dein Fortschritt',
  'step.number': 'Num\u00ADmer',
  'step.code': 'Code',
  'step.document': 'Aus\u00ADweis',
  'step.done': 'Fer\u00ADtig',
  'step.isDone': '(erledigt)',

  'landing.title': 'Alter bestätigen',
  'landing.heading': 'Bist du min\u00ADdes\u00ADtens {{age}}?',
  'landing.asks': '{{provider}} bittet dich, dein Alter zu bestätigen. Einmal genügt.',
  'landing.lede': 'Einmal bestätigen genügt, für jede Website, die danach fragt.',
  'landing.more': 'So funktioniert es',
  'landing.ways': 'So kannst du bestätigen',
  'landing.others': 'Andere Wege',
  'landing.ageApp': 'Ich habe eine Alters\u2011App oder ID\u2011Wallet',
  'landing.idWallet': 'Ich habe eine ID\u2011Wallet',
  'landing.ageAppText': 'Ohne Konto, ohne Handy\u00ADnummer.',
  'landing.app': 'Mit der {{product}}-App',
  'landing.appText': 'Am schnells\u00ADten, wenn du sie schon hast.',
  'landing.web': 'Im\u00A0Browser be\u00ADstä\u00ADtigen',
  'landing.webText': 'Du brauchst deine Handy\u00ADnummer und einen Ausweis.',
  'landing.payment': 'In der {{product}}-App bestätigen',
  'landing.paymentHeading': 'Bestä\u00ADti\u00ADge deine Zahlung',
  'landing.paymentLede': 'Zahle anonym aus deiner Wallet.',
  'landing.paymentText': 'Noch keine App? Derselbe Knopf führt dich zum Download.',
  'landing.paymentAmount': 'Betrag',
  'landing.paymentTo': 'Zahlung an {{provider}}',
  'landing.paymentFor': 'Für',
  'landing.factTime': '<b>Etwa 2 Minuten</b> voll\u00ADauto\u00ADmatisch',
  'landing.factCall': '<b>Kein Call\u00ADcenter</b> niemand ruft an',
  'landing.factThird': '<b>Keine Weiter\u00ADgabe</b> an Dritte',
  'landing.factServer': '<b>Server in Deutsch\u00ADland</b> hier gilt die DSGVO',
  'landing.intentGone': 'Dieser Link gilt nicht mehr',
  'landing.incomplete': 'Die Adresse ist unvollständig. Bitte starte auf der Website neu, von der du kommst.',
  'landing.appScan': 'Scanne einen Code mit dem Handy.',

  'visit.notNow': 'Jetzt nicht: zurück zu {{provider}}',
  'complete.back': 'Zurück zu {{provider}}',

  'answer.promised': 'Das erfährt die Website',
  'answer.promisedTo': 'Das erfährt {{provider}}',
  'answer.given': 'Die Website bekommt diese Antwort',
  'answer.givenTo': '{{provider}} bekommt diese Antwort',
  'answer.age': '{{age}} oder älter',
  'answer.yes': 'Ja',
  'answer.name': 'Name',
  'answer.birth': 'Geburts\u00ADdatum',
  'answer.private': 'bleibt privat',

  'logout.done': 'Du bist ausgeloggt',
  'logout.doneText': 'Deine Sitzung ist in allen Tabs beendet.',

  'crash.title': 'Etwas ist schiefgelaufen',
  'crash.heading': 'Ups, da ist etwas schief\u00ADge\u00ADlau\u00ADfen :(',
  'crash.text': 'Drücke auf „Aktuali\u00ADsieren“, um neu anzufangen. Vielleicht musst du dich noch einmal einloggen.',

  'notFound.title': 'Seite nicht ge\u00ADfun\u00ADden',
  'notFound.text': 'Unter dieser Adresse gibt es keine Seite.',

  'notice.error': 'Fehler',
  'notice.offline': 'Keine Verbindung. Prüfe dein Internet und versuche es noch einmal.',
  'notice.blocked':
    'Ein Teil dieser Seite fehlt. Wenn ein Werbeblocker an ist, erlaube diese Seite darin. Versuche es dann noch einmal, oder nimm einen anderen Browser.',
  'notice.unexpected': 'Etwas ist schiefgelaufen. Bitte versuche es noch einmal.',

  'error.mintid_not_exist': 'Deine Sitzung ist abgelaufen. Bitte starte auf der Website neu, von der du kommst.',
  'error.mintid_used':
    'Diese Sitzung wurde schon benutzt oder ist abgelaufen. Bitte starte auf der Website neu, von der du kommst.',
} as const satisfies Record<keyof typeof english, string>
