import type { ErrorCode } from '@avouch/contract'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Country } from './countries.ts'
import { fieldText } from '#api/error-text.ts'
import { digitsOf } from './phone.ts'
import { useTranslate } from '#i18n/language.ts'
import { CountryPicker } from '#ui/country-picker.tsx'
import { described, Field, INPUT } from '#ui/field.tsx'
import { useField } from '#ui/use-field.ts'

const NORTH_AMERICA = '1'
const NUMBER_ERRORS = ['required', 'max_length_exceed', 'required_country_code'] as const satisfies ErrorCode[]

type PhoneFieldProps = {
  countryName: string
  numberName: string
  /** ISO code of the country that is picked at first. */
  country: string
  onCountry: (country: string) => void
  /** A field whose rule looks at the number: it is looked at again when the number changes. */
  partOf?: string
}

/** Country and national number: two fields that belong together. */
export function PhoneField({ countryName, numberName, country, onCountry, partOf }: PhoneFieldProps) {
  const t = useTranslate()
  const id = useId()
  const { trigger, getValues } = useFormContext()
  const dialCode = useField(countryName)
  const field = useField(numberName)

  const textOf = (message: string | undefined) => (message === undefined ? undefined : fieldText(t, message))
  const error = textOf(field.message)
  const errors = [...NUMBER_ERRORS, ...field.refusals].map((code) => fieldText(t, code))
  // With a country picked the field of countries has no error: the note stands in the room for it, and moves nothing.
  const note = { id: `${id}-note`, text: t('phone.northAmerica'), shown: dialCode.value === NORTH_AMERICA }

  const recheck = () => {
    if (partOf !== undefined && getValues(partOf) !== '') void trigger(partOf)
  }
  const type = (text: string) => {
    field.change(digitsOf(text))
    recheck()
  }
  const pick = (picked: Country | undefined) => {
    dialCode.change(picked?.dialCode ?? '')
    onCountry(picked?.code ?? '')
    if (field.dirty) void trigger(numberName)
    recheck()
  }

  return (
    <>
      <CountryPicker
        label={t('phone.country')}
        initial={country}
        dialCode={String(dialCode.value)}
        onPick={pick}
        onBlur={dialCode.blur}
        error={textOf(dialCode.message)}
        errors={[fieldText(t, 'required')]}
        note={note}
      />
      <Field id={id} label={t('phone.number')} error={error} errors={errors}>
        <div className="relative">
          {dialCode.value === '' ? null : (
            <span
              className="pointer-events-none absolute inset-y-0 inset-s-3.5 grid w-12 place-items-center text-ink-soft tabular-nums"
              aria-hidden="true"
            >
              +{String(dialCode.value)}
            </span>
          )}
          <input
            ref={field.ref}
            id={id}
            name={numberName}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            required
            value={String(field.value)}
            onChange={(event) => type(event.target.value)}
            onBlur={field.blur}
            className={`${INPUT} tabular-nums ${dialCode.value === '' ? '' : 'ps-[4.4rem]'}`}
            {...described(id, { error, note: note.shown ? note.id : undefined })}
          />
        </div>
      </Field>
    </>
  )
}
