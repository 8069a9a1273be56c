/** Words of the sandbox's app, which a newcomer reads on the way to an account and an answer. */
export const APP_WORDS = {
  en: {
    newHere: 'New here? Create an account',
    number: 'Mobile number',
    pinAgain: 'PIN again',
    create: 'Create an account',
    code: 'Code from the SMS',
    toCheck: 'To the identity check',
    confirm: 'Confirm',
  },
  de: {
    newHere: 'Neu hier? Konto anlegen',
    number: 'Handynummer',
    pinAgain: 'PIN noch einmal',
    create: 'Konto anlegen',
    code: 'Code aus der SMS',
    toCheck: 'Zur Identitätsprüfung',
    confirm: 'Bestätigen',
  },
} as const
