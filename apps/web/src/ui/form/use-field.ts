import { digitsOf, type ErrorCode } from '@avouch/contract'
import { createContext, useContext } from 'react'
import { useController } from 'react-hook-form'

/** The server's refusals, apart from the errors of the form's rules. */
export type Refusals = {
  byField: Readonly<Record<string, string>>
  /** Codes that the server may refuse with, and the field that shows each. */
  possible: Partial<Record<ErrorCode, string>>
  forget: (name: string) => void
  refuse: (name: string, code: ErrorCode) => void
}

const nothing = () => undefined

export const RefusalsContext = createContext<Refusals>({ byField: {}, possible: {}, forget: nothing, refuse: nothing })

const isOf = (name: string) => (entry: [string, string]) => entry[1] === name

/** Waits until a press is over, so that the pressed control does not move away. */
function afterPress(then: () => void): void {
  if (document.querySelector('button:active, a:active, label:active') === null) then()
  else window.addEventListener('mouseup', () => setTimeout(then), { once: true })
}

/** Handles a field of the form around it. */
export function useField(name: string) {
  const { byField, possible, forget, refuse } = useContext(RefusalsContext)
  const { field, fieldState } = useController({ name })
  const refusal = byField[name]
  const change = (value: string | boolean) => {
    forget(name)
    field.onChange(value)
  }
  return {
    value: field.value as unknown,
    change,
    /** Shows a refusal of the value before the form is sent. */
    refuse: (code: ErrorCode) => refuse(name, code),
    blur: () => afterPress(field.onBlur),
    ref: field.ref,
    /** Error code, of the server or of the form's rules. */
    message: refusal ?? fieldState.error?.message,
    refused: refusal !== undefined,
    /** Codes that the server may refuse the value with. */
    refusals: Object.entries(possible)
      .filter(isOf(name))
      .map(([code]) => code),
    touched: fieldState.isTouched,
    dirty: fieldState.isDirty,
  }
}

/** Tells typing in a field of digits: a key adds one character; pasting, dropping or filling in adds more. */
export const isTyped = (before: string, after: string): boolean =>
  after.length <= before.length + 1 && digitsOf(after).length >= after.length - 1
