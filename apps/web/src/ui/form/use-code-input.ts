import { useEffect, useId, useRef } from 'react'
import { isArrival } from '#router/arrival.ts'
import { useField } from './use-field.ts'

/** Handles the input of a code: focuses it on arrival, and selects a refused code. */
export function useCodeInput(name: string) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const field = useField(name)
  const { refused } = field
  useEffect(() => {
    if (refused) input.current?.select()
  }, [refused])
  // A phone offers the code of an SMS only while the field has the focus.
  useEffect(() => {
    if (isArrival()) input.current?.focus()
  }, [])
  const ref = (element: HTMLInputElement | null) => {
    input.current = element
    field.ref(element)
  }
  return { field, input, attributes: { ref, id, name, type: 'text', required: true, value: String(field.value) } }
}
