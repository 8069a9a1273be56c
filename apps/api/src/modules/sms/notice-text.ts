import { inLanguage, type Language, type Localized, OPEN_REQUEST } from '@avouch/contract'
import type { SmsNotice } from './message.ts'

type Texts = Record<SmsNotice, Localized<(product: string, address: string | undefined) => string>>

/** Read on a locked phone by anybody: no outcome, no provider, and no link that names anything. */
const TEXTS: Texts = {
  review_ended: {
    en: (product, address) =>
      address === undefined
        ? `Your check is finished. Go back to ${product} and press Refresh.`
        : `Your check is finished. Go back to ${product} and press Refresh, or log in here: ${address}`,
    de: (product, address) =>
      address === undefined
        ? `Deine Prüfung ist abgeschlossen. Geh zurück zu ${product} und drück auf Aktualisieren.`
        : `Deine Prüfung ist abgeschlossen. Drück bei ${product} auf Aktualisieren oder logge dich hier ein: ${address}`,
  },
  account_exists: {
    en: (product) =>
      `This number already has an account with ${product}. Log in or choose a new PIN. If this was not you, ignore this SMS.`,
    de: (product) =>
      `Diese Nummer hat schon ein Konto bei ${product}. Logge dich ein oder wähle eine neue PIN. Warst du es nicht, ignoriere diese SMS.`,
  },
  pin_changed: {
    en: (product) => `The PIN of your ${product} account was changed. If this was not you, choose a new one at once.`,
    de: (product) => `Die PIN deines Kontos bei ${product} wurde geändert. Warst du es nicht, wähle sofort eine neue.`,
  },
  pin_right: {
    en: (product) =>
      `The right PIN of your ${product} account was typed in on a new device. If this was not you, choose another with "Forgot your PIN?".`,
    de: (product) =>
      `Auf einem neuen Gerät wurde die richtige PIN deines Kontos bei ${product} eingegeben. Warst du es nicht, wähle mit "PIN vergessen?" eine neue.`,
  },
  codes_wrong: {
    en: (product) =>
      `Many wrong codes were typed in for your ${product} account. If this was not you, choose another PIN.`,
    de: (product) =>
      `Für dein Konto bei ${product} wurden viele falsche Codes eingegeben. Warst du es nicht, wähle eine andere PIN.`,
  },
  pin_closed: {
    en: (product) => `Too many wrong codes: your ${product} PIN is locked. Choose another one with "Forgot your PIN?".`,
    de: (product) =>
      `Zu viele falsche Codes: Deine PIN bei ${product} ist gesperrt. Wähle mit "PIN vergessen?" eine neue.`,
  },
}

type Settings = { productName: string; publicUrl: string; linkInSms: boolean }

/** Notices to an account by SMS. Networks may filter SMS with links, so the link is a setting. */
export function createNoticeText({ productName, publicUrl, linkInSms }: Settings) {
  const address = linkInSms ? `${new URL(publicUrl).origin}/kyc-check-result?return=${OPEN_REQUEST}` : undefined
  return (language: Language, notice: SmsNotice): string => inLanguage(TEXTS[notice], language)(productName, address)
}
