import type { CheckKind, Localized } from '@avouch/contract'

/** Text with slots such as {{company}}, {{checkNeeds}}, {{vendor}} (of the identity check, with a space before it, or nothing) and marks such as <privacy>…</privacy>, as in every phrase. */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly facts: readonly (readonly [term: string, said: string])[] }
  /** Said where documents, SMS and money are not real, and nowhere else. */
  | { readonly sandbox: string }
  | { readonly question: string; readonly answer: readonly Block[] }

export type Section = {
  /** The anchor, the same in every language. */
  readonly id: string
  readonly heading: string
  readonly body: readonly Block[]
}

/** A page to read: what stands behind the footer. */
export type LegalPage = {
  readonly title: string
  readonly lede: string
  readonly sections: readonly Section[]
}

/** The day of the last change of any of them. */
export const LEGAL_PAGES_CHANGED = '2026-11-29'

/** Invented name, address and numbers: the post code belongs to no town, the telephone numbers are reserved for films. */
const OPERATOR = {
  company: 'Avouch Demo GmbH',
  person: 'Erika Mustermann',
  street: 'Musterstraße 00',
  mail: 'hello@avouch.example',
  privacyMail: 'privacy@avouch.example',
  securityMail: 'security@avouch.example',
  tel: '+493023125123',
} as const

type OperatorSlots = Readonly<Record<keyof typeof OPERATOR | 'town' | 'phone', string>>
export const OPERATOR_SLOTS: Localized<OperatorSlots> = {
  en: { ...OPERATOR, town: '00000 Musterstadt, Germany', phone: '+49 30 23125 123' },
  de: { ...OPERATOR, town: '00000 Musterstadt', phone: '030 23125 123' },
}

type CheckSlots = Readonly<Record<'checkNeeds' | 'checkReads' | 'checkLearns' | 'checkTrouble' | 'checkTip', string>>
/** Parts of sentences that differ by what the identity check asks for. */
export const CHECK_SLOTS: Localized<Readonly<Record<CheckKind, CheckSlots>>> = {
  en: {
    camera: {
      checkNeeds: 'a camera on your phone or computer',
      checkReads: 'The identity check reads it with the camera and compares it with your face.',
      checkLearns: 'Your document and your face',
      checkTrouble: 'bad light',
      checkTip: 'Use good light, hold the document still',
    },
    eid: {
      checkNeeds:
        'the German identity card (Personalausweis) with its online function, its six-digit PIN, and a phone with NFC and the AusweisApp',
      checkReads:
        'It is the German identity card: you hold it to your phone and enter its PIN in the AusweisApp. No pictures are made.',
      checkLearns: 'What the AusweisApp shows you before you enter the PIN',
      checkTrouble: 'a card that was moved',
      checkTip: 'Keep the card still at the back of the phone',
    },
    both: {
      checkNeeds:
        'a camera, or the German identity card (Personalausweis) with its online function, its six-digit PIN, and a phone with NFC and the AusweisApp',
      checkReads:
        'The identity check reads it with the camera and compares it with your face. Or you hold the German identity card to your phone and enter its PIN in the AusweisApp, without pictures.',
      checkLearns: 'Your document and your face, or what the AusweisApp shows you before you enter the PIN',
      checkTrouble: 'bad light or a card that was moved',
      checkTip: 'Use good light, hold the document still',
    },
  },
  de: {
    camera: {
      checkNeeds: 'eine Kamera am Handy oder Computer',
      checkReads: 'Die Identitätsprüfung liest ihn mit der Kamera und vergleicht ihn mit deinem Gesicht.',
      checkLearns: 'Deinen Ausweis und dein Gesicht',
      checkTrouble: 'schlechtem Licht',
      checkTip: 'Sorge für gutes Licht, halte den Ausweis ruhig',
    },
    eid: {
      checkNeeds:
        'den deutschen Personalausweis mit Online-Funktion, seine sechsstellige PIN und ein Handy mit NFC und der AusweisApp',
      checkReads:
        'Es ist der deutsche Personalausweis: Du hältst ihn ans Handy und gibst seine PIN in der AusweisApp ein. Es werden keine Fotos gemacht.',
      checkLearns: 'Was dir die AusweisApp vor der PIN anzeigt',
      checkTrouble: 'zu viel Bewegung',
      checkTip: 'Halte den Ausweis ruhig an die Rückseite des Handys',
    },
    both: {
      checkNeeds:
        'eine Kamera oder den deutschen Personalausweis mit Online-Funktion, seine sechsstellige PIN und ein Handy mit NFC und der AusweisApp',
      checkReads:
        'Die Identitätsprüfung liest ihn mit der Kamera und vergleicht ihn mit deinem Gesicht. Oder du hältst den deutschen Personalausweis ans Handy und gibst seine PIN in der AusweisApp ein, ohne Fotos.',
      checkLearns: 'Deinen Ausweis und dein Gesicht oder das, was dir die AusweisApp vor der PIN anzeigt',
      checkTrouble: 'schlechtem Licht oder zu viel Bewegung',
      checkTip: 'Sorge für gutes Licht, halte den Ausweis ruhig',
    },
  },
}
