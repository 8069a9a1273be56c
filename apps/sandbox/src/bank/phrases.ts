import type { Language, ReturnReason } from '@avouch/contract'

const en = {
  title: 'Sandbox bank',
  text: 'Sends a transfer to the product, and shows what the product sends back.',
  amount: 'Amount in euros',
  amountHint: 'For example 25.00',
  reference: 'Reference',
  send: 'Send the transfer',
  badAmount: 'Please enter an amount from 0.01 to 100,000.00.',
  badReference: 'Please enter a reference of at most 140 characters.',
  sent: 'The transfer has arrived.',
  unsent: 'The product could not be told of the transfer. Report it again below.',
  movements: 'Movements',
  none: 'No movements yet.',
  out: 'Transfer',
  back: 'Came back',
  again: 'Report again',
  reasons: {
    unknown_reference: 'the reference is unknown',
    maintenance: 'no deposits during maintenance',
    balance_limit: 'the wallet would hold too much',
    account_closed: 'the account was closed',
    foreign_currency: 'wallets hold another currency',
  } as Readonly<Record<ReturnReason, string>>,
  wallet: 'To the wallet in the app',
}

export type BankPhrases = typeof en

const de: BankPhrases = {
  title: 'Sandbox-Bank',
  text: 'Schickt eine Überweisung an das Produkt und zeigt, was zurückkommt.',
  amount: 'Betrag in Euro',
  amountHint: 'Zum Beispiel 25,00',
  reference: 'Verwendungszweck',
  send: 'Überweisen',
  badAmount: 'Bitte einen Betrag von 0,01 bis 100.000,00 eingeben.',
  badReference: 'Bitte einen Verwendungszweck mit höchstens 140 Zeichen eingeben.',
  sent: 'Die Überweisung ist angekommen.',
  unsent: 'Das Produkt hat von der Überweisung nichts erfahren. Melde sie unten noch einmal.',
  movements: 'Bewegungen',
  none: 'Noch keine Bewegungen.',
  out: 'Überweisung',
  back: 'Zurückgekommen',
  again: 'Noch einmal melden',
  reasons: {
    unknown_reference: 'der Verwendungszweck ist unbekannt',
    maintenance: 'keine Einzahlungen während der Wartung',
    balance_limit: 'das Guthaben würde zu groß',
    account_closed: 'das Konto wurde geschlossen',
    foreign_currency: 'das Guthaben hat eine andere Währung',
  },
  wallet: 'Zum Guthaben in der App',
}

export const bankPhrases: Readonly<Record<Language, BankPhrases>> = { en, de }
