import type { Content } from '@avouch/design/jsx-runtime'
import { digitsOf, type ErrorCode } from '@avouch/contract'
import { type SyntheticEvent, useId, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { inBackground } from '#api/report.ts'
import type { Country } from './countries.ts'
import { fieldText } from '#api/error-text.ts'
import { prefetch } from '#router/prefetch.ts'
import { loadGroups, wholePhone } from './phone.ts'
import { useGroups, useNumberCheck } from './use-number.ts'
import { useTranslate } from '#i18n/language.ts'
import { CountryPicker } from '#ui/country-picker.tsx'
import { described, FieldMessage, INPUT, LABEL, wrongAt } from '@avouch/design/field'
import { useField } from '#ui/use-field.ts'
import { UserName } from '#ui/user-name.tsx'

const NORTH_AMERICA = '1'
const ARGENTINA = '54'
const NUMBER_ERRORS = ['required', 'max_length_exceed', 'required_country_code'] as const satisfies ErrorCode[]

type PhoneFieldProps = {
  countryName: string
  numberName: string
  /** ISO code of the country that is picked at first. */
  country: string
  onCountry: (country: string) => void
  /** What the number is for. */
  hint: string
  /** The number is the user name of the secret that stands beside it. */
  isUserName?: boolean
  /** Refusals that name a way out: the words of the catalogue, with a link among them. */
  refusals?: Partial<Record<ErrorCode, Content>>
  /** A field whose rule looks at the number: it is looked at again when the number changes. */
  partOf?: string
}

/** Country and national number: two fields that belong together. */
export function PhoneField(props: PhoneFieldProps) {
  const { countryName, numberName, country, onCountry, hint: use, refusals = {}, partOf, isUserName = false } = props
  const t = useTranslate()
  const id = useId()
  const { trigger, getValues } = useFormContext()
  const dialCode = useField(countryName)
  const field = useField(numberName)
  const [given, setGiven] = useState({ country, times: 0 })
  const digits = String(field.value)
  const code = String(dialCode.value)
  /** A text that is no national number yet, and may become a whole one. */
  const [draft, setDraft] = useState<string>()
  const { groups, shown, onKey } = useGroups(code, digits, draft)
  const latest = useRef('')
  const check = { dialCode: code, national: digits, isTyped: field.dirty, groups }
  useNumberCheck(check, () => field.refuse('invalid_phone_number'))

  const textOf = (message: string | undefined) => (message === undefined ? undefined : fieldText(t, message))
  const wrongCountry = textOf(dialCode.message)
  // In Argentina a mobile number without its 9 is one of a fixed line.
  const withoutNine = code === ARGENTINA && field.message === 'invalid_phone_number'
  const wrongNumber = draft !== undefined ? undefined : withoutNine ? t('phone.argentina') : textOf(field.message)
  const shownRefusal = Object.entries(refusals).find(([code]) => code === field.message)?.[1]
  const hint = code === NORTH_AMERICA ? t('phone.northAmerica') : use
  const shownHint = wrongNumber === undefined && wrongCountry === undefined ? hint : undefined
  const countryId = `${id}-country`

  const recheck = () => {
    if (partOf !== undefined && getValues(partOf) !== '') inBackground(trigger(partOf))
  }
  const change = (national: string) => {
    if (national === getValues(numberName)) return
    field.change(national)
    recheck()
  }
  /** A whole number, however it arrives, brings its country along. @param before undefined: the field is left */
  const take = (text: string, before?: string, caret: number | null = text.length, plans = groups) => {
    const found = plans?.read(text, { before, caret, picked: { country: given.country, dialCode: code } })
    setDraft(found === 'more' ? text : undefined)
    if (typeof found !== 'object') return change(found === 'more' ? '' : digitsOf(text))
    if (found.country !== given.country) {
      setGiven(({ times }) => ({ country: found.country, times: times + 1 }))
      dialCode.change(found.dialCode)
      onCountry(found.country)
    }
    change(found.national)
  }
  const type = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const { value: text, selectionEnd } = currentTarget
    onKey(currentTarget)
    latest.current = text
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (groups !== undefined && !isComposing) return take(text, shown, selectionEnd)
    // Its text must not change under an input method, nor be read before the plans are there.
    setDraft(text)
    change(digitsOf(text))
    if (groups !== undefined || isComposing) return
    prefetch(async () => {
      const plans = await loadGroups()
      if (latest.current === text) take(text, shown, selectionEnd, plans)
    })
  }
  const pick = (picked: Country | undefined) => {
    dialCode.change(picked?.dialCode ?? '')
    setGiven(({ times }) => ({ country: picked?.code ?? '', times }))
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
          dialCode={code}
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
          autoComplete="tel"
          required
          value={shown}
          onChange={type}
          onCompositionEnd={type}
          onBlur={({ currentTarget }) => {
            if (groups !== undefined) take(currentTarget.value)
            field.blur()
          }}
          className={`${INPUT} ps-32.5 tabular-nums max-[359px]:ps-24 @max-[13rem]:ps-3.5`}
          {...described(id, { hint: shownHint, error: wrongNumber })}
        />
      </div>
      {isUserName ? <UserName value={digits === '' ? '' : wholePhone(code, digits)} onChange={type} /> : null}
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
