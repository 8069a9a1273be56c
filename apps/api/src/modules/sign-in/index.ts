import type { Background } from '../../platform/background.ts'
import { sweepCodes } from './code-store.ts'
import { quarterKeys, sweepStops } from './registration-stops.ts'
import { sweepRegistrations, sweepTokens } from './sign-in-store.ts'

export { PinChange } from './change-pin.ts'
export { Codes, GUESSES, onCodeGivenUp, onUndelivered, SENDS } from './code.ts'
export { codesOf, releaseGuesses, releaseSends } from './code-store.ts'
export { createCodeText } from './code-text.ts'
export { Confirmation } from './confirm.ts'
export { Identification } from './identification.ts'
export { LogIn } from './log-in.ts'
export { PendingSignIns } from './pending.ts'
export { RegistrationStops } from './registration-stops.ts'
export { PinReset } from './reset-pin.ts'
export { countGrants, releaseGrants } from './sign-in-store.ts'
export { endSignIns, Registrations } from './sign-up.ts'

export const SIGN_IN: Background = {
  sweeps: { sweepStops, sweepRegistrations, sweepTokens, sweepCodes },
  sealed: quarterKeys,
  rareWarnings: ['wrong codes of everybody'],
}
