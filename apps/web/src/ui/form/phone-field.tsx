import type { Content } from '@avouch/design/jsx-runtime'
import type { ErrorCode } from '@avouch/contract'
import { type ChangeEventHandler, useEffect, useId, useState } from 'react'
import { fieldText } from '#i18n/error-text.ts'
import { countryName } from '#ui/numbers/country-text.ts'
import { wholePhone } from '#ui/numbers/phone.ts'
import { useNumber } from './use-number.ts'
import { prefetch, whenIdle } from '#router/prefetch.ts'
import { useLanguage, useTranslate } from '#i18n/language.ts'
import { CountryPicker } from '#ui/numbers/country-picker.tsx'
import { described, FieldMessage, INPUT, LABEL, wrongAt } from '@avouch/design/field'

const NORTH_AMERICA = '1'
const ARGENTINA = '54'
const NUMBER_ERRORS = ['required', 'max_length_exceed', 'required_country_code'] as const satisfies ErrorCode[]
const LENGTHS = { short: 'phone.tooShort', long: 'phone.tooLong' } as const

/** Loads an example number for a country, of no subscriber. */
function useExample(country: string): string | undefined {
  const [examples, setExamples] = useState<Readonly<Record<string, string>>>()
  useEffect(
    () =>
      whenIdle(() => prefetch(async () => setExamples((await import('libphonenumber-js/mobile/examples')).default))),
    [],
  )
  return examples?.[country]
}

type PhoneFieldProps = {
  /** ISO code of the initial country. */
  country: string
  onCountry: (country: string) => void
  /** Says what the number is for. */
  hint: string
  /** True where the number is the user name of a secret in the same form. */
  isUserName?: boolean
  /** True where the browser offers passkeys in the field. */
  isForPasskeys?: boolean
  /** Refusals with a link to a way out in their text. */
  refusals?: Partial<Record<ErrorCode, Content>>
  /** A field that is validated with the number, and again after each change of it. */
  partOf?: string
}

/** Takes country and national number: the fields `countryCode` and `phoneNumber` of the form around it. */
export function PhoneField(props: PhoneFieldProps) {
  const { country, onCountry, hint: use, refusals = {}, partOf, isUserName = false, isForPasskeys = false } = props
  const t = useTranslate()
  const language = useLanguage()
  const id = useId()
  const number = useNumber({ country, onCountry, partOf })
  const { code, national, dialCode, field, given, isDraft, wrongLength, input } = number
  const example = useExample(given.country)

  const textOf = (message: string | undefined) => (message === undefined ? undefined : fieldText(t, message))
  const wrongCountry = textOf(dialCode.message)
  const isNoNumber = field.message === 'invalid_phone_number'
  function numberError(): string | undefined {
    if (isDraft) return undefined
    if (wrongLength !== undefined && (isNoNumber || field.message === undefined))
      return t(LENGTHS[wrongLength], { country: countryName(language, given.country) })
    // In Argentina a number without the 9 is a landline.
    if (isNoNumber && field.refused && code === ARGENTINA) return t('phone.argentina')
    return isNoNumber && !field.refused ? undefined : textOf(field.message)
  }
  const wrongNumber = numberError()
  const shownRefusal = Object.entries(refusals).find(([code]) => code === field.message)?.[1]
  const hint = code === NORTH_AMERICA ? t('phone.northAmerica') : use
  const shownHint = wrongNumber === undefined && wrongCountry === undefined ? hint : undefined
  const countryId = `${id}-country`

  return (
    <div>
      <label htmlFor={id} id={`${id}-label`} className={`mb-1.5 block ${LABEL}`}>
        {t('phone.number')}
      </label>
      <div className="@container relative has-[[aria-expanded=true]]:z-10">
        <CountryPicker
          label={t('phone.country')}
          key={given.times}
          initial={given.country}
          dialCode={code}
          onPick={number.pick}
          onChosen={() => document.getElementById(id)?.focus()}
          onBlur={dialCode.blur}
          described={described(countryId, { error: wrongCountry })}
        />
        <input
          {...input}
          id={id}
          type="tel"
          inputMode="tel"
          autoComplete={isForPasskeys ? 'tel webauthn' : 'tel'}
          placeholder={example === undefined ? undefined : t('phone.example', { number: example })}
          required
          className={`${INPUT} ps-32.5 tabular max-[359px]:ps-24 @max-[13rem]:ps-3.5`}
          {...described(id, { hint: shownHint, error: wrongNumber })}
        />
      </div>
      {isUserName ? (
        <UserName
          value={national === '' ? '' : wholePhone(code, national)}
          onChange={({ currentTarget }) => number.fill(currentTarget.value)}
        />
      ) : null}
      <FieldMessage
        id={id}
        hint={shownHint}
        wrong={[...wrongAt(id, wrongNumber, shownRefusal), ...wrongAt(countryId, wrongCountry)]}
        errors={[...NUMBER_ERRORS, ...field.refusals].map((code) => fieldText(t, code))}
        otherHints={[use, t('phone.northAmerica'), t('phone.argentina')]}
      />
    </div>
  )
}

type UserNameProps = { value: string; onChange?: ChangeEventHandler<HTMLInputElement> }

/** Gives a password manager the whole number as the user name, in a hidden field: the national number alone is ambiguous. */
export const UserName = ({ value, onChange = () => undefined }: UserNameProps) => (
  <input
    name="username"
    autoComplete="username"
    tabIndex={-1}
    aria-hidden="true"
    value={value}
    onChange={onChange}
    className="sr-only"
  />
)
