import { digitsOf, type ErrorCode, PIN_LENGTH, SPACES } from '@avouch/contract'
import { useFormContext } from 'react-hook-form'
import { inBackground } from '#api/report.ts'
import { fieldText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { isTyped, useField } from '#ui/use-field.ts'

/**
 * A field for a PIN: what is wrong with it, all that may be wrong, and its input.
 * @param errors What may be wrong before the server is asked.
 * @param repeatedIn The field that must repeat this one: it is looked at again when this one changes.
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
    // Some digits of a whole password would be a PIN that its owner does not know.
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
