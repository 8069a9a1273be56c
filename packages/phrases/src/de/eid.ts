import type { phrases as english } from '../en/eid.ts'

/** Texts of a check that reads the German identity card by its online function, in place of those of one with a camera. */
export const phrases = {
  'landing.webText': 'Du brauchst deine Handy\u00ADnummer und den deutschen Personal\u00ADausweis mit PIN.',

  'prompt.readyPhone': 'Ein Handy mit NFC und der AusweisApp',
  'prompt.readyDocument': 'Deutscher Personal\u00ADausweis mit Online-Funktion',
  'prompt.readyTime': '2 Minuten und die sechs\u00ADstellige PIN des Ausweises',

  'check.document': 'Deutschen Personal\u00ADausweis bereit\u00ADhalten',
  'check.documentText': 'Mit Online-Funktion, dazu ein Handy mit NFC und der AusweisApp.',
  'check.proof': 'Ausweis ans Handy halten und PIN eingeben',
  'check.proofText': 'Die sechs Ziffern zeigen, dass der Ausweis dir gehört. Es werden keine Fotos gemacht.',
  'check.pictures': 'Was passiert mit den Daten?',
  'check.picturesService': '{{service}} bekommt, was dir die AusweisApp vor der PIN anzeigt.',
  'check.picturesUs':
    'Das Geburtsdatum vergleichen wir und vergessen es sofort. Wir behalten Ergebnis, Tag und einen un\u00ADles\u00ADba\u00ADren Finger\u00ADab\u00ADdruck des Aus\u00ADweises.',
  'check.picturesProvider': '{{provider}} sieht nichts davon.',
  'check.picturesWebsite': 'Keine Website sieht etwas davon.',

  'denied.tipLight': 'Halte den Aus\u00ADweis ruhig an die Rück\u00ADseite des Handys',
} as const satisfies Record<keyof typeof english, string>
