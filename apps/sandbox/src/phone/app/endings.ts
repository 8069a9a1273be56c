import type { IntentKind } from '@avouch/contract'
import type { Words } from '../../http/language.ts'

/** How a request may end, in words. */
export const ENDINGS = {
  confirmed: ['Done|Fertig', 'Go on at the other screen.|Mach am anderen Bildschirm weiter.'],
  denied: [
    'Not confirmed|Nicht bestätigt',
    'Your age could not be confirmed. The website has learned “no”.|Dein Alter konnte nicht bestätigt werden. Die Website hat „nein“ erfahren.',
  ],
  underage: [
    'You are not 18 yet|Du bist noch nicht 18',
    'Your account was deactivated and its data deleted.|Dein Konto wurde stillgelegt, seine Daten sind gelöscht.',
  ],
  refused: ['Refused|Abgelehnt', 'You said no.|Du hast nein gesagt.'],
  number: [
    'That was another number|Das war eine andere Zahl',
    'The code has ended, to protect you. Show a new one on the other screen and scan again.|Der Code ist beendet, um dich zu schützen. Zeige auf dem anderen Bildschirm einen neuen und scanne noch einmal.',
  ],
  over: [
    'This code has expired|Dieser Code ist abgelaufen',
    'It was used, or its five minutes are gone. Show a new one on the other screen.|Er wurde benutzt, oder seine fünf Minuten sind um. Zeige auf dem anderen Bildschirm einen neuen.',
  ],
  gone: [
    'This request has ended|Diese Anfrage ist beendet',
    'It was answered, cancelled or has expired. Start again on the website.|Sie wurde beantwortet, abgebrochen oder ist abgelaufen. Beginne auf der Website von vorn.',
  ],
  answered: [
    'This request has been answered|Diese Anfrage ist beantwortet',
    'The website has its answer.|Die Website hat ihre Antwort.',
  ],
  paid: ['Paid|Bezahlt', 'Go on at the other screen.|Mach am anderen Bildschirm weiter.'],
  done: [
    'This payment is done|Diese Zahlung ist erledigt',
    'It went through once, and nothing more is taken.|Der Betrag wurde nur einmal abgebucht.',
  ],
  expired: ['Too late|Zu spät', 'The request has expired.|Die Anfrage ist abgelaufen.'],
  cancelled: [
    'Cancelled|Abgebrochen',
    'The website took the request back.|Die Website hat die Anfrage zurückgenommen.',
  ],
} as const satisfies Record<string, readonly [title: Words, text: Words]>
export type Ending = keyof typeof ENDINGS

/** After these the website goes on. */
export const GOES_ON: ReadonlySet<Ending> = new Set(['confirmed', 'denied', 'paid'])

/** Says that the website got neither answer nor money. */
const NOTHING: Readonly<Record<IntentKind, Words>> = {
  age: 'Nothing about you was passed on.|Es wurde nichts über dich weitergegeben.',
  payment: 'Nothing was taken.|Es wurde nichts abgebucht.',
}
/** Adds what is true of every request that ended without an answer. */
export const nothingWas = (how: Ending, kind: IntentKind): Words =>
  how === 'refused' || how === 'expired' || how === 'cancelled' ? NOTHING[kind] : ''
