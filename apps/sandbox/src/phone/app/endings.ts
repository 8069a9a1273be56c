import type { Words } from '../../http/language.ts'

/** How a request may end, in words. */
export const ENDINGS = {
  confirmed: [
    ['Done', 'Fertig'],
    ['Go on at the other screen.', 'Mach am anderen Bildschirm weiter.'],
  ],
  denied: [
    ['Not confirmed', 'Nicht bestätigt'],
    [
      'Your age could not be confirmed. The website has learned “no”.',
      'Dein Alter konnte nicht bestätigt werden. Die Website hat „nein“ erfahren.',
    ],
  ],
  underage: [
    ['You are not 18 yet', 'Du bist noch nicht 18'],
    ['Your account was deactivated and its data deleted.', 'Dein Konto wurde stillgelegt, seine Daten sind gelöscht.'],
  ],
  refused: [
    ['Refused', 'Abgelehnt'],
    ['You said no. Nothing about you was passed on.', 'Du hast nein gesagt. Nichts über dich wurde weitergegeben.'],
  ],
  number: [
    ['That was another number', 'Das war eine andere Zahl'],
    [
      'The code has ended, to protect you. Show a new one on the other screen and scan again.',
      'Der Code ist beendet, um dich zu schützen. Zeige auf dem anderen Bildschirm einen neuen und scanne noch einmal.',
    ],
  ],
  over: [
    ['This code has expired', 'Dieser Code ist abgelaufen'],
    [
      'It was used, or its five minutes are gone. Show a new one on the other screen.',
      'Er wurde benutzt, oder seine fünf Minuten sind um. Zeige auf dem anderen Bildschirm einen neuen.',
    ],
  ],
  gone: [
    ['This request has ended', 'Diese Anfrage ist beendet'],
    [
      'It was answered, cancelled or has expired. Start again on the website.',
      'Sie wurde beantwortet, abgebrochen oder ist abgelaufen. Beginne auf der Website von vorn.',
    ],
  ],
  paid: [
    ['Paid', 'Bezahlt'],
    ['Go on at the other screen.', 'Mach am anderen Bildschirm weiter.'],
  ],
  expired: [
    ['Too late', 'Zu spät'],
    [
      'The payment has expired. Nothing was taken; what was set aside is yours again.',
      'Die Zahlung ist abgelaufen. Nichts wurde abgebucht; was zurückgelegt war, gehört wieder dir.',
    ],
  ],
  cancelled: [
    ['Cancelled', 'Abgebrochen'],
    [
      'The website took the payment back. Nothing was taken; what was set aside is yours again.',
      'Die Website hat die Zahlung zurückgenommen. Nichts wurde abgebucht; was zurückgelegt war, gehört wieder dir.',
    ],
  ],
} as const satisfies Record<string, readonly [title: Words, text: Words]>
export type Ending = keyof typeof ENDINGS
