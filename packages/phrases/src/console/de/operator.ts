import type { operator as en } from '../en/operator.ts'

export const operator = {
  'operator.console': 'Betreiber-Konsole',
  'operator.signIn': 'Für Menschen, die {{product}} betreiben. Du brauchst eine Einladung.',
  'operator.home': 'Start',
  'operator.welcome': 'Du bist angemeldet als {{role}}.',
  'operator.notYours': 'Dein Konto darf nichts für diese Installation tun. Bitte einen Betreiber um eine Einladung.',
} as const satisfies Record<keyof typeof en, string>
