import type { Content } from '@avouch/design/jsx-runtime'
import { digitsOf, type ErrorCode } from '@avouch/contract'
import { type ChangeEvent, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { inBackground } from '#api/report.ts'
import type { Country } from './countries.ts'
import { fieldText } from '#api/error-text.ts'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { loadGroups, useGroups, useNumberCheck } from './use-number.ts'
import { useTranslate } from '#i18n/language.ts'
import { CountryPicker } from '#ui/country-picker.tsx'
import { described, FieldMessage, INPUT, LABEL, wrongAt } from '@avouch/design/field'
import { useField } from '#ui/use-field.ts'

const NORTH_AMERICA = '1'
const NUMBER_ERRORS = ['required', 'max_length_exceed', 'required_country_code'] as const satisfies ErrorCode[]

type PhoneFieldProps = {
  countryName: string
  numberName: string
  /** ISO code of the country that is picked at first. */
  country: string
  onCountry: (country: string) => void
  /** What the number is for. */
  hint: string
  /** A password manager keeps an account's number with its PIN; a browser knows the visitor's own number. */
  autoComplete?: 'username' | 'tel-national'
  /** Refusals that name a way out: the words of the catalogue, with a link among them. */
  refusals?: Partial<Record<ErrorCode, Content>>
  /** A field whose rule looks at the number: it is looked at again when the number changes. */
  partOf?: string
}

/** Country and national number: two fields that belong together. */
export function PhoneField(props: PhoneFieldProps) {
  const { countryName, numberName, country, onCountry, hint: use, refusals = {}, partOf } = props
  const { autoComplete = 'tel-national' } = props
  const t = useTranslate()
  const id = useId()
  const { trigger, getValues } = useFormContext()
  const dialCode = useField(countryName)
  const field = useField(numberName)
  const [given, setGiven] = useState({ country, times: 0 })
  const digits = String(field.value)
  const { groups, shown, onKey } = useGroups(String(dialCode.value), digits)
  const check = { dialCode: String(dialCode.value), national: digits, isTyped: field.dirty, groups }
  useNumberCheck(check, () => field.refuse('invalid_phone_number'))

  const textOf = (message: string | undefined) => (message === undefined ? undefined : fieldText(t, message))
  const wrongCountry = textOf(dialCode.message)
  const wrongNumber = textOf(field.message)
  const northAmerica = t('phone.northAmerica')
  const shownRefusal = Object.entries(refusals).find(([code]) => code === field.message)?.[1]
  const hint = dialCode.value === NORTH_AMERICA ? northAmerica : use
  const shownHint = wrongNumber === undefined && wrongCountry === undefined ? hint : undefined
  const countryId = `${id}-country`

  const recheck = () => {
    if (partOf !== undefined && getValues(partOf) !== '') inBackground(trigger(partOf))
  }
  const change = (national: string) => {
    field.change(national)
    recheck()
  }
  /** A whole number, as it is pasted or filled in by a browser, brings its country along. */
  const takeApart = async (text: string) => {
    const parts = await loadGroups().then(
      ({ split }) => split(text),
      (error: unknown) => ignorePrefetchError(error),
    )
    if (parts === undefined) return change(digitsOf(text))
    setGiven(({ times }) => ({ country: parts.country, times: times + 1 }))
    dialCode.change(parts.dialCode)
    onCountry(parts.country)
    change(parts.national)
  }
  const type = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    onKey(currentTarget)
    const text = currentTarget.value.trim()
    const isPasted = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste'
    if (digitsOf(text).length > 2 && (text.startsWith('+') || (isPasted && text.startsWith('00')))) {
      return void takeApart(text)
    }
    change(digitsOf(text))
  }
  const pick = (picked: Country | undefined) => {
    dialCode.change(picked?.dialCode ?? '')
    onCountry(picked?.code ?? '')
    if (field.dirty) inBackground(trigger(numberName))
    recheck()
  }

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
          dialCode={String(dialCode.value)}
          onPick={pick}
          onChosen={() => document.getElementById(id)?.focus()}
          onBlur={dialCode.blur}
          described={described(countryId, { error: wrongCountry })}
        />
        <input
          ref={field.ref}
          id={id}
          name={numberName}
          type="tel"
          inputMode="tel"
          autoComplete={autoComplete}
          required
          value={shown}
          onChange={type}
          onBlur={field.blur}
          className={`${INPUT} ps-32.5 tabular-nums max-[359px]:ps-24 @max-[13rem]:ps-3.5`}
          {...described(id, { hint: shownHint, error: wrongNumber })}
        />
      </div>
      <FieldMessage
        id={id}
        hint={shownHint}
        wrong={[...wrongAt(id, wrongNumber, shownRefusal), ...wrongAt(countryId, wrongCountry)]}
        errors={[...NUMBER_ERRORS, ...field.refusals].map((code) => fieldText(t, code))}
        otherHints={[use, northAmerica]}
      />
    </div>
  )
}
