import type { check as english } from '../en/check.ts'

/** Texts around the identity check: before it, on the phone that takes it over, and where it was left. */
export const check = {
  'check.title': 'Jetzt dein Aus\u00ADweis',
  'check.lede': '{{service}} übernimmt das und öffnet sich als Nächstes. Danach geht es hier weiter.',
  'check.withdrawn': 'Dein Altersnachweis gilt nicht mehr',
  'check.withdrawn.operator':
    'Wir hatten Zweifel daran und haben ihn zurückgenommen. Zeig einmal deinen Ausweis, dann ist dein Alter wieder nachgewiesen. Dein Konto bleibt, wie es ist.',
  'check.withdrawn.unused':
    'Dieses Konto war lange unbenutzt, und seine PIN wurde in einem neuen Browser gesetzt. Bis dahin kann eine Handynummer jemand anderem gehören. Zeig deshalb bitte einmal deinen Ausweis.',
  'check.withdrawn.contradicted':
    'Eine spätere Identitätsprüfung widerspricht ihm. Zeig noch einmal deinen Ausweis, dann ist dein Alter wieder nachgewiesen. Dein Konto bleibt, wie es ist.',
  'check.withdrawn.support': 'Ist das ein Irrtum? Schreib dem Support',
  'check.service': 'Unser Prüfdienst',
  'check.document': 'Aus\u00ADweis foto\u00ADgra\u00ADfie\u00ADren',
  'check.documentText':
    'Reise\u00ADpass, Per\u00ADso\u00ADnal\u00ADaus\u00ADweis oder Auf\u00ADent\u00ADhalts\u00ADtitel',
  'check.proof': 'In die Kamera schauen',
  'check.proofText': 'So ist klar, dass der Ausweis dir gehört.',
  'check.done': 'Fertig',
  'check.doneText': 'Die Antwort kommt meist nach wenigen Minuten.',
  'check.start': 'Prüfung starten',
  'check.time': 'Etwa 2 Minuten',
  'check.pictures': 'Was passiert mit den Fotos?',
  'check.picturesService': '{{service}} bekommt sie für diese Prüfung.',
  'check.picturesUs':
    'Über uns laufen sie nicht. Wir behalten Ergebnis, Tag und einen un\u00ADles\u00ADba\u00ADren Finger\u00ADab\u00ADdruck des Aus\u00ADweises.',
  'check.picturesProvider': '{{provider}} sieht sie nie.',
  'check.picturesWebsite': 'Keine Website sieht sie.',
  'check.phone': 'Auf dem Handy weiter\u00ADmachen',
  'check.phoneText': 'Scanne das mit der Kamera deines Handys. Bist du fertig, geht es hier von selbst weiter.',
  'check.phoneWaiting': 'Warten auf dein Handy',
  'check.qr': 'QR-Code für dein Handy',
  'check.computer': 'An diesem Computer weiter\u00ADmachen',
  'check.noCamera': 'Öffne das in Safari oder Chrome',
  'check.noCameraText':
    'Im Browser dieser App bleibt die Kamera oft aus. Kopiere die Adresse und öffne sie dort. Bist du fertig, geht es hier von selbst weiter.',
  'check.address': 'Adresse der Prüfung',
  'check.copy': 'Adresse kopieren',
  'check.copied': 'Kopiert. Füge sie jetzt in die Adresszeile von Safari oder Chrome ein.',
  'check.notCopied': 'Halte die Adresse gedrückt, um sie zu kopieren.',
  'check.without': 'Ohne Kamera',
  'check.anyway': 'Hier versuchen',

  'checkPhone.title': 'Iden\u00ADtitäts\u00ADprü\u00ADfung',
  'checkPhone.computer': 'Hast du das an deinem Com\u00ADpu\u00ADter begon\u00ADnen?',
  'checkPhone.app': 'Hast du das in einer anderen App begon\u00ADnen?',
  'checkPhone.text': 'Dann mach die Prüfung hier. Wo du angefangen hast, geht es von selbst weiter.',
  'checkPhone.warning':
    'Hat dir das jemand geschickt? Dann schließe die Seite. Die Prüfung würde für diese Person zählen, mit deinem Ausweis.',
  'checkPhone.go': 'Ja, Prüfung starten',
  'checkPhone.incomplete': 'Diese Adresse ist unvollständig',
  'checkPhone.incompleteText': 'Scanne den Code noch einmal oder kopiere die ganze Adresse.',

  'submitted.title': 'Dein Aus\u00ADweis wird geprüft',
  'submitted.text': 'Das dauert meist nur ein paar Minuten. Hier geht es von selbst weiter.',
  'submitted.waiting': 'Warten auf das Ergebnis',

  'again.picture': 'Das Foto ist schlecht zu erkennen',
  'again.pictureHelp': 'Sorge für gutes Licht, halte den Ausweis ruhig und zeig ihn ganz.',
  'again.document_kind': 'Bitte nimm einen anderen Ausweis',
  'again.document_kindHelp':
    'Es geht mit Reisepass, Personalausweis oder Aufenthaltstitel, im Original und nicht als Kopie.',
  'again.document_expired': 'Dieser Ausweis ist abgelaufen',
  'again.document_expiredHelp': 'Nimm einen, der noch gilt, zum Beispiel deinen Reisepass.',
  'again.face': 'Dein Gesicht war schlecht zu sehen',
  'again.faceHelp': 'Schau gerade in die Kamera, bei gutem Licht und ohne Mütze oder Sonnenbrille.',
  'again.other': 'Bitte versuch es noch einmal',
  'again.otherHelp': 'Mach die Fotos noch einmal, bei gutem Licht und mit dem ganzen Ausweis.',
  'again.go': 'Weiter mit der Prüfung',

  'denied.picture': 'Das Foto deines Ausweises war nicht lesbar.',
  'denied.document_kind': 'Dieser Ausweis wird hier nicht angenommen.',
  'denied.document_expired': 'Dein Ausweis ist abgelaufen.',
  'denied.face': 'Gesicht und Ausweis ließen sich nicht vergleichen.',
  'denied.other': 'Der Ausweis ließ sich nicht bestätigen.',

  'process.nothing': 'Es ist nichts ange\u00ADkommen',
  'process.nothingText':
    'Hast du die Prüfung vorzeitig verlassen? Dann mach damit weiter. Bist du fertig, warte kurz: Es geht von selbst weiter.',
} as const satisfies Record<keyof typeof english, string>
