import type { ForgotPinForm, LoginForm, RegistrationForm, ResetPinForm } from '@avouch/contract'
import { useContext, useState } from 'react'
import { type AuthState, authState, AuthStateOfPage } from '../../visit/auth-state.ts'
import { homeCountry, keptCountry } from '#settings/home-country.ts'
import { dialCodeOf } from '#ui/country-text.ts'

export const typedRegistration = (typed: AuthState): RegistrationForm => {
  const { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent } = typed
  return { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent }
}
export const typedLogin = ({ countryCode, phoneNumber, pin }: AuthState): LoginForm => ({
  countryCode,
  phoneNumber,
  pin,
})
export const typedNumber = ({ countryCode, phoneNumber }: AuthState): ForgotPinForm => ({ countryCode, phoneNumber })

/** Picks the country that the visitor is probably in, unless one was picked or emptied already. */
function begun(): AuthState {
  if (authState.get().country === '') {
    const [, country = homeCountry(navigator.languages), countryCode = dialCodeOf(country)] =
      /^([A-Z]{2})(\d+)$/.exec(keptCountry()) ?? []
    authState.set({ country, countryCode })
  }
  return authState.get()
}

/** Takes over the text that was typed before the page appeared; else the country is picked, and the rest is empty. */
export function useTyped<Form>(formOf: (typed: AuthState) => Form) {
  const ofPage = useContext(AuthStateOfPage)
  const [typed] = useState(() => {
    const state = ofPage ?? begun()
    return { values: formOf(state), country: state.country, isCorrecting: state.isCorrecting === true }
  })
  return typed
}

export const keepCountry = (country: string): void => authState.set({ country })
type Typed = RegistrationForm | LoginForm | ForgotPinForm | ResetPinForm
export const keepTyped = (typed: Typed): void => authState.set(typed)
