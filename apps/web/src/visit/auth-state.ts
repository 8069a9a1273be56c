import type { SignInType } from '@avouch/journey'
import { create } from 'zustand'

/** What was typed and answered while signing in. Memory only: a reload forgets it. */
export type AuthState = {
  type: SignInType | undefined
  /** Country as picked: several share a dial code. */
  country: string
  countryCode: string
  phoneNumber: string
  pin: string
  confirmPin: string
  acceptTerms: boolean
  consent: boolean
  smsCode: string
  /** The pre-confirmation token. */
  authToken: string
  pinId: string
  /** What the SMS carries: digits to type in, or a one-time link. */
  form: 'digits' | 'link'
  /** When it was asked for, in milliseconds since the epoch. */
  requestedAt: number
  /** Milliseconds since the epoch from which a new code may be asked for. */
  resendAt: number
  /** The secret of the one-time link that was opened. */
  linkSecret: string
  /** The proof of the number, for one change of the PIN. */
  recoverPinToken: string
  /** The reset is done. */
  pinChanged: boolean
  identificationToken: string
}

const EMPTY: AuthState = {
  type: undefined,
  country: '',
  countryCode: '',
  phoneNumber: '',
  pin: '',
  confirmPin: '',
  acceptTerms: false,
  consent: false,
  smsCode: '',
  authToken: '',
  pinId: '',
  form: 'digits',
  requestedAt: 0,
  resendAt: 0,
  linkSecret: '',
  recoverPinToken: '',
  pinChanged: false,
  identificationToken: '',
}

export const useAuthState = create<AuthState>()(() => EMPTY)

export const authState = {
  get: useAuthState.getState,
  set: (part: Partial<AuthState>): void => useAuthState.setState(part),
  /** Forgets everything but what is said to be left. */
  reset: (left: Partial<AuthState> = {}): void => useAuthState.setState({ ...EMPTY, ...left }),
}
