import type { Language } from '@avouch/contract'

const en = {
  title: 'What the tracker learned',
  text: 'Visits are counted only of visitors who agreed to analytics. This is all that has arrived, the newest first.',
  none: 'Nothing has arrived.',
  view: 'Page',
  event: 'Event',
  all: 'Everything that was sent',
  nothing: 'none',
  address: 'IP address',
  browser: 'Browser',
  cookies: 'Cookies',
  referrer: 'Referrer',
  refresh: 'Show what is new',
  forget: 'Forget everything',
}

export type TrackerPhrases = typeof en

const de: TrackerPhrases = {
  title: 'Was der Tracker erfahren hat',
  text: 'Gezählt wird nur, wer der Analyse zugestimmt hat. Das ist alles, was angekommen ist, das Neueste zuerst.',
  none: 'Nichts ist angekommen.',
  view: 'Seite',
  event: 'Ereignis',
  all: 'Alles, was gesendet wurde',
  nothing: 'keine',
  address: 'IP-Adresse',
  browser: 'Browser',
  cookies: 'Cookies',
  referrer: 'Herkunft',
  refresh: 'Neues anzeigen',
  forget: 'Alles vergessen',
}

export const trackerPhrases: Readonly<Record<Language, TrackerPhrases>> = { en, de }
