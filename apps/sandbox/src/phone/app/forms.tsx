import * as api from '@avouch/contract'
import { fill } from '@avouch/phrases'
import { phrases as de } from '@avouch/phrases/de/first'
import { errors as errorsDe } from '@avouch/phrases/de/errors'
import { phrases as en } from '@avouch/phrases/en/first'
import { errors as errorsEn } from '@avouch/phrases/en/errors'
import { serverErrors } from '@avouch/phrases/server-errors'
import type { ComponentProps } from 'react'
import type { Words } from '../../http/language.ts'
import type { Fields } from '../../http/server.ts'
import { Field } from '../../ui/forms.tsx'
import { Note, useTexts } from '../../ui/parts.tsx'

export type FormState = {
  fields?: Fields
  errors?: Readonly<Record<string, string>>
  problem?: api.ErrorCode | 'restart'
  details?: api.ErrorDetails
}

const digits = (text = '') => text.replaceAll(/[^0-9]/g, '')
const number = (text = '') => text.replaceAll(/[\s()/-]/g, '')

/** @throws api.AppError with every field that is wrong */
function checked<Out>(form: api.Schema<Out>, value: unknown): Out {
  const result = form.safeParse(value)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({
    field: String(path[0]),
    code: api.isErrorCode(message) ? message : ('required' as const),
  }))
  throw new api.AppError('invalid_request', { errors })
}

const credentials = ({ countryCode, phoneNumber, pin = '' }: Fields) => ({
  countryCode: digits(countryCode),
  phoneNumber: number(phoneNumber),
  pin,
})

/** @throws api.AppError */
export const readLogin = (fields: Fields) => checked(api.loginForm, credentials(fields))

/** @throws api.AppError */
export const readRegistration = (fields: Fields) =>
  checked(api.registrationForm, {
    ...credentials(fields),
    confirmPin: fields['confirmPin'] ?? '',
    acceptTerms: fields['acceptTerms'] === 'yes',
    consent: fields['consent'] === 'yes',
  })

/** @throws api.AppError */
export const readCode = (form: api.CodeForm, { code = '' }: Fields): string =>
  form === 'long'
    ? checked(api.longCodeForm, { code }).code
    : checked(api.digitsForm, { code: code.replaceAll(/[\s-]/g, '') }).code

/** The product's names of fields, and ours. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['phone', 'phoneNumber'],
  ['username', 'phoneNumber'],
  ['password', 'pin'],
])

/** Leaves out the secrets, which no form shows again. */
export function formErrors(error: api.AppError, typed: Fields): FormState {
  const { pin: _pin, confirmPin: _again, code: _code, ...fields } = typed
  const { details, code } = error
  const errors = Object.fromEntries(
    (details.errors ?? []).toReversed().map((wrong) => [FIELDS.get(wrong.field) ?? wrong.field, wrong.code]),
  )
  return Object.keys(errors).length > 0 ? { fields, errors, details } : { fields, problem: code, details }
}

const ERRORS: Readonly<Record<api.Language, Readonly<Record<string, string>>>> = {
  en: { ...en, ...errorsEn, ...serverErrors.en },
  de: { ...de, ...errorsDe, ...serverErrors.de },
}

/** Gives the product's text for an error code. @param phone the number that the text may contain */
export function useErrorText(phone = '') {
  const texts = ERRORS[useTexts().language]
  const slots = {
    product: 'Avouch',
    age: api.MINIMUM_AGE,
    digit: api.PIN_LENGTH,
    max: api.PHONE_NUMBER_MAX_LENGTH,
    phone,
  }
  return (code: string): string => fill(texts[`error.${code}`] ?? texts['notice.unexpected'] ?? code, slots)
}

const USED_UP =
  'This code is used up. Log in again for a new one.|Dieser Code ist verbraucht. Logge dich für einen neuen noch einmal ein.'

export function Problem({ state: { problem, details, fields = {} } }: { state: FormState }) {
  const t = useTexts()
  const errorText = useErrorText(`${fields['countryCode'] ?? ''} ${fields['phoneNumber'] ?? ''}`.trim())
  if (problem === undefined) return null
  const wait = problem === 'resend_too_soon' ? details?.resend_after : details?.retry_after
  return (
    <Note isProblem>
      {problem === 'restart' ? t(USED_UP) : errorText(problem)}{' '}
      {wait && t`Try again in ${wait} seconds.|Versuche es in ${wait} Sekunden noch einmal.`}
    </Note>
  )
}

type Control = Omit<ComponentProps<typeof Field>, 'error'>

const CONTROLS = {
  countryCode: { label: 'Prefix|Vorwahl', type: 'tel', autoComplete: 'tel-country-code', maxLength: 5 },
  phoneNumber: { label: 'Mobile number|Handynummer', type: 'tel', autoComplete: 'tel-national', maxLength: 20 },
  pin: { label: 'PIN', type: 'password', maxLength: 4 },
  confirmPin: { label: 'PIN again|PIN noch einmal', type: 'password', maxLength: 4 },
  code: { label: 'Code from the SMS|Code aus der SMS', autoComplete: 'one-time-code', autoFocus: true },
} as const satisfies Readonly<Record<string, Omit<Control, 'name'>>>

type AppFieldProps = Partial<Control> & { name: keyof typeof CONTROLS; state: FormState }

export function AppField({ state, name, ...more }: AppFieldProps) {
  const errorText = useErrorText()
  const error = state.errors?.[name]
  const control = { inputMode: 'numeric', required: true, ...CONTROLS[name], ...more } as const
  return <Field {...control} name={name} error={error && errorText(error)} />
}

export function NumberFields({ state }: { state: FormState }) {
  const { countryCode = '+49', phoneNumber = '' } = state.fields ?? {}
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <AppField state={state} name="countryCode" defaultValue={countryCode} />
      <AppField state={state} name="phoneNumber" defaultValue={phoneNumber} />
    </div>
  )
}

export function Tick({ name, state, text }: { name: string; state: FormState; text: Words }) {
  const errorText = useErrorText()
  const error = state.errors?.[name]
  const about = { 'aria-invalid': error !== undefined || undefined, 'aria-describedby': error && `${name}-note` }
  const control = { id: name, name, type: 'checkbox', value: 'yes', className: 'size-6.5 accent-brand' }
  return (
    <div className="grid grid-cols-[26px_minmax(0,1fr)] gap-x-3 gap-y-1">
      <input {...control} defaultChecked={state.fields?.[name] === 'yes'} {...about} />
      <label htmlFor={name}>{useTexts()(text)}</label>
      {error && (
        <p className="col-start-2 text-small text-danger" id={`${name}-note`}>
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
