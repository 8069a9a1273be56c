import { digitsOf, type ErrorCode, PIN_LENGTH, type PinBlocklist, SPACES } from '@avouch/contract'
import { useFormContext } from 'react-hook-form'
import { inBackground } from '#api/report.ts'
import { fieldText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { isTyped, useField } from './use-field.ts'
import { type Ref, useId, useState } from 'react'
import { described, FieldMessage, INPUT, LABEL, wrongAt } from '@avouch/design/field'
import { EyeIcon, EyeOffIcon } from '@avouch/design/more-icons'
import type { PhraseKey } from '@avouch/phrases'

/**
 * Handles a field for a PIN: its error, all possible errors, its input.
 * @param errors possible before the server is asked
 * @param repeatedIn the field that must repeat this one, and is checked again with it
 */
export function usePin(name: string, errors: readonly ErrorCode[], repeatedIn?: string) {
  const t = useTranslate()
  const { trigger, getFieldState } = useFormContext()
  const field = useField(name)
  const value = String(field.value)

  // No error appears while the first four digits are typed.
  const typing = !field.touched && value !== '' && value.length < PIN_LENGTH
  const message = typing ? undefined : field.message
  const onType = (text: string) => {
    // The digits of a pasted password would be a PIN that the visitor does not know.
    const isPin = isTyped(value, text) || /^\p{Nd}*$/u.test(text.replaceAll(SPACES, ''))
    field.change(isPin ? digitsOf(text).slice(0, PIN_LENGTH) : '')
    if (!isPin) field.refuse('digit_length')
    if (repeatedIn !== undefined && getFieldState(repeatedIn).isDirty) inBackground(trigger(repeatedIn))
  }
  return {
    error: message === undefined ? undefined : fieldText(t, message),
    possible: [...errors, ...field.refusals].map((code) => fieldText(t, code)),
    input: { ref: field.ref, name, value, onType, onBlur: field.blur },
  }
}

type PinInputProps = {
  id: string
  name: string
  label: string
  /** A password manager stores a new PIN, and fills in a current one. */
  autoComplete: 'new-password' | 'current-password'
  value: string
  onType: (text: string) => void
  onBlur: () => void
  ref: Ref<HTMLInputElement>
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** Takes four hidden digits, which a button shows. */
export function PinInput({ label, onType, ...input }: PinInputProps) {
  const t = useTranslate()
  const [visible, setVisible] = useState(false)
  return (
    <div className="relative">
      <input
        {...input}
        type={visible ? 'text' : 'password'}
        inputMode="numeric"
        pattern={`[0-9]{${PIN_LENGTH}}`}
        required
        onChange={(event) => onType(event.target.value)}
        className={`${INPUT} pe-13 tracking-[.3em] tabular max-[359px]:px-2.5 max-[359px]:pe-12 max-[359px]:tracking-[.08em]`}
      />
      <button
        type="button"
        aria-label={visible ? t('pin.hide', { field: label }) : t('pin.show', { field: label })}
        aria-controls={input.id}
        onClick={() => setVisible(!visible)}
        className="absolute inset-e-1 top-1 grid size-11 place-items-center rounded-small text-ink-soft hover:text-ink"
      >
        {visible ? <EyeOffIcon className="size-5.5" /> : <EyeIcon className="size-5.5" />}
      </button>
    </div>
  )
}

const HINTS = { spec: 'pin.hint', strict: 'pin.hintStrict' } as const satisfies Record<PinBlocklist, PhraseKey>
const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]
const REPEAT_ERRORS = [...ERRORS, 'matching_pin'] as const satisfies ErrorCode[]

/** Makes password managers generate a PIN. No `maxlength`: it would cut a pasted "12 34" before its blank is removed. */
const FOR_MANAGERS = { passwordrules: `minlength: ${PIN_LENGTH}; maxlength: ${PIN_LENGTH}; required: digit;` }

type NewPinFieldsProps = {
  /** Names of the two fields. */
  pin: string
  repeat: string
  blocklist: PinBlocklist
}

/** Takes a new PIN and its repetition. They share a line below, which shows the first error. */
export function NewPinFields({ pin, repeat, blocklist }: NewPinFieldsProps) {
  const t = useTranslate()
  const id = useId()
  const first = usePin(pin, ERRORS, repeat)
  const second = usePin(repeat, REPEAT_ERRORS)
  const label = t('pin.label')
  const repeatLabel = t('pin.repeat')
  const agree =
    first.input.value.length === PIN_LENGTH && first.input.value === second.input.value && first.error === undefined
  const hints = { rule: t(HINTS[blocklist]), agree: t('pin.agree') }
  const hint = agree ? hints.agree : hints.rule
  const wrong = [...wrongAt(`${id}-pin`, first.error), ...wrongAt(`${id}-repeat`, second.error)]
  // The hint belongs to the first field, and is hidden while an error is shown.
  const firstSays = described(`${id}-pin`, { error: first.error })
  const hintId = wrong.length === 0 ? `${id}-hint` : undefined
  return (
    <div>
      <div className="flex flex-wrap items-end gap-3">
        {[
          {
            id: `${id}-pin`,
            label,
            ...first.input,
            ...firstSays,
            'aria-describedby': firstSays['aria-describedby'] ?? hintId,
          },
          {
            id: `${id}-repeat`,
            label: repeatLabel,
            ...second.input,
            ...described(`${id}-repeat`, { error: second.error }),
          },
        ].map((field) => (
          <div key={field.id} className="grid flex-[1_1_6rem] grid-cols-1">
            <label htmlFor={field.id} className={`mb-1.5 ${LABEL}`}>
              {field.label}
            </label>
            <PinInput autoComplete="new-password" {...FOR_MANAGERS} {...field} />
          </div>
        ))}
      </div>
      <FieldMessage
        id={id}
        hint={hint}
        wrong={wrong}
        errors={[...first.possible, ...second.possible]}
        otherHints={Object.values(hints)}
        look={agree ? 'good' : 'plain'}
      />
    </div>
  )
}
