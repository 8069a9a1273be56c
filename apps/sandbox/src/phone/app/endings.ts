import type { IntentKind } from '@avouch/contract'
import type { Words } from '../../http/language.ts'

export const ENDINGS = {
  confirmed: 'Done|Fertig',
  denied: 'Not confirmed|Nicht bestätigt',
  underage: 'You are not 18 yet|Du bist noch nicht 18',
  refused: 'Refused|Abgelehnt',
  number: 'That was another number|Das war eine andere Zahl',
  over: 'This code has expired|Dieser Code ist abgelaufen',
  gone: 'This request has ended|Diese Anfrage ist beendet',
  answered: 'This request has been answered|Diese Anfrage ist beantwortet',
  paid: 'Paid|Bezahlt',
  done: 'This payment is done|Diese Zahlung ist erledigt',
  expired: 'Too late|Zu spät',
  cancelled: 'Cancelled|Abgebrochen',
} as const
export type Ending = keyof typeof ENDINGS

export const GOOD: ReadonlySet<Ending> = new Set(['confirmed', 'answered', 'paid', 'done'])
export const GOES_ON: ReadonlySet<Ending> = new Set(['confirmed', 'denied', 'paid'])
export const UNANSWERED: ReadonlySet<Ending> = new Set(['refused', 'expired', 'cancelled'])

const ELSEWHERE = 'Go on at the other screen.|Mach am anderen Bildschirm weiter.'

export const EXPLAINED: Readonly<Record<Ending, Words>> = {
  confirmed: ELSEWHERE,
  paid: ELSEWHERE,
  denied:
    'Your age could not be confirmed. The website has learned “no”.|Dein Alter konnte nicht bestätigt werden. Die Website hat „nein“ erfahren.',
  underage:
    'Your account was deactivated and its data deleted.|Dein Konto wurde stillgelegt, seine Daten sind gelöscht.',
  refused: 'You said no.|Du hast nein gesagt.',
  number:
    'The code has ended, to protect you. Show a new one on the other screen and scan again.|Der Code ist beendet, um dich zu schützen. Zeige auf dem anderen Bildschirm einen neuen und scanne noch einmal.',
  over: 'It was used, or its five minutes are gone. Show a new one on the other screen.|Er wurde benutzt, oder seine fünf Minuten sind um. Zeige auf dem anderen Bildschirm einen neuen.',
  gone: 'It was answered, cancelled or has expired. Start again on the website.|Sie wurde beantwortet, abgebrochen oder ist abgelaufen. Beginne auf der Website von vorn.',
  answered: 'The website has its answer.|Die Website hat ihre Antwort.',
  done: 'It went through once, and nothing more is taken.|Der Betrag wurde nur einmal abgebucht.',
  expired: 'The request has expired.|Die Anfrage ist abgelaufen.',
  cancelled: 'The website took the request back.|Die Website hat die Anfrage zurückgenommen.',
}

export const NOTHING: Readonly<Record<IntentKind, Words>> = {
  age: 'Nothing about you was passed on.|Es wurde nichts über dich weitergegeben.',
  payment: 'Nothing was taken.|Es wurde nichts abgebucht.',
}
