import type { ForgotPinForm, LoginForm, RegistrationForm, ResetPinForm } from '@avouch/contract'
import { authState } from '../../visit/auth-state.ts'
import { homeCountry, keptCountry } from '#settings/home-country.ts'
import { dialCodeOf } from '#ui/country-text.ts'

/** What was typed before, or a beginning: the country is picked, the rest is empty. */
export function typedRegistration(): RegistrationForm {
  beginWithCountry()
  const { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent } = authState.get()
  return { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent }
}

export function typedLogin(): LoginForm {
  beginWithCountry()
  const { countryCode, phoneNumber, pin } = authState.get()
  return { countryCode, phoneNumber, pin }
}

export function typedNumber(): ForgotPinForm {
  beginWithCountry()
  const { countryCode, phoneNumber } = authState.get()
  return { countryCode, phoneNumber }
}

/** Picks the country that the visitor is probably in, unless one was picked or emptied already. */
function beginWithCountry(): void {
  if (authState.get().country !== '') return
  const [, country = homeCountry(navigator.languages), countryCode = dialCodeOf(country)] =
    /^([A-Z]{2})(\d+)$/.exec(keptCountry()) ?? []
  authState.set({ country, countryCode })
}

/** The country that a form begins with. */
export function typedCountry(): string {
  beginWithCountry()
  return authState.get().country
}
export const keepCountry = (country: string): void => authState.set({ country })
type Typed = RegistrationForm | LoginForm | ForgotPinForm | ResetPinForm
export const keepTyped = (typed: Typed): void => authState.set(typed)
