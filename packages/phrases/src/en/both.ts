import type { PhraseKey } from '../translate.ts'

/** Texts where a check may have a camera or read the German identity card, by which of two vendors makes it. */
export const phrases = {
  'prompt.readyPhone': 'Your phone, best with NFC and the AusweisApp',
  'prompt.readyDocument': 'Identity document, and the PIN of a German identity card (Personalausweis)',

  'check.document': 'Show your document',
  'check.documentText':
    'To the camera: passport, identity card or residence permit. Or to a phone with NFC and the AusweisApp: the German Personalausweis with online function.',
  'check.proof': 'Look into the camera, or enter the six-digit PIN',
  'check.pictures': 'What happens to pictures and data?',
  'check.picturesUs':
    'Pictures never pass through us, and a date of birth is forgotten at once. We keep the result, the day and an unreadable fingerprint of the document.',
} as const satisfies Partial<Record<PhraseKey, string>>
