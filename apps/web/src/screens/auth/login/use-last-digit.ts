import { digitsOf, type LoginForm, PIN_LENGTH } from '@avouch/contract'
import { useContext, useEffect, useRef, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { prefetch } from '#router/prefetch.ts'
import type { PhoneGroups } from '#ui/phone-groups.ts'
import { RefusalsContext } from '#ui/use-field.ts'
import { loadGroups } from '#ui/phone.ts'
import type { usePin } from '#ui/pin-fields.tsx'

/**
 * The last digit of the PIN, typed after the others, sends the form, while the number is whole, nothing is refused and the
 * focus is still here. What is pasted or filled in is left to the button. A PIN that was refused leaves the field empty, and may
 * be typed again.
 */
export function useLastDigit(input: ReturnType<typeof usePin>['input']) {
  const { getValues, setValue } = useFormContext<LoginForm>()
  const { isValid } = useFormState()
  const { byField } = useContext(RefusalsContext)
  const [groups, setGroups] = useState<PhoneGroups>()
  const isTyped = useRef(false)

  useEffect(() => {
    const { countryCode, phoneNumber } = getValues()
    const isReady = isValid && Object.keys(byField).length === 0 && groups?.isWhole(countryCode, phoneNumber) === true
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
      input.onType(text)
      if (groups === undefined) prefetch(async () => setGroups(await loadGroups()))
    },
    onBlur: () => {
      isTyped.current = false
      input.onBlur()
    },
  }
}
