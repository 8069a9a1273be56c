import { type ErrorCode, PIN_LENGTH, type PinBlocklist } from '@avouch/contract'
import type { PhraseKey } from '@avouch/phrases'
import { useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { fieldText } from '#api/error-text.ts'
import { digitsOf } from './phone.ts'
import { useTranslate } from '#i18n/language.ts'
import { described, Field, INPUT } from '#ui/field.tsx'
import { useField } from '#ui/use-field.ts'
import { EyeIcon, EyeOffIcon } from '#ui/more-icons.tsx'

export const PIN_HINTS = { spec: 'pin.hint', strict: 'pin.hintStrict' } as const satisfies Record<
  PinBlocklist,
  PhraseKey
>

/** Of a field that repeats a PIN. */
export const REPEAT_ERRORS = ['matching_pin'] as const satisfies ErrorCode[]

type PinFieldProps = {
  name: string
  label: string
  hint?: string
  /** A new PIN is offered to the password manager, a known one is asked from it. */
  autoComplete: 'new-password' | 'current-password'
  /** The field that must repeat this one: it is looked at again when this one changes. */
  repeatedIn?: string
  /** What may be wrong apart from its length, before the server is asked. */
  errors?: readonly ErrorCode[]
}

const OWN_ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]

export function PinField({ name, label, hint, autoComplete, repeatedIn, errors = [] }: PinFieldProps) {
  const t = useTranslate()
  const id = useId()
  const [visible, setVisible] = useState(false)
  const { trigger, getFieldState } = useFormContext()
  const field = useField(name)
  const value = String(field.value)

  // No error appears while the first four digits are typed.
  const typing = !field.touched && value !== '' && value.length < PIN_LENGTH
  const message = typing ? undefined : field.message
  const error = message === undefined ? undefined : fieldText(t, message)
  const possible = [...OWN_ERRORS, ...errors, ...field.refusals].map((code) => fieldText(t, code))

  const change = (text: string) => {
    field.change(digitsOf(text).slice(0, PIN_LENGTH))
    if (repeatedIn !== undefined && getFieldState(repeatedIn).isDirty) void trigger(repeatedIn)
  }

  return (
    <Field id={id} label={label} hint={hint} error={error} errors={possible}>
      <div className="relative max-w-[13rem]">
        <input
          ref={field.ref}
          id={id}
          name={name}
          type={visible ? 'text' : 'password'}
          inputMode="numeric"
          autoComplete={autoComplete}
          required
          value={value}
          onChange={(event) => change(event.target.value)}
          onBlur={field.blur}
          className={`${INPUT} pe-14 tracking-[.45em] tabular-nums`}
          {...described(id, { hint, error })}
        />
        <button
          type="button"
          aria-label={visible ? t('pin.hide', { field: label }) : t('pin.show', { field: label })}
          aria-controls={id}
          onClick={() => setVisible(!visible)}
          className="absolute inset-e-1 top-1 grid size-11 place-items-center rounded-[8px] text-ink-soft hover:text-ink"
        >
          {visible ? <EyeOffIcon className="size-5.5" /> : <EyeIcon className="size-5.5" />}
        </button>
      </div>
    </Field>
  )
}
