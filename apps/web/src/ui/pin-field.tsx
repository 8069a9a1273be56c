import type { ErrorCode } from '@avouch/contract'
import { useId } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { described, Field } from '@avouch/design/field'
import { PinInput } from '#ui/pin-input.tsx'
import { usePin } from '#ui/use-pin.ts'

const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]

/** The PIN of an account. */
export function PinField({ name }: { name: string }) {
  const label = useTranslate()('pin.label')
  const id = useId()
  const { error, possible, input } = usePin(name, ERRORS)
  return (
    <Field id={id} label={label} error={error} errors={possible}>
      <PinInput id={id} label={label} autoComplete="current-password" {...input} {...described(id, { error })} />
    </Field>
  )
}
