import { digitsOf, PHONE_NUMBER_MAX_LENGTH } from '@avouch/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { prefetch } from '#router/prefetch.ts'
import type { PhoneGroups } from './phone-groups.ts'

/** Longer than the rest between two keys. */
const REST_MS = 800

let loaded: PhoneGroups | undefined
/** The numbering plans, loaded once. */
export const loadGroups = async (): Promise<PhoneGroups> => (loaded ??= (await import('./phone-groups.ts')).phoneGroups)

/** How many digits of the field stand before each end of what is selected: spaces between them come and go. */
function selectionOf(field: HTMLInputElement) {
  const digitsBefore = (end: number | null) => digitsOf(field.value.slice(0, end ?? undefined)).length
  return { field, start: digitsBefore(field.selectionStart), end: digitsBefore(field.selectionEnd) }
}

function placeAfter(digits: number, text: string): number {
  let place = 0
  for (let rest = digits; rest > 0 && place < text.length; place += 1) if (/\d/.test(text[place] ?? '')) rest -= 1
  return place
}

/**
 * A number in the groups of its country. The first key fetches them; the caret, or what is selected, stays when the text
 * changes around it.
 */
export function useGroups(dialCode: string, national: string) {
  const [groups, setGroups] = useState(loaded)
  const selection = useRef<ReturnType<typeof selectionOf>>(undefined)
  const shown = groups?.group(dialCode, national) ?? national
  useLayoutEffect(() => {
    if (selection.current === undefined) return
    const { field, start, end } = selection.current
    if (document.activeElement === field) field.setSelectionRange(placeAfter(start, shown), placeAfter(end, shown))
  }, [shown])

  const loadAndShow = async (field: HTMLInputElement) => {
    const arrived = await loadGroups()
    selection.current = selectionOf(field)
    // In one task: what is selected between reading and showing would be lost.
    flushSync(() => setGroups(arrived))
  }
  const onKey = (field: HTMLInputElement) => {
    selection.current = selectionOf(field)
    if (groups === undefined) prefetch(() => loadAndShow(field))
  }
  return { groups, shown, onKey }
}

type Typed = { dialCode: string; national: string; isTyped: boolean; groups: PhoneGroups | undefined }

/** Asks about a number that is whole once the typing rests, and says when no SMS can reach it. */
export function useNumberCheck({ dialCode, national, isTyped, groups }: Typed, onWrong: () => void): void {
  const tell = useEffectEvent(onWrong)
  useEffect(() => {
    if (!isTyped || national.length > PHONE_NUMBER_MAX_LENGTH || groups?.isWhole(dialCode, national) !== true) return
    const left = new AbortController()
    const ask = async () => {
      const { canReceiveSms } = await import('#visit/check-number.ts')
      const reaches = await canReceiveSms(dialCode, national, left.signal)
      if (!left.signal.aborted && !reaches) tell()
    }
    const timer = setTimeout(() => prefetch(ask), REST_MS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [dialCode, national, isTyped, groups])
}
