import type { PinBlocklist } from '@avouch/contract'
import type { Background } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { PhoneBook, Pins } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { TrustedNetworks } from '../rate-limits/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { PinChange } from './change-pin.ts'
import type { Codes } from './code.ts'
import { sweepCodes } from './code-store.ts'
import { Confirmation } from './confirm.ts'
import { Identification } from './identification.ts'
import { LogIn } from './log-in.ts'
import { PendingSignIns } from './pending.ts'
import { quarterKeys, type RegistrationStops, sweepStops } from './registration-stops.ts'
import { PinReset } from './reset-pin.ts'
import { sweepRegistrations, sweepTokens } from './sign-in-store.ts'
import { Registrations } from './sign-up.ts'

export { Codes, createOnUndelivered, GUESSES, onCodeGivenUp, SENDS } from './code.ts'
export { codesOf, releaseGuesses, releaseSends } from './code-store.ts'
export { createCodeText } from './code-text.ts'
export { RegistrationStops } from './registration-stops.ts'
export { countGrants, findAppealing, makeAccount, releaseGrants } from './sign-in-store.ts'
export { endSignIns } from './sign-up.ts'

export const SIGN_IN: Background = {
  sweeps: { sweepStops, sweepRegistrations, sweepTokens, sweepCodes },
  sealed: quarterKeys,
  rareWarnings: ['wrong codes of everybody'],
}

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  keys: { identification: Keys; recovery: Keys; appeal: Keys }
  phones: PhoneBook
  pins: Pins
  blocklist: PinBlocklist
  networks: TrustedNetworks
  codes: Codes
  sessions: Sessions
  sms: Sms
  stops: RegistrationStops
  withdrawals: ConstructorParameters<typeof PinChange>[0]['withdrawals']
}
export type SignIn = ReturnType<typeof createSignIn>

/** Number, PIN and code: sign-up, log-in, their confirmation, what a reload brings back, and a forgotten or changed PIN. */
export function createSignIn({ keys, ...deps }: Deps) {
  const identification = new Identification({ ...deps, keys: keys.identification })
  const registrations = new Registrations(deps)
  return {
    identification,
    registrations,
    logIn: new LogIn({ ...deps, registrations }),
    pendingSignIns: new PendingSignIns({ ...deps, identification }),
    confirmation: new Confirmation({ ...deps, keys: keys.appeal }),
    pinReset: new PinReset({ ...deps, keys: keys.recovery }),
    pinChange: new PinChange(deps),
  }
}
