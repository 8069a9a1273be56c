import type { Language } from '@avouch/contract'
import type { Way } from './checks.ts'

/** What went wrong at the desk, told on the next page. */
export const NOTES = ['name', 'taken', 'reason', 'gone'] as const
export type Note = (typeof NOTES)[number]

export type DeskPhrases = {
  title: string
  lede: string
  you: string
  name: string
  save: string
  waiting: string
  waitingCount: (count: number) => string
  empty: string
  since: string
  claim: string
  claimedBy: (name: string) => string
  yours: string
  until: string
  release: string
  reason: string
  reasonHint: string
  approve: string
  reject: string
  done: string
  by: string
  undelivered: string
  held: string
  lost: string
  resend: string
  notes: Record<Note, string>
  travel: string
  travelNote: string
  delay: string
  way: string
  ways: Record<Way, string>
  plan: string
  planLede: string
  planStatus: string
  planNone: string
  planSaved: string
}

const en: DeskPhrases = {
  title: 'Review desk',
  lede: 'Checks that need a person. The product hears of your decision at once; the reason stays here.',
  you: 'Your name, so that others see what you work on',
  name: 'Name',
  save: 'Save',
  waiting: 'Waiting for a decision',
  waitingCount: (count) => (count === 1 ? '1 check waits for a decision' : `${count} checks wait for a decision`),
  empty: 'Nothing waits for a decision.',
  since: 'waiting for',
  claim: 'Take it',
  claimedBy: (name) => `${name} works on it`,
  yours: 'You work on it',
  until: 'until',
  release: 'Give it back',
  reason: 'Reason',
  reasonHint: 'Needed to reject. Nobody outside this desk reads it.',
  approve: 'Approve',
  reject: 'Reject',
  done: 'Done',
  by: 'by',
  undelivered: 'not delivered',
  held: 'held back',
  lost: 'lost on the way',
  resend: 'Send again',
  notes: {
    name: 'Please say who you are first.',
    taken: 'Somebody else works on this check.',
    reason: 'A rejection needs a reason.',
    gone: 'This check does not wait any more.',
  },
  travel: 'For testers: how the report travels',
  travelNote: 'What real networks do sometimes, on purpose.',
  delay: 'Seconds before it is sent',
  way: 'On the way',
  ways: {
    once: 'it arrives once',
    twice: 'it arrives twice',
    late: 'it arrives after the next report of this check',
    reversed: 'an older report arrives after it',
    lost: 'it gets lost: the product has to ask',
  },
  plan: 'For testers: how checks end in this browser',
  planLede: 'A check that begins in this browser ends like this at once, without a question.',
  planStatus: 'Checks end as',
  planNone: 'chosen on the page',
  planSaved: 'Saved in this browser for a day.',
}

const de: DeskPhrases = {
  title: 'Prüfplatz',
  lede: 'Prüfungen, die einen Menschen brauchen. Das Produkt erfährt deine Entscheidung sofort; der Grund bleibt hier.',
  you: 'Dein Name, damit andere sehen, woran du arbeitest',
  name: 'Name',
  save: 'Speichern',
  waiting: 'Wartet auf eine Entscheidung',
  waitingCount: (count) =>
    count === 1 ? '1 Prüfung wartet auf eine Entscheidung' : `${count} Prüfungen warten auf eine Entscheidung`,
  empty: 'Nichts wartet auf eine Entscheidung.',
  since: 'Wartezeit:',
  claim: 'Übernehmen',
  claimedBy: (name) => `${name} arbeitet daran`,
  yours: 'Du arbeitest daran',
  until: 'bis',
  release: 'Zurückgeben',
  reason: 'Grund',
  reasonHint: 'Zum Ablehnen nötig. Außerhalb dieses Platzes liest ihn niemand.',
  approve: 'Bestätigen',
  reject: 'Ablehnen',
  done: 'Erledigt',
  by: 'von',
  undelivered: 'nicht zugestellt',
  held: 'zurückgehalten',
  lost: 'unterwegs verloren',
  resend: 'Noch einmal senden',
  notes: {
    name: 'Bitte sag zuerst, wer du bist.',
    taken: 'An dieser Prüfung arbeitet jemand anderes.',
    reason: 'Eine Ablehnung braucht einen Grund.',
    gone: 'Diese Prüfung wartet nicht mehr.',
  },
  travel: 'Für Tester: wie die Meldung ankommt',
  travelNote: 'Was echte Netze manchmal tun, hier mit Absicht.',
  delay: 'Sekunden bis zum Senden',
  way: 'Unterwegs',
  ways: {
    once: 'sie kommt einmal an',
    twice: 'sie kommt zweimal an',
    late: 'sie kommt nach der nächsten Meldung dieser Prüfung an',
    reversed: 'nach ihr kommt eine ältere an',
    lost: 'sie geht verloren: das Produkt muss fragen',
  },
  plan: 'Für Tester: wie Prüfungen in diesem Browser enden',
  planLede: 'Eine Prüfung, die in diesem Browser beginnt, endet sofort so, ohne Rückfrage.',
  planStatus: 'Prüfungen enden als',
  planNone: 'auf der Seite gewählt',
  planSaved: 'Für einen Tag in diesem Browser gespeichert.',
}

export const deskPhrases: Readonly<Record<Language, DeskPhrases>> = { en, de }
