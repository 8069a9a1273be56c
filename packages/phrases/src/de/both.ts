import type { phrases as english } from '../en/both.ts'

/** Texts where a check may have a camera or read the German identity card, by which of two vendors makes it. */
export const phrases = {
  'prompt.readyPhone': 'Dein Handy, am besten mit NFC und der AusweisApp',
  'prompt.readyDocument': 'Ausweis; beim deutschen Personal\u00ADausweis auch die PIN',

  'check.document': 'Aus\u00ADweis zeigen',
  'check.documentText':
    'Vor der Kamera: Reise\u00ADpass, Per\u00ADso\u00ADnal\u00ADaus\u00ADweis oder Auf\u00ADent\u00ADhalts\u00ADtitel. Am Handy mit NFC und der AusweisApp: der deutsche Personal\u00ADausweis mit Online-Funktion.',
  'check.proof': 'In die Kamera schauen oder sechs\u00ADstellige PIN eingeben',
  'check.pictures': 'Was passiert mit Fotos und Daten?',
  'check.picturesUs':
    'Fotos laufen nicht über uns, und ein Geburts\u00ADdatum vergessen wir sofort. Wir behalten Ergebnis, Tag und einen un\u00ADles\u00ADba\u00ADren Finger\u00ADab\u00ADdruck des Aus\u00ADweises.',
} as const satisfies Record<keyof typeof english, string>
