import type { ForgotPinForm, LoginForm, RegistrationForm, ResetPinForm } from '@avouch/contract'
import { useState } from 'react'
import { type AuthState, authState } from '#visit/auth-state.ts'
import { homeCountry, storedCountry } from '#settings/home-country.ts'
import { dialCodeOf } from '#ui/numbers/country-text.ts'

export const registrationDraft = (state: AuthState): RegistrationForm => {
  const { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent } = state
  return { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent }
}
export const loginDraft = ({ countryCode, phoneNumber, pin }: AuthState): LoginForm => ({
  countryCode,
  phoneNumber,
  pin,
})
export const forgotPinDraft = ({ countryCode, phoneNumber }: AuthState): ForgotPinForm => ({ countryCode, phoneNumber })

/** Picks the visitor's probable country, unless one was picked or emptied already. */
function initialState(): AuthState {
  if (authState.get().country === '') {
    const [, country = homeCountry(navigator.languages), countryCode = dialCodeOf(country)] =
      /^([A-Z]{2})(\d+)$/.exec(storedCountry()) ?? []
    authState.set({ country, countryCode })
  }
  return authState.get()
}

/** Reads the initial values of a form: what was typed before this page, and a country. */
export function useDraft<Form>(formOf: (state: AuthState) => Form) {
  const [draft] = useState(() => {
    const state = initialState()
    return { values: formOf(state), country: state.country, isCorrecting: state.isCorrecting === true }
  })
  return draft
}

export const saveDraftCountry = (country: string): void => authState.set({ country })
export const saveDraft = (draft: RegistrationForm | LoginForm | ForgotPinForm | ResetPinForm): void =>
  authState.set(draft)
