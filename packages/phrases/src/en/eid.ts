import type { PhraseKey } from '../translate.ts'

/** Texts of a check that reads the German identity card by its online function, in place of those of one with a camera. */
export const phrases = {
  'landing.webText': 'You need your mobile number and the German identity card with its PIN.',

  'prompt.readyPhone': 'A phone with NFC and the AusweisApp',
  'prompt.readyDocument': 'German identity card (Personalausweis) with online function',
  'prompt.readyTime': '2 minutes and the card’s six-digit PIN',

  'check.document': 'Have your German identity card ready',
  'check.documentText': 'Personalausweis with online function, and a phone with NFC and the AusweisApp.',
  'check.proof': 'Hold it to your phone and enter its PIN',
  'check.proofText': 'The six digits show that the card is yours. No pictures are made.',
  'check.pictures': 'What happens to the data?',
  'check.picturesService': '{{service}} gets what the AusweisApp shows you before you enter the PIN.',
  'check.picturesUs':
    'We compare the date of birth and forget it at once. We keep the result, the day and an unreadable fingerprint of the card.',
  'check.picturesProvider': '{{provider}} sees nothing of it.',
  'check.picturesWebsite': 'No website sees anything of it.',

  'denied.tipLight': 'Keep the card still at the back of the phone',
} as const satisfies Partial<Record<PhraseKey, string>>
