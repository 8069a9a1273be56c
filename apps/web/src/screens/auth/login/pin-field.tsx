import type { ErrorCode } from '@avouch/contract'
import { useId } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { described, Field } from '@avouch/design/field'
import { PinInput, usePin } from '#ui/pin-fields.tsx'
import { useLastDigit } from './use-last-digit.ts'

const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]

/** The PIN of an account. Its last digit sends the form, which the hint says before. */
export function PinField() {
  const t = useTranslate()
  const [label, hint] = [t('pin.label'), t('login.pinHint')]
  const id = useId()
  const { error, possible, input } = usePin('pin', ERRORS)
  const own = useLastDigit(input)
  return (
    <Field id={id} label={label} hint={hint} error={error} errors={possible}>
      <PinInput id={id} label={label} autoComplete="current-password" {...own} {...described(id, { hint, error })} />
    </Field>
  )
}
