import { digitsOf } from '@avouch/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { prefetch } from '#router/prefetch.ts'
import type { PhoneGroups } from './phone-groups.ts'
import { loadedGroups, loadGroups } from './phone.ts'

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
 * A number in the groups of its country, or the draft of one as it is. The first key fetches them; the caret, or what is selected, stays when the text
 * changes around it.
 */
export function useGroups(dialCode: string, national: string, draft: string | undefined) {
  const [groups, setGroups] = useState(loadedGroups)
  const selection = useRef<ReturnType<typeof selectionOf>>(undefined)
  const shown = draft ?? groups?.group(dialCode, national) ?? national
  useLayoutEffect(() => {
    if (selection.current === undefined || draft !== undefined) return
    const { field, start, end } = selection.current
    if (document.activeElement === field) field.setSelectionRange(placeAfter(start, shown), placeAfter(end, shown))
  }, [shown, draft])

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

/** Says when no SMS can reach a number that is whole, once the typing rests. */
export function useNumberCheck({ dialCode, national, isTyped, groups }: Typed, onWrong: () => void): void {
  const tell = useEffectEvent(onWrong)
  useEffect(
    () => (isTyped ? groups?.askAtRest(dialCode, national, () => tell()) : undefined),
    [dialCode, national, isTyped, groups],
  )
}
