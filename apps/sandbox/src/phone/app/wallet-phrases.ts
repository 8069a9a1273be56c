import type { Language, WalletEntryKind } from '@avouch/contract'

const en = {
  title: 'Wallet',
  available: 'Available',
  reserved: (sum: string) => `${sum} set aside for payments`,
  topUp: 'Top up',
  topUpText: 'Send a bank transfer with this reference. It arrives by itself.',
  reference: 'Reference',
  iban: 'IBAN',
  holder: 'Account holder',
  bank: 'Open the sandbox bank',
  closed: 'No deposits right now: maintenance. What you send goes back.',
  limit: (sum: string) => `A wallet holds ${sum} at most; more goes back.`,
  history: 'History',
  nothing: 'Nothing has happened yet.',
  older: 'Older',
  back: 'Back',
  kinds: {
    deposit: 'Deposit',
    return: 'Returned to the bank',
    reservation: 'Set aside',
    release: 'Free again',
    payment: 'Payment',
    refund: 'Refund',
  } as Readonly<Record<WalletEntryKind, string>>,
}

export type WalletPhrases = typeof en

const de: WalletPhrases = {
  title: 'Guthaben',
  available: 'Verfügbar',
  reserved: (sum) => `${sum} für Zahlungen zurückgelegt`,
  topUp: 'Aufladen',
  topUpText: 'Überweise mit diesem Verwendungszweck. Das Geld kommt von selbst an.',
  reference: 'Verwendungszweck',
  iban: 'IBAN',
  holder: 'Kontoinhaber',
  bank: 'Sandbox-Bank öffnen',
  closed: 'Gerade keine Einzahlungen: Wartung. Was du schickst, geht zurück.',
  limit: (sum) => `Mehr als ${sum} fasst das Guthaben nicht; was darüber liegt, geht zurück.`,
  history: 'Verlauf',
  nothing: 'Noch ist nichts passiert.',
  older: 'Ältere',
  back: 'Zurück',
  kinds: {
    deposit: 'Einzahlung',
    return: 'Zurück an die Bank',
    reservation: 'Zurückgelegt',
    release: 'Wieder frei',
    payment: 'Zahlung',
    refund: 'Erstattung',
  },
}

export const walletPhrases: Readonly<Record<Language, WalletPhrases>> = { en, de }
