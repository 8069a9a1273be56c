import {
  AppError,
  type CodeForm,
  digitsForm,
  type ErrorCode,
  type ErrorDetails,
  isErrorCode,
  loginForm,
  longCodeForm,
  registrationForm,
  type Schema,
} from '@avouch/contract'
import type { ComponentProps, ReactNode } from 'react'
import type { Words } from '../../http/language.ts'
import type { Fields } from '../../http/server.ts'
import { Field } from '../../ui/parts.tsx'
import { useTexts } from '../../ui/texts.ts'
import { Note } from './parts.tsx'

/** What was typed, what is wrong with it, and what is wrong with all of it. */
export type FormState = {
  fields?: Fields
  errors?: Readonly<Record<string, string>>
  problem?: ErrorCode | 'restart'
  details?: ErrorDetails
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

const credentials = ({ countryCode, phoneNumber, pin = '' }: Fields) => ({
  countryCode: digits(countryCode),
  phoneNumber: number(phoneNumber),
  pin,
})

/** @throws AppError */
export const readLogin = (fields: Fields) => checked(loginForm, credentials(fields))

/** @throws AppError */
export const readRegistration = (fields: Fields) =>
  checked(registrationForm, {
    ...credentials(fields),
    confirmPin: fields['confirmPin'] ?? '',
    acceptTerms: fields['acceptTerms'] === 'yes',
    consent: fields['consent'] === 'yes',
  })

/** @throws AppError */
export const readCode = (form: CodeForm, { code = '' }: Fields): string =>
  form === 'long'
    ? checked(longCodeForm, { code }).code
    : checked(digitsForm, { code: code.replaceAll(/[\s-]/g, '') }).code

/** The server's names for what a field of ours holds. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['phone', 'phoneNumber'],
  ['username', 'phoneNumber'],
  ['password', 'pin'],
])

/** What the form shows again: everything but the secrets. */
export function formErrors(error: AppError, typed: Fields): FormState {
  const { pin: _pin, confirmPin: _again, code: _code, ...fields } = typed
  const { details, code } = error
  const errors = Object.fromEntries(
    (details.errors ?? []).toReversed().map((wrong) => [FIELDS.get(wrong.field) ?? wrong.field, wrong.code]),
  )
  return Object.keys(errors).length > 0 ? { fields, errors, details } : { fields, problem: code, details }
}

const ERRORS: Readonly<Record<string, Words>> = {
  required: ['Please fill this in.', 'Bitte ausfüllen.'],
  digit_length: ['This has the wrong number of digits.', 'Die Anzahl der Ziffern stimmt nicht.'],
  code_length: ['The code has 12 letters and digits.', 'Der Code hat 12 Buchstaben und Ziffern.'],
  matching_pin: ['The PINs differ.', 'Die PINs sind verschieden.'],
  invalid_pin: ['This PIN is too easy to guess.', 'Diese PIN ist zu leicht zu erraten.'],
  required_country_code: ['Please enter a country code.', 'Bitte eine Vorwahl angeben.'],
  invalid_phone_number: ['This is not a mobile number.', 'Das ist keine Handynummer.'],
  max_length_exceed: ['This is too long.', 'Das ist zu lang.'],
  phone_number_exist: [
    'This number has an account. Log in instead.',
    'Diese Nummer hat ein Konto. Logge dich stattdessen ein.',
  ],
  phone_number_does_not_exist: ['There is no account for this number.', 'Für diese Nummer gibt es kein Konto.'],
  wrong_login_info: ['Number or PIN is wrong.', 'Nummer oder PIN ist falsch.'],
  wrong_sms_code: ['This code is wrong or too old.', 'Dieser Code ist falsch oder zu alt.'],
  cannot_send_sms: [
    'The SMS could not be delivered. Check the number.',
    'Die SMS konnte nicht zugestellt werden. Prüfe die Nummer.',
  ],
  captcha_failed: [
    'We could not make sure that no machine is at work. Try again.',
    'Wir konnten nicht sicher sein, dass keine Maschine am Werk ist. Versuche es noch einmal.',
  ],
  too_many_requests: [
    'That was too often. Wait a while and try again.',
    'Das war zu oft. Warte eine Weile und versuche es noch einmal.',
  ],
  resend_too_soon: ['You can have a new code in a moment.', 'Einen neuen Code bekommst du gleich.'],
  account_locked: [
    'This account is locked. Please write to support.',
    'Dieses Konto ist gesperrt. Bitte schreib dem Support.',
  ],
  under_age_18: [
    'You must be at least 18. This number cannot open an account for now.',
    'Du musst mindestens 18 sein. Diese Nummer kann vorerst kein Konto eröffnen.',
  ],
  restart: [
    'This code is used up. Log in again for a new one.',
    'Dieser Code ist verbraucht. Logge dich für einen neuen noch einmal ein.',
  ],
}
const OTHER: Words = ['That did not work. Please try again.', 'Das hat nicht geklappt. Bitte versuche es noch einmal.']

/** The words for one of the product's error codes. */
export function useErrorText() {
  const t = useTexts()
  return (code: string): string => t(...(ERRORS[code] ?? OTHER))
}

/** What is wrong with the form as a whole. */
export function Problem({ state: { problem, details } }: { state: FormState }) {
  const t = useTexts()
  const errorText = useErrorText()
  if (problem === undefined) return null
  const wait = problem === 'resend_too_soon' ? details?.resend_after : details?.retry_after
  return (
    <Note isProblem>
      {errorText(problem)} {wait && t(`Try again in ${wait} seconds.`, `Versuche es in ${wait} Sekunden noch einmal.`)}
    </Note>
  )
}

/** A number that has an account leads to the log-in. */
export function TakenNumber({ state: { problem, errors = {} } }: { state: FormState }) {
  const t = useTexts()
  if (![problem, ...Object.values(errors)].includes('phone_number_exist')) return null
  return (
    <Note>
      {t('This number has an account.', 'Diese Nummer hat ein Konto.')}{' '}
      <a className="underline underline-offset-4" href="/app/login">
        {t('Log in instead', 'Stattdessen einloggen')}
      </a>
    </Note>
  )
}

type AppFieldProps = Omit<ComponentProps<typeof Field>, 'error'> & { state: FormState }

/** A field with digits, and with what the form found wrong in it. */
export function AppField({ state, ...field }: AppFieldProps) {
  const errorText = useErrorText()
  const error = state.errors?.[field.name]
  return <Field inputMode="numeric" required error={error && errorText(error)} {...field} />
}

export function NumberFields({ state }: { state: FormState }) {
  const t = useTexts()
  const { countryCode = '+49', phoneNumber = '' } = state.fields ?? {}
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3">
      <AppField
        state={state}
        name="countryCode"
        label={t('Prefix', 'Vorwahl')}
        type="tel"
        autoComplete="tel-country-code"
        maxLength={5}
        defaultValue={countryCode}
      />
      <AppField
        state={state}
        name="phoneNumber"
        label={t('Mobile number', 'Handynummer')}
        type="tel"
        autoComplete="tel-national"
        maxLength={20}
        defaultValue={phoneNumber}
      />
    </div>
  )
}

export function Tick({ name, state, children }: { name: string; state: FormState; children: ReactNode }) {
  const errorText = useErrorText()
  const error = state.errors?.[name]
  return (
    <div className="grid grid-cols-[26px_minmax(0,1fr)] gap-x-3 gap-y-1">
      <input
        id={name}
        name={name}
        type="checkbox"
        value="yes"
        className="size-6.5 accent-brand"
        defaultChecked={state.fields?.[name] === 'yes'}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error && `${name}-note`}
      />
      <label htmlFor={name}>{children}</label>
      {error && (
        <p className="col-start-2 text-small text-danger" id={`${name}-note`}>
          {errorText(error)}
        </p>
      )}
    </div>
  )
}
