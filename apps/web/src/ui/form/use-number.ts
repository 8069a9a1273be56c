import { digitsOf } from '@avouch/contract'
import { type SyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { inBackground } from '#api/report.ts'
import { prefetch } from '#router/prefetch.ts'
import { useField } from './use-field.ts'
import type { Country } from '#ui/numbers/countries.ts'
import { loadedNumberingPlans, loadNumberingPlans } from '#ui/numbers/phone.ts'

type NumberFields = {
  /** ISO code of the initial country. */
  country: string
  onCountry: (country: string) => void
  /** A field that is validated with the number, and again after each change of it. */
  partOf: string | undefined
}

/** Removes all but digits, and keeps the caret among them. */
function keepDigits(input: HTMLInputElement): void {
  const digits = digitsOf(input.value)
  if (input.value === digits) return
  const caret = digitsOf(input.value.slice(0, input.selectionEnd ?? undefined)).length
  input.value = digits
  input.setSelectionRange(caret, caret)
}

const NAME = 'phoneNumber'
const draftOf = (text: string) => (/^\s*[+＋]/.test(text) ? '+' : '') + digitsOf(text)

/** Handles country and national number. The first key loads the numbering plans, which split a whole number. */
export function useNumber({ country, onCountry, partOf }: NumberFields) {
  const { trigger, getValues } = useFormContext()
  const dialCode = useField('countryCode')
  const field = useField(NAME)
  const [given, setGiven] = useState({ country, times: 0 })
  const [plans, setPlans] = useState(loadedNumberingPlans)
  /** Digits that may become a whole number with its country, with a plus if it was typed. */
  const [draft, setDraft] = useState<string>()
  /** Text under an input method, which must not be changed. */
  const [composed, setComposed] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const latest = useRef('')
  const national = String(field.value)
  const code = String(dialCode.value)
  const shown = digitsOf(draft ?? national)

  const tellWrong = useEffectEvent(() => field.refuse('invalid_phone_number'))
  useEffect(
    () => (field.dirty ? plans?.checkAtRest(code, national, () => tellWrong()) : undefined),
    [code, national, field.dirty, plans],
  )

  const recheck = () => {
    if (partOf !== undefined && getValues(partOf) !== '') inBackground(trigger(partOf))
  }
  const change = (digits: string) => {
    if (digits === getValues(NAME)) return
    field.change(digits)
    recheck()
  }
  /** Takes over a text; a whole number sets its country, too. @param before undefined when the field is left */
  const take = (text: string, before?: string, known = plans) => {
    const found = known?.read(text, { before, picked: { country: given.country, dialCode: code } })
    setDraft(typeof found === 'string' ? found : undefined)
    if (typeof found !== 'object') return change(found === undefined ? digitsOf(text) : '')
    if (found.country !== given.country) {
      setGiven(({ times }) => ({ country: found.country, times: times + 1 }))
      dialCode.change(found.dialCode)
      onCountry(found.country)
    }
    change(found.national)
  }
  const bring = (text: string, before: string) => {
    latest.current = text
    if (plans !== undefined) return take(text, before)
    setDraft(draftOf(text))
    change(digitsOf(text))
    prefetch(async () => {
      const loaded = await loadNumberingPlans()
      setPlans(loaded)
      if (latest.current === text) take(text, before, loaded)
      await trigger(NAME)
    })
  }
  /** Adds the plus of the draft, which is not shown. */
  const withPlus = (value: string) =>
    draft?.startsWith('+') === true && value !== '' && (value.startsWith(shown) || shown.startsWith(value))
      ? `+${value}`
      : value
  const type = ({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) => {
    const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    const { value } = currentTarget
    setLeft(false)
    setComposed(isComposing ? value : undefined)
    if (isComposing) return change(digitsOf(value))
    keepDigits(currentTarget)
    bring(withPlus(value), draft ?? national)
  }
  const pick = (picked: Country | undefined) => {
    dialCode.change(picked?.dialCode ?? '')
    setGiven(({ times }) => ({ country: picked?.code ?? '', times }))
    onCountry(picked?.code ?? '')
    if (field.dirty) inBackground(trigger(NAME))
    recheck()
  }
  const leave = () => {
    if (plans !== undefined) take(draft ?? national)
    setLeft(true)
    field.blur()
  }

  return {
    code,
    national,
    dialCode,
    field,
    given,
    pick,
    /** True while no error is shown. */
    isDraft: draft !== undefined || composed !== undefined,
    /** Takes a whole number from a password manager. */
    fill: (text: string) => bring(text, ''),
    /** Set for a number that is too short or too long, once the field was left. */
    wrongLength: isLeft && national !== '' ? plans?.lengthOf(code, national) : undefined,
    input: {
      ref: field.ref,
      name: NAME,
      value: composed ?? shown,
      onChange: type,
      onCompositionEnd: type,
      onBlur: leave,
    },
  }
}
