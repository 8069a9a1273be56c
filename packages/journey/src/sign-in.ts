import type { SignInType } from '@avouch/contract'

/** The steps between screens; what a type does not list cannot happen in it. */
const STEPS = {
  REGISTER: {
    codeSent: '/auth/confirm-code',
    smsFailed: '/auth/login',
    wrongNumber: '/auth/register',
    codeDead: '/auth/register',
    underAge: '/verify-age/denied',
  },
  LOG_IN: {
    codeSent: '/auth/confirm-code',
    wrongNumber: '/auth/login',
    codeDead: '/auth/login',
  },
  RESET_PIN: {
    numberGiven: '/auth/reset-pin',
    codeSent: '/auth/confirm-code',
    wrongNumber: '/auth/forgot-pin',
    codeDead: '/auth/forgot-pin',
    samePin: '/auth/reset-pin',
    codeConfirmed: '/auth/reset-pin',
  },
} as const satisfies Record<SignInType, Record<string, `/${string}`>>

type Steps = typeof STEPS

/** The screen that follows; an event that a type does not know does not compile. */
export const nextScreen = <Type extends SignInType, Event extends keyof Steps[Type]>(
  type: Type,
  event: Event,
): Steps[Type][Event] => STEPS[type][event]
