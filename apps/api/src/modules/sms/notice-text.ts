import type { Language } from '@avouch/contract'
import type { SmsNotice } from './ports.ts'

type Texts = Record<SmsNotice, Record<Language, (product: string) => string>>

/** Read on a locked phone by anybody: no outcome, no provider, no link. */
const TEXTS: Texts = {
  review_ended: {
    en: (product) => `Your check is finished. Go back to ${product} and press Refresh.`,
    de: (product) => `Deine Prüfung ist abgeschlossen. Geh zurück zu ${product} und drück auf Aktualisieren.`,
  },
  account_exists: {
    en: (product) =>
      `This number already has an account with ${product}. Log in, or reset your PIN. If this was not you, you need do nothing.`,
    de: (product) =>
      `Diese Nummer hat schon ein Konto bei ${product}. Melde dich an oder setze deine PIN neu. Warst du es nicht, musst du nichts tun.`,
  },
}

/** What an account is told by SMS. */
export const createNoticeText =
  ({ productName }: { productName: string }) =>
  (language: Language, notice: SmsNotice): string =>
    TEXTS[notice][language](productName)
