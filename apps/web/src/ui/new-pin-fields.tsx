import { type ErrorCode, PIN_LENGTH, type PinBlocklist } from '@avouch/contract'
import type { PhraseKey } from '@avouch/phrases'
import { useId } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { described, FieldMessage, LABEL, wrongAt } from '@avouch/design/field'
import { PinInput } from '#ui/pin-input.tsx'
import { usePin } from '#ui/use-pin.ts'

const HINTS = { spec: 'pin.hint', strict: 'pin.hintStrict' } as const satisfies Record<PinBlocklist, PhraseKey>
const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]
const REPEAT_ERRORS = [...ERRORS, 'matching_pin'] as const satisfies ErrorCode[]

/** Tells password managers to make up nothing but a PIN. No `maxlength`: it would cut a pasted "12 34" before its blank goes. */
const FOR_MANAGERS = { passwordrules: `minlength: ${PIN_LENGTH}; maxlength: ${PIN_LENGTH}; required: digit;` }

type NewPinFieldsProps = {
  /** Names of the two fields. */
  pin: string
  repeat: string
  blocklist: PinBlocklist
}

/** A new PIN and its repetition: they share the line below, where the first error wins. */
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
  // The hint is the first one's, and gone while an error is shown.
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
