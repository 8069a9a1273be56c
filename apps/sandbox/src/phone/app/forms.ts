import { AppError, isErrorCode, loginForm, registrationForm, type Schema } from '@avouch/contract'
import type { FormState } from './form-fields.tsx'

export type Fields = Record<string, unknown>

/** The texts of a form; whatever else was sent counts as nothing. */
export function typed(body: unknown): Record<string, string> {
  const entries = Object.entries(typeof body === 'object' && body !== null ? body : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const digits = (text = '') => text.replaceAll(/[^0-9]/g, '')
/** A number as people write it: spaces, dashes and brackets say nothing, anything else is a mistake. */
const number = (text = '') => text.replaceAll(/[\s()/-]/g, '')

/** @throws AppError with every field that is wrong */
function checked<Out>(form: Schema<Out>, value: unknown): Out {
  const result = form.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    field: String(path[0]),
    code: isErrorCode(message) ? message : ('required' as const),
  }))
  throw new AppError('invalid_request', { errors })
}

/** @throws AppError */
export function readLogin(body: unknown) {
  const { countryCode, phoneNumber, pin } = typed(body)
  const form = checked(loginForm, {
    countryCode: digits(countryCode),
    phoneNumber: number(phoneNumber),
    pin: pin ?? '',
  })
  return { dial: form.countryCode, national: form.phoneNumber, pin: form.pin }
}

/** @throws AppError */
export function readRegistration(body: unknown) {
  const { countryCode, phoneNumber, pin, confirmPin, acceptTerms, consent } = typed(body)
  const form = checked(registrationForm, {
    countryCode: digits(countryCode),
    phoneNumber: number(phoneNumber),
    pin: pin ?? '',
    confirmPin: confirmPin ?? '',
    acceptTerms: acceptTerms === 'yes',
    consent: consent === 'yes',
  })
  return { dial: form.countryCode, national: form.phoneNumber, pin: form.pin, consent: form.consent }
}

/** The server's names for what a field of ours holds. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['phone', 'phoneNumber'],
  ['username', 'phoneNumber'],
  ['password', 'pin'],
])

/** What the form shows again: everything but the secrets. */
export function formErrors(error: AppError, body: unknown): FormState {
  const { pin: _pin, confirmPin: _again, code: _code, ...fields } = typed(body)
  const { details, code } = error
  const errors = Object.fromEntries(
    (details.errors ?? []).toReversed().map((wrong) => [FIELDS.get(wrong.field) ?? wrong.field, wrong.code]),
  )
  return Object.keys(errors).length > 0 ? { fields, errors, details } : { fields, problem: code, details }
}
