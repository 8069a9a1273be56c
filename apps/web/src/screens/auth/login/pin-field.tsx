import { digitsOf, type ErrorCode, type LoginForm, PIN_LENGTH } from '@avouch/contract'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { useTranslate } from '#i18n/language.ts'
import { described, Field } from '@avouch/design/field'
import { PinInput, usePin } from '#ui/form/pin-fields.tsx'
import { useFormContext, useFormState } from 'react-hook-form'
import { prefetch } from '#router/prefetch.ts'
import type { NumberingPlans } from '#ui/numbers/numbering-plans.ts'
import { authState } from '#visit/auth-state.ts'
import { RefusalsContext } from '#ui/form/use-field.ts'
import { loadNumberingPlans } from '#ui/numbers/phone.ts'

const ERRORS = ['required', 'digit_length'] as const satisfies ErrorCode[]

/** Takes the PIN of an account. Its last digit sends the form, as the hint says. */
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

/**
 * Sends the form with the last digit that is typed, if the number has its whole length, nothing is refused and the focus is still
 * here. A PIN that is pasted or filled in waits for the button. A refused PIN is cleared, and may be typed again.
 */
function useLastDigit(input: ReturnType<typeof usePin>['input']) {
  const { getValues, setValue } = useFormContext<LoginForm>()
  const { isValid } = useFormState()
  const { byField } = useContext(RefusalsContext)
  const [plans, setPlans] = useState<NumberingPlans>()
  const isTyped = useRef(false)

  useEffect(() => {
    const { countryCode, phoneNumber } = getValues()
    const isReady = isValid && Object.keys(byField).length === 0 && plans?.isWhole(countryCode, phoneNumber) === true
    if (!isTyped.current || !isReady) return
    isTyped.current = false
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.form?.requestSubmit()
  })

  useEffect(() => {
    if (byField['pin'] === 'wrong_login_info') setValue('pin', '')
  }, [byField, setValue])

  return {
    ...input,
    onType: (text: string) => {
      const digits = digitsOf(text)
      isTyped.current = digits.length === PIN_LENGTH && digits.slice(0, -1) === input.value
      authState.set({ isPinFilled: digits.length === PIN_LENGTH && input.value === '' })
      input.onType(text)
      if (plans === undefined) prefetch(async () => setPlans(await loadNumberingPlans()))
    },
    onBlur: () => {
      isTyped.current = false
      input.onBlur()
    },
  }
}
