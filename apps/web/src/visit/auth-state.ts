import type { CodeForm, SignInType } from '@avouch/contract'
import { createContext } from 'react'
import { create } from 'zustand'

/** Keeps what was typed and answered while signing in. Memory only, but for the identification token: a reload forgets it. */
export type AuthState = {
  type: SignInType | undefined
  /** Country as picked: several share a dial code. */
  country: string
  countryCode: string
  phoneNumber: string
  /** The number after a reload, as it may be shown. */
  maskedPhone?: string
  pin: string
  confirmPin: string
  acceptTerms: boolean
  consent: boolean
  smsCode: string
  /** The visitor came back to correct the number. */
  isCorrecting?: boolean
  /** The pre-confirmation token. */
  authToken: string
  pinId: string
  form: CodeForm
  /** False: no SMS went out for this request, and an earlier one has the code. */
  sent: boolean
  /** The time of `performance.now()` from which a new code may be asked for. */
  resendAt: number
  /** No gateway has the SMS yet. */
  smsPending?: boolean
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
  sent: true,
  resendAt: 0,
  recoverPinToken: '',
  pinChanged: false,
  identificationToken: '',
}

/** Begins the forms of one page, where pages are rendered. */
export const AuthStateOfPage = createContext<AuthState | undefined>(undefined)
export const authStateOfPage = (begun: Partial<AuthState>): AuthState => ({ ...EMPTY, ...begun })

export const useAuthState = create(() => EMPTY)

export const authState = {
  get: useAuthState.getState,
  set: (part: Partial<AuthState>): void => useAuthState.setState(part),
  /** Forgets everything but what is said to be left. */
  reset: (left: Partial<AuthState> = {}): void => useAuthState.setState({ ...EMPTY, ...left }, true),
}
