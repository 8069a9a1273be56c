import type { ErrorCode, ErrorDetails, Language } from '@avouch/contract'
import type { ReactNode } from 'react'
import { accountPhrases } from './account-phrases.ts'

/** What was typed, what is wrong with it, and what is wrong with all of it. */
export type FormState = {
  fields?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  problem?: ErrorCode | 'other' | 'restart'
  details?: ErrorDetails
}

type FieldProps = {
  name: string
  label: string
  state: FormState
  language: Language
  type?: string
  complete: string
  hint?: string
  length?: number
  value?: string
  focus?: boolean
}

export function Field({
  name,
  label,
  state,
  language,
  type = 'text',
  complete,
  hint,
  length,
  value,
  focus,
}: FieldProps) {
  const error = state.errors?.[name]
  const note = error ?? hint
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        type={type}
        inputMode="numeric"
        autoComplete={complete}
        maxLength={length}
        defaultValue={value}
        required
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the one field of its page
        autoFocus={focus}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note ? `${name}-note` : undefined}
      />
      {note ? (
        <p className={error ? 'error' : 'hint'} id={`${name}-note`}>
          {error ? (accountPhrases[language].errors[error] ?? accountPhrases[language].errors['other']) : hint}
        </p>
      ) : null}
    </div>
  )
}

export function Problem({ state, language }: { state: FormState; language: Language }) {
  const t = accountPhrases[language]
  if (state.problem === undefined) return null
  const { resend_after, retry_after } = state.details ?? {}
  const wait = state.problem === 'resend_too_soon' ? resend_after : retry_after
  return (
    <p className="alert" role="alert">
      {t.errors[state.problem] ?? t.errors['other']} {wait ? t.waitSeconds(wait) : null}
    </p>
  )
}

export function NumberFields({ state, language }: { state: FormState; language: Language }) {
  const t = accountPhrases[language]
  const { fields = {} } = state
  return (
    <div className="pair">
      <Field
        {...{ state, language }}
        name="countryCode"
        label={t.dial}
        type="tel"
        complete="tel-country-code"
        length={5}
        value={fields['countryCode'] ?? '+49'}
      />
      <Field
        {...{ state, language }}
        name="phoneNumber"
        label={t.national}
        type="tel"
        complete="tel-national"
        length={20}
        value={fields['phoneNumber'] ?? ''}
      />
    </div>
  )
}

export function Tick({
  name,
  state,
  language,
  children,
}: {
  language: Language
  state: FormState
  name: string
  children: ReactNode
}) {
  const error = state.errors?.[name]
  return (
    <div className="tickbox">
      <input
        id={name}
        name={name}
        type="checkbox"
        value="yes"
        defaultChecked={state.fields?.[name] === 'yes'}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error ? `${name}-note` : undefined}
      />
      <label htmlFor={name}>{children}</label>
      {error ? (
        <p className="error" id={`${name}-note`}>
          {accountPhrases[language].errors[error]}
        </p>
      ) : null}
    </div>
  )
}
