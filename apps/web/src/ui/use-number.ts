import { PHONE_NUMBER_MAX_LENGTH } from '@avouch/contract'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { prefetch } from '#router/prefetch.ts'
import type { PhoneGroups } from './phone-groups.ts'
import { digitsOf } from './phone.ts'

/** Longer than the rest between two keys. */
const REST_MS = 800

let loaded: PhoneGroups | undefined
const load = async (): Promise<PhoneGroups> => (loaded ??= (await import('./phone-groups.ts')).phoneGroups)

/** The groups of numbers, once they are loaded; the first key fetches them. */
export function usePhoneGroups() {
  const [groups, setGroups] = useState(loaded)
  const begin = () => {
    if (groups === undefined) void prefetch(async () => setGroups(await load()))
  }
  return { groups, begin, load }
}

/** Digits before the caret stay before it while the spaces between them come and go. */
export function useCaret(shown: string) {
  const before = useRef<number>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const field = input.current
    if (before.current === undefined || field === null || document.activeElement !== field) return
    let at = 0
    for (let digits = before.current; digits > 0 && at < shown.length; at += 1)
      if (/\d/.test(shown[at] ?? '')) digits -= 1
    field.setSelectionRange(at, at)
  }, [shown])
  const note = (field: HTMLInputElement) => {
    input.current = field
    before.current = digitsOf(field.value.slice(0, field.selectionStart ?? undefined)).length
  }
  return note
}

type Typed = { dialCode: string; national: string; isTyped: boolean; groups: PhoneGroups | undefined }

/** Asks about a number that is whole once the typing rests, and says when no SMS can reach it. */
export function useNumberCheck({ dialCode, national, isTyped, groups }: Typed, onWrong: () => void): void {
  const tell = useEffectEvent(onWrong)
  useEffect(() => {
    if (!isTyped || national.length > PHONE_NUMBER_MAX_LENGTH || groups?.isWhole(dialCode, national) !== true) return
    let isCurrent = true
    const ask = async () => {
      const { canReceiveSms } = await import('#visit/check-number.ts')
      const reaches = await canReceiveSms(dialCode, national)
      if (isCurrent && !reaches) tell()
    }
    const timer = setTimeout(() => void prefetch(ask), REST_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [dialCode, national, isTyped, groups])
}
