import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { isArrival } from '#router/arrival.ts'

/**
 * Typing comes next: on arrival the number takes the focus, or where there is a right one already the PIN, if the form asks
 * for one. Stands in a form with one of these fields or both, behind the page's heading.
 */
export function FirstFocus({ isCorrecting = false }: { isCorrecting?: boolean }) {
  const { setFocus, getValues } = useFormContext<{ phoneNumber: string; pin: string }>()
  useEffect(() => {
    if (isArrival()) setFocus(isCorrecting || getValues('phoneNumber') === '' ? 'phoneNumber' : 'pin')
  }, [isCorrecting, setFocus, getValues])
  return null
}
