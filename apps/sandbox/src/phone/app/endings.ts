import type { IntentKind } from '@avouch/contract'
import type { Words } from '../../http/language.ts'

/** How a request may end, in words. good: it went through; goesOn: the website goes on; unanswered: it learned nothing. */
type End = { title: Words; text: Words; good?: true; goesOn?: true; unanswered?: true }

export const ENDINGS = {
  confirmed: {
    title: 'Done|Fertig',
    text: 'Go on at the other screen.|Mach am anderen Bildschirm weiter.',
    good: true,
    goesOn: true,
  },
  denied: {
    title: 'Not confirmed|Nicht bestätigt',
    text: 'Your age could not be confirmed. The website has learned “no”.|Dein Alter konnte nicht bestätigt werden. Die Website hat „nein“ erfahren.',
    goesOn: true,
  },
  underage: {
    title: 'You are not 18 yet|Du bist noch nicht 18',
    text: 'Your account was deactivated and its data deleted.|Dein Konto wurde stillgelegt, seine Daten sind gelöscht.',
  },
  refused: { title: 'Refused|Abgelehnt', text: 'You said no.|Du hast nein gesagt.', unanswered: true },
  number: {
    title: 'That was another number|Das war eine andere Zahl',
    text: 'The code has ended, to protect you. Show a new one on the other screen and scan again.|Der Code ist beendet, um dich zu schützen. Zeige auf dem anderen Bildschirm einen neuen und scanne noch einmal.',
  },
  over: {
    title: 'This code has expired|Dieser Code ist abgelaufen',
    text: 'It was used, or its five minutes are gone. Show a new one on the other screen.|Er wurde benutzt, oder seine fünf Minuten sind um. Zeige auf dem anderen Bildschirm einen neuen.',
  },
  gone: {
    title: 'This request has ended|Diese Anfrage ist beendet',
    text: 'It was answered, cancelled or has expired. Start again on the website.|Sie wurde beantwortet, abgebrochen oder ist abgelaufen. Beginne auf der Website von vorn.',
  },
  answered: {
    title: 'This request has been answered|Diese Anfrage ist beantwortet',
    text: 'The website has its answer.|Die Website hat ihre Antwort.',
    good: true,
  },
  paid: {
    title: 'Paid|Bezahlt',
    text: 'Go on at the other screen.|Mach am anderen Bildschirm weiter.',
    good: true,
    goesOn: true,
  },
  done: {
    title: 'This payment is done|Diese Zahlung ist erledigt',
    text: 'It went through once, and nothing more is taken.|Der Betrag wurde nur einmal abgebucht.',
    good: true,
  },
  expired: {
    title: 'Too late|Zu spät',
    text: 'The request has expired.|Die Anfrage ist abgelaufen.',
    unanswered: true,
  },
  cancelled: {
    title: 'Cancelled|Abgebrochen',
    text: 'The website took the request back.|Die Website hat die Anfrage zurückgenommen.',
    unanswered: true,
  },
} as const satisfies Readonly<Record<string, End>>
export type Ending = keyof typeof ENDINGS
export const endingOf = (how: Ending): End => ENDINGS[how]

/** Says that the website got neither answer nor money. */
export const NOTHING: Readonly<Record<IntentKind, Words>> = {
  age: 'Nothing about you was passed on.|Es wurde nichts über dich weitergegeben.',
  payment: 'Nothing was taken.|Es wurde nichts abgebucht.',
}
