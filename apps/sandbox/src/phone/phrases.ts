import type { Language } from '@avouch/contract'

const en = {
  skip: 'Skip to content',
  language: 'Language',
  title: 'Messages',
  phones: 'Numbers',
  tag: 'Sandbox phone',
  messages: 'Messages',
  app: 'App',
  bank: 'Bank',
  sender: 'SMS',
  empty: 'No messages yet',
  emptyNote:
    'Every SMS that the product sends arrives here, whatever the number. Numbers that end in 0000 cannot be reached.',
  emptyThread: 'Nothing has arrived for this number yet.',
  open: 'Open a number',
  number: 'Mobile number',
  numberExample: 'For example +49 1512 3456789',
  show: 'Show',
  badNumber: 'This is not a number with its country code.',
  back: 'All numbers',
  code: 'Code',
  copy: 'Copy code',
  copied: 'Copied',
  bound: 'Lets the browser fill in the code at this address only',
  newMessage: 'New message.',
  problem: 'Not found',
  today: 'Today',
}

export type Phrases = typeof en

const de: Phrases = {
  skip: 'Zum Inhalt',
  language: 'Sprache',
  title: 'Nachrichten',
  phones: 'Nummern',
  tag: 'Sandbox-Telefon',
  messages: 'Nachrichten',
  app: 'App',
  bank: 'Bank',
  sender: 'SMS',
  empty: 'Noch keine Nachrichten',
  emptyNote:
    'Jede SMS des Produkts kommt hier an, an welche Nummer auch immer. Nummern, die auf 0000 enden, sind nicht erreichbar.',
  emptyThread: 'Für diese Nummer ist noch nichts angekommen.',
  open: 'Nummer öffnen',
  number: 'Mobilnummer',
  numberExample: 'Zum Beispiel +49 1512 3456789',
  show: 'Anzeigen',
  badNumber: 'Das ist keine Nummer mit Ländervorwahl.',
  back: 'Alle Nummern',
  code: 'Code',
  copy: 'Code kopieren',
  copied: 'Kopiert',
  bound: 'Lässt den Browser den Code nur bei dieser Adresse ausfüllen',
  newMessage: 'Neue Nachricht.',
  problem: 'Nicht gefunden',
  today: 'Heute',
}

export const phrases: Readonly<Record<Language, Phrases>> = { en, de }
