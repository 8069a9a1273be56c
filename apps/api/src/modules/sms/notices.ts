import { HOUR_MS, inLanguage, type Language, type Localized, OPEN_REQUEST } from '@avouch/contract'

type Text = Localized<(product: string, address: string | undefined) => string>
type Notice = {
  /** It is always sent, and paid by the pool for proven people: another person may have the PIN, or the operator waits for it. */
  isAlwaysSent: boolean
  text: Text
}

/** The SMS that an account gets in addition to codes. Read on a locked phone by anybody: no outcome, no provider, no link that names anything. */
const NOTICES = {
  review_ended: {
    isAlwaysSent: false,
    text: {
      en: (product, address) =>
        address === undefined
          ? `Your check is finished. Go back to ${product} and press Refresh.`
          : `Your check is finished. Go back to ${product} and press Refresh, or log in here: ${address}`,
      de: (product, address) =>
        address === undefined
          ? `Deine Prüfung ist abgeschlossen. Geh zurück zu ${product} und drück auf Aktualisieren.`
          : `Deine Prüfung ist abgeschlossen. Drück bei ${product} auf Aktualisieren oder logge dich hier ein: ${address}`,
    },
  },
  pin_changed: {
    isAlwaysSent: true,
    text: {
      en: (product) => `The PIN of your ${product} account was changed. If this was not you, choose a new one at once.`,
      de: (product) =>
        `Die PIN deines Kontos bei ${product} wurde geändert. Warst du es nicht, wähle sofort eine neue.`,
    },
  },
  pin_right: {
    isAlwaysSent: true,
    text: {
      en: (product) =>
        `The right PIN of your ${product} account was typed in on a new device. If this was not you, choose another with "Forgot your PIN?".`,
      de: (product) =>
        `Auf einem neuen Gerät wurde die richtige PIN deines Kontos bei ${product} eingegeben. Warst du es nicht, wähle mit "PIN vergessen?" eine neue.`,
    },
  },
  codes_wrong: {
    isAlwaysSent: false,
    text: {
      en: (product) =>
        `Many wrong codes were typed in for your ${product} account. If this was not you, choose another PIN.`,
      de: (product) =>
        `Für dein Konto bei ${product} wurden viele falsche Codes eingegeben. Warst du es nicht, wähle eine andere PIN.`,
    },
  },
  passkey_added: {
    isAlwaysSent: true,
    text: {
      en: (product) =>
        `A passkey was added to your ${product} account. If this was not you, choose another PIN at once and remove it.`,
      de: (product) =>
        `Zu deinem Konto bei ${product} kam ein Passkey hinzu. Warst du es nicht, wähle sofort eine neue PIN und entferne ihn.`,
    },
  },
  passkey_removed: {
    isAlwaysSent: true,
    text: {
      en: (product) =>
        `A passkey of your ${product} account was removed. If this was not you, choose another PIN at once.`,
      de: (product) =>
        `Ein Passkey deines Kontos bei ${product} wurde entfernt. Warst du es nicht, wähle sofort eine neue PIN.`,
    },
  },
  passkey_copied: {
    isAlwaysSent: true,
    text: {
      en: (product) =>
        `A passkey of your ${product} account may have been copied. We removed it. Log in with your PIN and add another.`,
      de: (product) =>
        `Ein Passkey deines Kontos bei ${product} wurde vielleicht kopiert. Wir haben ihn entfernt. Logge dich mit der PIN ein.`,
    },
  },
  trial: {
    isAlwaysSent: true,
    text: {
      en: (product) => `${product} tries whether SMS arrive. There is nothing to do.`,
      de: (product) => `${product} probiert, ob SMS ankommen. Du musst nichts tun.`,
    },
  },
} as const satisfies Record<string, Notice>

export type SmsNotice = keyof typeof NOTICES
export const SMS_NOTICES = Object.keys(NOTICES) as SmsNotice[]

export const isAlwaysSent = (notice: SmsNotice): boolean => NOTICES[notice].isAlwaysSent
/** How long a notice is worth reading. */
export const NOTICE_LIFE_MS = 24 * HOUR_MS

type Settings = { productName: string; publicUrl: string; linkInSms: boolean }

/** The text of a notice. Networks may filter SMS with links, so the link is a setting. */
export function createNoticeText({ productName, publicUrl, linkInSms }: Settings) {
  const address = linkInSms ? `${new URL(publicUrl).origin}/kyc-check-result?return=${OPEN_REQUEST}` : undefined
  return (language: Language, notice: SmsNotice): string => {
    const text: Text = NOTICES[notice].text
    return inLanguage(text, language)(productName, address)
  }
}
