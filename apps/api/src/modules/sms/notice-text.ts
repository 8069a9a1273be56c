import type { Language } from '@avouch/contract'
import type { SmsNotice } from './ports.ts'

type Texts = Record<SmsNotice, Record<Language, (product: string) => string>>

/** Read on a locked phone by anybody: no outcome, no provider, no link. */
const TEXTS: Texts = {
  review_ended: {
    en: (product) => `Your check is finished. Go back to ${product} and press Refresh.`,
    de: (product) => `Deine Prüfung ist abgeschlossen. Geh zurück zu ${product} und drück auf Aktualisieren.`,
  },
}

/** What an account is told by SMS. */
export const createNoticeText =
  ({ productName }: { productName: string }) =>
  (language: Language, notice: SmsNotice): string =>
    TEXTS[notice][language](productName)
